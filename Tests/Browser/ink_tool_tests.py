"""Eraser, undo, ruler, lasso, zoom and the dark board of the ink page."""
import math

from ink_hands import line, ring, wave


def line_of(desk, y=300):
    desk.hands.draw(line((300, y), (900, y)), pointer="mouse")


def test_the_pixel_eraser_takes_a_gap(desk):
    line_of(desk)
    desk.hands.press("e")
    desk.hands.draw(line((600, 250), (600, 350)), pointer="mouse")
    desk.expect(desk.hands.ink([590, 280, 20, 40])["count"] == 0, "the gap holds ink")
    desk.expect(desk.hands.ink([400, 280, 100, 40])["count"] > 0, "the left part is gone")
    desk.expect(desk.hands.ink([700, 280, 100, 40])["count"] > 0, "the right part is gone")


def test_the_whole_stroke_eraser_takes_the_stroke_and_no_other(desk):
    line_of(desk)
    line_of(desk, 400)
    desk.hands.press("e")
    desk.page.click('[data-kind="vector"]')
    desk.hands.draw(line((600, 260), (600, 340)), pointer="mouse")
    desk.expect(desk.hands.ink([200, 280, 800, 40])["count"] == 0, "a part of the stroke is left")
    desk.expect(desk.hands.ink([200, 380, 800, 40])["count"] > 0, "the other stroke is gone")


def test_the_barrel_button_and_the_other_end_of_a_pen_erase(desk):
    line_of(desk)
    desk.hands.draw(line((600, 250), (600, 350)), button="right", force=0.5)
    desk.expect(desk.hands.ink([590, 280, 20, 40])["count"] == 0, "the barrel button does not erase")
    # The protocol has no eraser end: the same event, made in the page.
    desk.page.evaluate("""() => {
      const send = (type, y, buttons) => board.dispatchEvent(new PointerEvent(type, {
        pointerId: 77, pointerType: 'pen', clientX: 750, clientY: y, pressure: 0.5, buttons,
        button: type === 'pointermove' ? -1 : 5, bubbles: true, cancelable: true }));
      send('pointerdown', 250, 32);
      for (let y = 260; y <= 350; y += 10) send('pointermove', y, 32);
      send('pointerup', 350, 0);
    }""")
    desk.expect(desk.hands.ink([740, 280, 20, 40])["count"] == 0, "the eraser end does not erase")
    desk.expect(desk.hands.ink([400, 280, 100, 40])["count"] > 0, "more than was touched is gone")


def test_undo_takes_an_eraser_pass_back_at_once(desk):
    for y in (200, 300, 400):
        line_of(desk, y)
    before = desk.hands.print()
    desk.hands.press("e")
    desk.hands.draw(line((600, 150), (600, 450), 50), pointer="mouse")
    erased = desk.hands.print()
    desk.hands.press("Control+z")
    desk.expect(desk.hands.print() == before, "one undo did not bring all back")
    desk.hands.press("Control+Shift+z")
    desk.expect(desk.hands.print() == erased, "redo erases something else")


def test_undo_and_redo_by_buttons_and_keys(desk):
    hands = desk.hands
    prints = [hands.print()]
    for y in (200, 300, 400):
        line_of(desk, y)
        prints.append(hands.print())
    desk.page.click("#undo")
    desk.page.mouse.move(640, 500)
    desk.expect(hands.print() == prints[2], "the button does not undo")
    hands.press("Control+z")
    hands.press("Control+z")
    desk.expect(hands.print() == prints[0], "three undos do not lead to the empty board")
    desk.expect(desk.page.is_disabled("#undo"), "an empty board can be undone")
    desk.page.click("#redo")
    hands.press("Control+y")
    hands.press("Control+Shift+z")
    desk.expect(hands.print() == prints[3], "three redos do not lead back")
    desk.page.click("#clear")
    desk.expect(hands.ink()["count"] == 0, "the board is not clear")
    hands.press("Control+z")
    desk.expect(hands.print() == prints[3], "a clear cannot be undone")


def test_a_stroke_along_the_ruler_is_straight(desk):
    desk.hands.press("2")
    desk.hands.press("r")
    box = desk.page.locator(".ruler-body").bounding_box()
    top = box["y"]
    desk.hands.draw(wave((300, top - 5), (900, top - 5), 9), pointer="pen", force=0.5)
    seen = desk.hands.ink()
    desk.expect(seen["count"] > 500, "nothing was drawn")
    left, upper, right, lower = seen["box"]
    desk.expect(lower - upper <= 4, f"it is {lower - upper} pixels high")
    desk.expect(abs(lower - top) <= 1.5, f"it ends at {lower}, the ruler begins at {top}")
    desk.expect(desk.page.locator(".ruler-angle").text_content() == "0°", "the angle is not shown")


def test_the_ruler_moves_and_turns(desk):
    hands = desk.hands
    desk.hands.press("2")
    hands.press("r")
    ruler = desk.page.locator(".ruler-body").bounding_box()
    middle = ruler["y"] + ruler["height"] / 2
    hands.draw(line((500, middle), (500, middle + 60), 6), pointer="mouse")
    moved = desk.page.locator(".ruler-body").bounding_box()
    desk.expect(abs(moved["y"] - ruler["y"] - 60) < 2, f"it moved by {moved['y'] - ruler['y']}")
    for _ in range(30):
        hands.wheel((640, middle + 60), 100)
    angle = desk.page.locator(".ruler-angle").text_content()
    desk.expect(angle == "150°", f"thirty steps of the wheel turn it to {angle}")
    desk.page.locator(".ruler").focus()
    for _ in range(15):
        desk.page.keyboard.press("[")
    hands.settle()
    angle = desk.page.locator(".ruler-angle").text_content()
    desk.expect(angle == "165°", f"fifteen keys turn it to {angle}")
    desk.expect(hands.ink()["count"] == 0, "moving it left ink")
    # At this angle too what is drawn along an edge lies within a straight line's width.
    slope = math.radians(15)
    start, end = ((640 + along * math.cos(slope) + 45 * math.sin(slope),
                   middle + 60 + along * math.sin(slope) - 45 * math.cos(slope))
                  for along in (-200, 200))
    hands.draw(wave(start, end, 6), pointer="pen", force=0.5)
    desk.expect(hands.ink()["count"] > 500, "nothing was drawn along it")
    desk.expect(hands.thickness(slope) <= 4.5, f"the line is {hands.thickness(slope)} pixels thick")
    hands.press("r")
    desk.expect(not desk.page.locator(".ruler-body").is_visible(), "it was not put away")


def test_the_lasso_moves_what_it_holds(desk):
    hands = desk.hands
    line_of(desk, 200)
    hands.draw(ring((500, 400), 40), pointer="mouse")
    hands.press("l")
    hands.draw(ring((500, 400), 80), pointer="mouse")
    desk.expect(desk.page.locator(".selection-box").is_visible(), "nothing is selected")
    hands.draw(line((500, 400), (700, 450), 10), pointer="mouse")
    desk.expect(hands.ink([440, 340, 120, 120])["count"] == 0, "it is still where it was")
    box = hands.ink([600, 340, 300, 300])["box"]
    desk.expect(box and abs((box[0] + box[2]) / 2 - 700) < 3 and abs((box[1] + box[3]) / 2 - 450) < 3,
                f"it lies at {box}")
    desk.expect(hands.ink([300, 190, 600, 20])["count"] > 0, "what was not selected is gone")
    moved = hands.print()
    hands.press("Control+z")
    desk.expect(hands.ink([440, 340, 120, 120])["count"] > 0, "one undo does not move it back")
    hands.press("Control+Shift+z")
    desk.expect(hands.print() == moved, "redo does not move it again")


def test_a_selection_is_copied_coloured_turned_scaled_and_deleted(desk):
    hands = desk.hands
    hands.draw(line((400, 400), (500, 400)), pointer="mouse")
    hands.press("l")
    hands.draw([(405, 401)], pointer="mouse")
    desk.expect(desk.page.locator(".selection-box").is_visible(), "a click does not select")
    desk.page.click("#duplicate")
    hands.settle()
    desk.expect(hands.ink([390, 410, 150, 40])["count"] > 0, "there is no copy")
    desk.page.click('.colour[aria-label="Red"]')
    hands.settle()
    desk.expect(tuple(hands.ink([430, 415, 90, 20])["colour"]) == (217, 45, 32), "it is not red")
    knob = desk.page.locator(".selection-grip").nth(4).bounding_box()
    start = (knob["x"] + 6, knob["y"] + 6)
    hands.draw(line(start, (start[0] + 200, start[1] + 41), 20), pointer="mouse")
    box = hands.ink([300, 300, 400, 300])["box"]
    desk.expect(box[3] - box[1] > 60, f"it was not turned: {box}")
    hands.press("Delete")
    desk.expect(hands.ink([390, 415, 150, 60])["count"] == 0, "it is not deleted")
    desk.expect(hands.ink([390, 390, 120, 20])["count"] > 0, "the source is deleted")
    hands.press("Control+a")
    corner = desk.page.locator(".selection-grip").nth(2).bounding_box()
    at = (corner["x"] + 6, corner["y"] + 6)
    hands.draw(line(at, (at[0] + 116, at[1] + 16), 12), pointer="mouse")
    box = hands.ink()["box"]
    desk.expect(box[2] - box[0] > 180, f"it was not scaled: {box}")
    hands.press("Escape")
    desk.expect(not desk.page.locator(".selection-box").is_visible(), "Escape keeps the selection")


def test_a_dark_board_shows_white_ink(desk):
    line_of(desk)
    desk.hands.press("d")
    desk.expect(desk.hands.pixel(100, 100) == (27, 28, 32), f"it is {desk.hands.pixel(100, 100)}")
    line_of(desk, 400)
    desk.expect(tuple(desk.hands.ink([400, 390, 200, 20])["colour"]) == (255, 255, 255),
                "black ink did not become white")
    desk.hands.press("d")
    desk.expect(desk.hands.pixel(100, 100) == (255, 255, 255), "it does not become light again")


def test_zoom_and_pan_keep_the_ink(desk):
    hands = desk.hands
    line_of(desk)
    before = hands.print()
    hands.wheel((640, 300), -200, ctrl=True)
    hands.page.wait_for_timeout(250)
    zoom = int(desk.page.inner_text("#zoom-home").rstrip("%"))
    desk.expect(zoom > 120, f"the wheel zooms to {zoom}%")
    seen = hands.ink()
    desk.expect(seen["box"][2] - seen["box"][0] > 700, f"the line is not longer: {seen['box']}")
    # What is drawn now lies where the pointer is.
    hands.draw(line((500, 500), (600, 500)), pointer="mouse")
    box = hands.ink([450, 480, 300, 40])["box"]
    desk.expect(box and abs(box[0] - 500) < 5 and abs(box[2] - 600) < 5, f"zoomed ink lies at {box}")
    hands.press("Control+z")
    hands.wheel((640, 300), 120)
    hands.press("0")
    hands.page.wait_for_timeout(250)
    desk.expect(hands.print() == before, "the board is not as it was")


def test_every_button_has_a_name_and_the_keyboard_reaches_it(desk):
    unnamed = desk.page.evaluate("""() => [...document.querySelectorAll('button, input')]
      .filter(part => part.offsetParent !== null && !part.getAttribute('aria-label')
        && !part.textContent.trim() && !part.labels?.length).map(part => part.outerHTML)""")
    desk.expect(not unnamed, f"without a name: {unnamed}")
    line_of(desk)
    reached = set()
    for _ in range(60):
        desk.page.keyboard.press("Tab")
        reached.add(desk.page.evaluate("document.activeElement.id || document.activeElement.dataset.ink"))
    for name in ("undo", "clear", "open", "save", "shade", "pen", "crayon", "eraser", "ruler",
                 "width", "zoom-in", "board"):
        desk.expect(name in reached, f"Tab does not reach {name}")
