"""What a pen, a mouse and fingers leave on the board of the ink page."""
import json
import math

from ink_hands import line, wave

INKS = ["pen", "monoline", "marker", "pencil", "fountainPen", "watercolor", "crayon"]
RED = (217, 45, 32)


def choose_red(desk):
    desk.page.click('.colour[aria-label="Red"]')


def test_each_ink_draws_in_its_colour_where_the_pen_went(desk):
    hands = desk.hands
    for number, ink in enumerate(INKS):
        desk.page.keyboard.press(str(number + 1))
        desk.page.keyboard.press("]")
        choose_red(desk)
        y = 100 + 65 * number
        hands.draw(line((300, y), (900, y)), force=0.5, tiltX=20, tiltY=10)
        seen = hands.ink([200, y - 32, 800, 64])
        desk.expect(seen["count"] > 400, f"{ink} left {seen['count']} pixels")
        if not seen["box"]:
            continue
        left, top, right, bottom = seen["box"]
        desk.expect(abs(left - 300) < 30 and abs(right - 900) < 30,
                    f"{ink} goes from {left} to {right}, not 300 to 900")
        desk.expect(abs((top + bottom) / 2 - y) < 4, f"{ink} lies at {(top + bottom) / 2}, not {y}")
        red, green, blue = seen["colour"]
        # Translucent inks let paper through, in the direction of their colour.
        solid = ink in ("pen", "monoline", "fountainPen")
        share = [(255 - part) / (255 - full) for part, full in zip((red, green, blue), RED)]
        desk.expect(max(share) - min(share) < 0.12 and (min(share) > 0.97 or not solid)
                    and min(share) > 0.25, f"{ink} is {seen['colour']}, not a share of {RED}")


def test_each_ink_keeps_its_own_colour_and_width(desk):
    page = desk.page
    page.keyboard.press("1")
    choose_red(desk)
    page.keyboard.press("2")
    page.keyboard.press("]")
    width = page.inner_text("#width-value")
    page.keyboard.press("1")
    desk.expect(page.get_attribute('.colour[aria-label="Red"]', "aria-pressed") == "true",
                "the pen forgot its red")
    desk.expect(page.inner_text("#width-value") == "2.7", "the pen has another ink's width")
    page.keyboard.press("2")
    desk.expect(page.inner_text("#width-value") == width, "the monoline forgot its width")
    desk.reload()
    desk.expect(desk.page.get_attribute('[data-ink="monoline"]', "aria-checked") == "true",
                "the ink in the hand is forgotten by a reload")


def widths(desk, y, **pen):
    desk.hands.draw(line((200, y), (1000, y), 60), **pen)
    return desk.hands.height_of_ink(600, y - 45, y + 45)


def test_pressure_widens_the_pen(desk):
    for _ in range(8):
        desk.page.keyboard.press("]")
    light = widths(desk, 150, force=0.15)
    ordinary = widths(desk, 270, force=0.51)
    hard = widths(desk, 390, force=1)
    desk.expect(light < ordinary < hard and hard >= 2 * light,
                f"light {light}, ordinary {ordinary}, hard {hard} pixels")


def test_a_mouse_draws_as_an_ordinary_press(desk):
    for _ in range(8):
        desk.page.keyboard.press("]")
    pen = widths(desk, 150, force=0.51)
    mouse = widths(desk, 270, pointer="mouse")
    desk.expect(abs(pen - mouse) <= max(3, pen * 0.25), f"mouse {mouse}, pen {pen} pixels")


def test_tilt_widens_the_pencil(desk):
    desk.page.keyboard.press("4")
    upright = widths(desk, 150, force=0.5, tiltX=1)
    # 60 degrees of tilt are 30 of altitude.
    tilted = widths(desk, 270, force=0.5, tiltX=60)
    desk.expect(tilted >= 2 * upright, f"tilted {tilted}, upright {upright} pixels")


def test_only_channels_that_a_device_has_are_declared(desk):
    hands = desk.hands
    hands.draw(line((300, 100), (500, 100)), pointer="mouse")
    hands.draw(line((300, 200), (500, 200)), force=0.5)
    hands.draw(line((300, 300), (500, 300)), force=0.7)
    hands.draw(line((300, 400), (500, 400)), force=0.7, tiltX=30, tiltY=-10)
    desk.hands.finger(line((300, 500), (500, 500), 6))
    hands.page.wait_for_timeout(700)
    hands.finger(line((300, 560), (500, 560), 6))
    with open(desk.save("channels.board"), encoding="utf-8") as file:
        begun = [text for text in file if '"k":"begin"' in text]
    masks = [int(text.split('"m":')[1].rstrip("}\n").split(",")[0]) for text in begun]
    desk.expect(masks == [1, 1, 3, 15, 1],
                f"mouse, pen without a sensor, pressure, tilt, finger (not near a pen): {masks}")


def test_tilt_becomes_the_angles_that_the_browser_knows(desk):
    worst = desk.page.evaluate("""async () => {
      const { poseFromTilt } = await import('/ink/pen-sample.js');
      let worst = 0;
      for (let tiltX = -90; tiltX <= 90; tiltX += 5) {
        for (let tiltY = -90; tiltY <= 90; tiltY += 5) {
          const known = new PointerEvent('pointermove', { tiltX, tiltY });
          const { azimuth, altitude } = poseFromTilt(tiltX, tiltY);
          const turn = Math.abs(azimuth - known.azimuthAngle);
          const off = Math.max(Math.abs(altitude - known.altitudeAngle),
            // An upright pen has no direction, and of one that lies flat little is known.
            known.altitudeAngle > 1.57 || known.altitudeAngle === 0 ? 0
              : Math.min(turn, 2 * Math.PI - turn));
          worst = Math.max(worst, off);
        }
      }
      return worst;
    }""")
    desk.expect(worst < 1e-6, f"off by up to {worst} radians")


def test_every_coalesced_sample_is_in_the_session_and_no_predicted_one(desk):
    desk.page.evaluate("""() => {
      window.samples = [];
      window.guesses = 0;
      const note = event => samples.push([event.clientX, event.clientY]);
      board.addEventListener('pointerdown', note);
      board.addEventListener('pointermove', event => {
        if (event.buttons === 0) return;
        event.getCoalescedEvents().forEach(note);
        guesses += event.getPredictedEvents().length;
      });
    }""")
    desk.hands.draw(wave((200, 300), (900, 320), 60, 90), pointer="mouse")
    samples = desk.page.evaluate("samples")
    with open(desk.save("samples.board"), encoding="utf-8") as file:
        lines = [json.loads(text) for text in file if '"k":"points"' in text]
    points = []
    for entry in lines:
        x = y = 0
        for place in range(0, len(entry["d"]), 3):
            x, y = x + entry["d"][place], y + entry["d"][place + 1]
            points.append([x / 64, y / 64])
    desk.expect(points == [[round(x * 64) / 64, round(y * 64) / 64] for x, y in samples],
                f"{len(samples)} samples, {len(points)} points")
    desk.expect(desk.page.evaluate("guesses") > 0, "the browser predicted nothing")


def test_a_click_leaves_a_dot(desk):
    desk.hands.draw([(400, 300)], pointer="mouse")
    seen = desk.hands.ink()
    desk.expect(0 < seen["count"] < 60, f"{seen['count']} pixels")


def test_ink_is_on_the_canvas_before_the_event_is_over(desk):
    desk.page.evaluate("""() => {
      window.counts = [];
      board.addEventListener('pointermove', event => {
        if (event.buttons === 0) return;
        const [x, y] = [event.clientX, event.clientY];
        const box = board.getContext('2d').getImageData(x - 3, y - 3, 7, 7).data;
        counts.push(box.some(part => part < 128));
      });
    }""")
    desk.hands.draw(line((200, 300), (900, 320), 30), pointer="mouse")
    counts = desk.page.evaluate("counts")
    desk.expect(len(counts) > 5 and all(counts), f"{counts.count(False)} of {len(counts)} came late")


def test_the_right_button_does_nothing(desk):
    before = desk.hands.print()
    desk.hands.draw(line((300, 300), (600, 300)), pointer="mouse", button="right")
    desk.expect(desk.hands.print() == before, "it drew")
    desk.expect(desk.page.is_disabled("#undo"), "there is something to undo")


def test_the_middle_button_and_the_space_key_move_the_view(desk):
    hands = desk.hands
    hands.draw(line((300, 300), (600, 300)), pointer="mouse")
    hands.draw([(500, 400), (520, 430), (540, 460)], pointer="mouse", button="middle")
    hands.page.wait_for_timeout(200)
    box = hands.ink()["box"]
    desk.expect(box and abs(box[0] - 340) < 6 and abs(box[1] - 360) < 6, f"the line lies at {box}")
    desk.page.keyboard.down("Space")
    hands.draw([(500, 400), (480, 370), (460, 340)], pointer="mouse")
    desk.page.keyboard.up("Space")
    hands.page.wait_for_timeout(200)
    box = hands.ink()["box"]
    desk.expect(box and abs(box[0] - 300) < 6 and abs(box[1] - 300) < 6, f"back at {box}")


def test_two_fingers_move_the_view_and_leave_no_ink(desk):
    hands = desk.hands
    before = hands.print()
    hands.touch("touchStart", (500, 300))
    hands.touch("touchMove", (503, 301))
    hands.touch("touchStart", (503, 301), (700, 300))
    for step in range(10):
        hands.touch("touchMove", (503 - 8 * step, 301), (700 + 8 * step, 300))
    hands.touch("touchEnd")
    hands.page.wait_for_timeout(250)
    desk.expect(hands.ink()["count"] == 0, "they left ink")
    desk.expect(desk.page.is_disabled("#undo"), "there is something to undo")
    desk.expect(desk.page.is_disabled("#redo"), "a stroke that never was can be brought back")
    zoom = int(desk.page.inner_text("#zoom-home").rstrip("%"))
    desk.expect(abs(zoom - 173) < 6, f"spread to {zoom}%")
    hands.press("0")
    desk.expect(hands.print() == before, "the board is not as it was")


def test_a_cancelled_finger_leaves_no_ink(desk):
    before = desk.hands.print()
    desk.hands.finger(line((300, 300), (700, 320), 12), end="touchCancel")
    desk.expect(desk.hands.print() == before, "it left ink")
    desk.expect(desk.page.is_disabled("#undo"), "there is something to undo")


def test_a_palm_near_a_pen_draws_nothing(desk):
    hands = desk.hands
    hands.draw(line((300, 200), (600, 200)), force=0.5)
    before = hands.print()
    hands.finger(line((500, 400), (700, 420), 12))
    desk.expect(hands.print() == before, "a palm beside the pen drew")
    # A palm that lands first is taken back when the pen comes down.
    hands.page.wait_for_timeout(700)
    hands.touch("touchStart", (600, 500))
    hands.touch("touchMove", (640, 500))
    hands.settle()
    desk.expect(hands.print() != before, "a finger alone did not draw")
    hands.draw(line((300, 200), (600, 200)), force=0.5)
    hands.touch("touchEnd")
    hands.settle()
    desk.expect(hands.ink([560, 450, 200, 100])["count"] == 0, "the palm's line stayed")


def test_escape_takes_back_what_is_being_drawn(desk):
    before = desk.hands.print()
    desk.hands.draw(wave((300, 300), (700, 320), 20), pointer="mouse", lift=False)
    desk.expect(desk.hands.print() != before, "nothing was drawn")
    desk.hands.press("Escape")
    desk.expect(desk.hands.print() == before, "the stroke stayed")


def test_a_curve_is_smooth_at_any_rate_of_samples(desk):
    def arc(count):
        return [(640 + 200 * math.cos(n / (count - 1) * math.pi),
                 500 - 200 * math.sin(n / (count - 1) * math.pi)) for n in range(count)]
    desk.page.keyboard.press("2")
    desk.hands.draw(arc(120), pointer="mouse")
    many = desk.hands.ink()["count"]
    desk.hands.press("Control+z")
    desk.hands.draw(arc(40), pointer="mouse")
    few = desk.hands.ink()["count"]
    desk.expect(abs(many - few) < 0.06 * many, f"{many} and {few} pixels")
