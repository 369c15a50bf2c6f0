"""Saving, opening, keeping and leaving on the ink page. One engine draws the page and the files."""
import base64
import os
import subprocess

from ink_hands import line, ring, wave

SAME = """async sources => {
  const [one, two] = await Promise.all(sources.map(async source => {
    const bitmap = await createImageBitmap(await (await fetch(source)).blob(),
      { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  }));
  if (one.width !== two.width || one.height !== two.height) {
    return `${one.width}x${one.height} and ${two.width}x${two.height}`;
  }
  let count = 0, first = null;
  for (let place = 0; place < one.data.length; place += 1) {
    if (one.data[place] === two.data[place]) continue;
    count += 1;
    first ??= [place / 4 % one.width | 0, place / 4 / one.width | 0];
  }
  return count === 0 ? '' : `${count} bytes differ, the first at ${first}`;
}"""


def data_url(path):
    with open(path, "rb") as file:
        return "data:image/png;base64," + base64.b64encode(file.read()).decode()


def difference(desk, one, two):
    """In words, between two PNG files; empty when they are equal."""
    page = desk.context.new_page()
    answer = page.evaluate(SAME, [data_url(one), data_url(two)])
    page.close()
    return answer


def draw_everything(desk):
    """A bit of each: seven inks with force and tilt, erased, moved, undone, on two backgrounds."""
    hands = desk.hands
    for number in range(7):
        hands.press(str(number + 1))
        y = 90 + 55 * number
        hands.draw(wave((150, y), (900, y), 22, 20), force=lambda s: 0.2 + 0.7 * s,
                   tiltX=lambda s: 40 - 60 * s, tiltY=25, twist=30)
    hands.press("e")
    hands.draw(line((420, 80), (480, 420), 12), pointer="mouse")
    hands.press("1")
    hands.draw(ring((1050, 300), 60, 16), pointer="mouse")
    hands.press("l")
    hands.draw(ring((1050, 300), 100, 16), pointer="mouse")
    hands.draw(line((1050, 300), (1080, 250), 7), pointer="mouse")
    hands.press("Escape")
    hands.press("3")
    hands.draw(line((200, 300), (1000, 120), 8), pointer="mouse")
    hands.draw(line((200, 300), (1000, 420), 8), pointer="mouse")
    hands.press("Control+z")


def check_render(desk, name, scale):
    draw_everything(desk)
    board = desk.save(f"{name}.board")
    page = desk.save(f"{name}-page.png", "#picture")
    render = os.path.join(desk.folder, f"{name}-render.png")
    run = subprocess.run(
        [desk.recorder, "render", board, "--scale", str(scale), "-o", render, "--force"],
        capture_output=True, text=True)
    desk.expect(run.returncode == 0, f"recorder render: {run.stderr.strip()}")
    desk.expect("warning" not in run.stderr, run.stderr.strip())
    if run.returncode == 0:
        found = difference(desk, page, render)
        desk.expect(not found, f"page and recorder: {found}")


def test_the_recorder_renders_a_saved_board_pixel_for_pixel(desk):
    check_render(desk, "light", 1)


def test_the_recorder_renders_a_dark_board_of_high_density_pixel_for_pixel(desk):
    desk.hands.press("d")
    check_render(desk, "dense", 2)


test_the_recorder_renders_a_dark_board_of_high_density_pixel_for_pixel.options = {
    "device_scale_factor": 2}


def test_a_saved_board_opens_to_the_same_picture(desk):
    draw_everything(desk)
    before = desk.hands.print()
    path = desk.save("again.board")
    desk.page.click("#new")
    desk.hands.settle()
    desk.expect(desk.hands.ink()["count"] == 0, "a new board holds ink")
    desk.page.set_input_files("#file", path)
    desk.wait_for_words("again")
    desk.hands.settle()
    desk.expect(desk.hands.print() == before, "the picture is another")
    # The session goes on: its strokes can be undone, and new ones are drawn.
    desk.hands.press("Control+z")
    desk.expect(desk.hands.print() != before, "what was read cannot be undone")
    desk.hands.draw(line((300, 540), (800, 540)), pointer="mouse")
    second = desk.hands.print()
    desk.expect(desk.hands.ink([300, 530, 500, 20])["count"] > 0, "nothing is drawn after opening")
    again = desk.save("later.board")
    desk.page.set_input_files("#file", again)
    desk.wait_for_words("later")
    desk.hands.settle()
    desk.expect(desk.hands.print() == second, "what was drawn after opening is lost")


def test_a_broken_file_says_what_is_wrong_and_loses_nothing(desk):
    draw_everything(desk)
    before = desk.hands.print()
    files = {
        "empty.board": b"",
        "picture.board": b"\x89PNG\r\n\x1a\n" + bytes(200),
        "words.board": b"Dear diary,\ntoday I drew.\n",
        "later.board": b'{"format":"board","version":99}\n',
        "torn.board": b'{"format":"board","ver',
    }
    for name, content in files.items():
        path = os.path.join(desk.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        desk.page.set_input_files("#file", path)
        desk.wait_for_words(f"{name} was not opened")
        words = desk.page.inner_text(".message:last-child span")
        desk.expect(len(words) > len(name) + 25, f"{name}: “{words}” says too little")
        desk.hands.settle()
        desk.expect(desk.hands.print() == before, f"{name} changed the board")
    desk.hands.press("Control+z")
    desk.expect(desk.hands.print() != before, "nothing can be undone any more")


def test_broken_lines_are_left_out_and_counted(desk):
    desk.hands.draw(line((300, 200), (800, 200)), pointer="mouse")
    path = desk.save("whole.board")
    before = desk.hands.print()
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    broken = os.path.join(desk.folder, "broken-line.board")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("\n".join([lines[0], '{"s":1,"t":0,"a":1,"k":"points","i":', *lines[1:]]) + "\n")
    desk.page.set_input_files("#file", broken)
    desk.wait_for_words("line skipped")
    desk.hands.settle()
    desk.expect(desk.hands.print() == before, "the good lines are not all there")


def test_edges_are_saved_only_while_all_ink_lies_inside(desk):
    def header(name):
        with open(desk.save(name), encoding="utf-8") as file:
            return file.readline()
    desk.hands.draw(line((300, 200), (800, 200)), pointer="mouse")
    desk.expect('"width":1280,"height":720' in header("inside.board"), "the window's edges are lost")
    desk.hands.wheel((640, 300), 500)
    desk.page.wait_for_timeout(250)
    desk.hands.draw(line((300, 540), (800, 540)), pointer="mouse")
    desk.expect('"width"' not in header("outside.board"), "the edges cut what lies beyond them")
    path = os.path.join(desk.folder, "outside.png")
    run = subprocess.run([desk.recorder, "render", os.path.join(desk.folder, "outside.board"),
                          "-o", path, "--force"], capture_output=True, text=True)
    desk.expect(run.returncode == 0, f"recorder render: {run.stderr.strip()}")


def test_a_file_can_be_dropped_on_the_page(desk):
    desk.hands.draw(line((300, 200), (800, 200)), pointer="mouse")
    before = desk.hands.print()
    with open(desk.save("dropped.board"), encoding="utf-8") as file:
        text = file.read()
    desk.hands.draw(line((300, 400), (800, 400)), pointer="mouse")
    desk.page.evaluate("""text => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.board'));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        board.dispatchEvent(new DragEvent(
          type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    }""", text)
    desk.wait_for_words("dropped")
    desk.hands.settle()
    desk.expect(desk.hands.print() == before, "the dropped board is not shown")
    desk.page.click("text=Bring the old one back")
    desk.hands.settle()
    desk.expect(desk.hands.ink([300, 390, 500, 20])["count"] > 0, "the old board is lost")


def test_a_reload_keeps_the_board_and_its_undo(desk):
    draw_everything(desk)
    before = desk.hands.print()
    desk.page.evaluate("faceboard.session.isKept")
    desk.reload()
    desk.expect(desk.hands.print() == before, "the board is not as it was")
    desk.hands.press("Control+z")
    desk.expect(desk.hands.print() != before, "nothing can be undone after a reload")
    desk.hands.draw(line((300, 540), (800, 540)), pointer="mouse")
    later = desk.hands.print()
    desk.expect(desk.hands.ink([300, 530, 500, 20])["count"] > 0, "nothing is drawn after a reload")
    desk.page.evaluate("faceboard.session.isKept")
    desk.reload()
    desk.expect(desk.hands.print() == later, "what was drawn after the reload is lost")


def test_leaving_with_unsaved_ink_is_asked_about(desk):
    asked = []
    desk.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    desk.page.evaluate("location.reload()")
    desk.page.wait_for_timeout(500)
    desk.expect(not asked, "an empty board is asked about")
    desk.page.wait_for_selector("html[data-ready]")
    desk.hands.draw(line((300, 200), (800, 200)), pointer="mouse")
    desk.save("leaving.board")
    desk.page.evaluate("location.reload()")
    desk.page.wait_for_timeout(500)
    desk.expect(not asked, "a saved board is asked about")
    desk.page.wait_for_selector("html[data-ready]")
    desk.hands.draw(line((300, 300), (800, 300)), pointer="mouse")
    desk.page.evaluate("location.reload()")
    desk.page.wait_for_timeout(500)
    desk.expect(asked == ["beforeunload"], f"unsaved ink: {asked}")


def test_a_resized_window_keeps_the_board(desk):
    desk.hands.draw(line((300, 200), (800, 200)), pointer="mouse")
    before = desk.hands.print()
    desk.page.set_viewport_size({"width": 900, "height": 600})
    desk.page.wait_for_timeout(400)
    desk.expect(desk.hands.print().startswith("900x600"), "the canvas has not the window's size")
    desk.expect(desk.hands.ink([300, 190, 500, 20])["count"] > 0, "the ink is gone")
    desk.hands.draw(line((300, 300), (600, 300)), pointer="mouse")
    desk.expect(desk.hands.ink([300, 290, 300, 20])["count"] > 0, "it does not draw any more")
    desk.hands.press("Control+z")
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    desk.page.wait_for_timeout(400)
    desk.expect(desk.hands.print() == before, "the board is not as it was")
