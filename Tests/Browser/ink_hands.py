"""Hands on the ink page: mouse, pen and fingers through Chromium's own input, and what the page shows.

Events go in where a device's would (the Input domain of the DevTools protocol), so that coalescing,
capture and cancelling are the browser's.
"""
import math


class Hands:
    def __init__(self, page):
        self.page = page
        self.devtools = page.context.new_cdp_session(page)

    # Mouse and pen

    def _mouse(self, kind, place, pointer, button="left", buttons=1, **pen):
        self.devtools.send("Input.dispatchMouseEvent", {
            "type": kind, "x": place[0], "y": place[1], "pointerType": pointer, "button": button,
            "buttons": buttons, "clickCount": 1 if kind != "mouseMoved" else 0, **pen})

    def draw(self, places, pointer="pen", button="left", lift=True, **pen):
        """Down at the first place, through the others, up at the last. `pen` holds force (0 to 1),
        tiltX, tiltY (degrees), twist; a function of the share of the way may stand for a number."""
        held = {"left": 1, "right": 2, "middle": 4}[button]

        def pose(share):
            return {name: value(share) if callable(value) else value for name, value in pen.items()}

        self._mouse("mouseMoved", places[0], pointer, "none", 0, **{**pose(0), "force": 0})
        self._mouse("mousePressed", places[0], pointer, button, held, **pose(0))
        for number, place in enumerate(places[1:], 1):
            self._mouse("mouseMoved", place, pointer, button, held, **pose(number / len(places)))
        if lift:
            self._mouse("mouseReleased", places[-1], pointer, button, 0, **{**pose(1), "force": 0})
        self.settle()

    def hover(self, place, pointer="pen"):
        self._mouse("mouseMoved", place, pointer, "none", 0)

    def wheel(self, place, dy, ctrl=False):
        self.devtools.send("Input.dispatchMouseEvent", {
            "type": "mouseWheel", "x": place[0], "y": place[1], "deltaX": 0, "deltaY": dy,
            "modifiers": 2 if ctrl else 0})
        self.settle()

    # Fingers

    def touch(self, kind, *places):
        self.devtools.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [
                {"x": x, "y": y, "id": number, "radiusX": 4, "radiusY": 4, "force": 0.5}
                for number, (x, y) in enumerate(places)]})

    def finger(self, places, end="touchEnd"):
        self.touch("touchStart", places[0])
        for place in places[1:]:
            self.touch("touchMove", place)
        self.touch(end)
        self.settle()

    # The page

    def settle(self):
        """Two frames: all events are handled, and what they drew is shown."""
        self.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, keys):
        self.page.keyboard.press(keys)
        self.settle()

    def pixel(self, x, y):
        """Red, green, blue of a canvas pixel."""
        return tuple(self.page.evaluate(
            "([x, y]) => [...board.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3)",
            [x, y]))

    def ink(self, box=None):
        """Of a box (x, y, width, height in canvas pixels) or the whole canvas: how many pixels differ
        from the canvas's corner, the box around them, and the colour farthest from the corner's."""
        return self.page.evaluate(INK, box)

    def print(self):
        """A number for the whole picture."""
        return self.page.evaluate(PRINT)

    def thickness(self, slope):
        """How far all ink reaches across a direction (radians), in pixels."""
        return self.page.evaluate(THICKNESS, slope)

    def height_of_ink(self, x, top, bottom):
        """Pixels of ink in a column."""
        return self.ink([x, top, 1, bottom - top])["count"]


INK = """box => {
  const [x, y, width, height] = box ?? [0, 0, board.width, board.height];
  const pixels = new Uint32Array(
    board.getContext('2d').getImageData(x, y, width, height).data.buffer);
  const corner = new Uint32Array(board.getContext('2d').getImageData(1, 1, 1, 1).data.buffer)[0];
  const parts = pixel => [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255];
  const paper = parts(corner);
  let count = 0, far = -1, farthest = paper;
  let [left, top, right, bottom] = [width, height, -1, -1];
  pixels.forEach((pixel, place) => {
    if (pixel === corner) return;
    count += 1;
    const [px, py] = [place % width, Math.floor(place / width)];
    left = Math.min(left, px); right = Math.max(right, px);
    top = Math.min(top, py); bottom = Math.max(bottom, py);
    const colour = parts(pixel);
    const off = Math.hypot(...colour.map((part, index) => part - paper[index]));
    if (off > far) { far = off; farthest = colour; }
  });
  return { count, colour: farthest, paper,
    box: count ? [left + x, top + y, right + x + 1, bottom + y + 1] : null };
}"""

THICKNESS = """slope => {
  const pixels = new Uint32Array(
    board.getContext('2d').getImageData(0, 0, board.width, board.height).data.buffer);
  let [least, most] = [Infinity, -Infinity];
  pixels.forEach((pixel, place) => {
    if (pixel === pixels[0]) return;
    const across = Math.floor(place / board.width) * Math.cos(slope)
      - place % board.width * Math.sin(slope);
    [least, most] = [Math.min(least, across), Math.max(most, across)];
  });
  return most - least + 1;
}"""

# FNV-1a over the pixels, as a string.
PRINT = """() => {
  const pixels = new Uint32Array(
    board.getContext('2d').getImageData(0, 0, board.width, board.height).data.buffer);
  let hash = 0x811c9dc5;
  for (const pixel of pixels) hash = Math.imul(hash ^ pixel, 0x01000193) >>> 0;
  return `${board.width}x${board.height}:${hash.toString(16)}`;
}"""


def line(start, end, count=24):
    return [(start[0] + (end[0] - start[0]) * n / (count - 1),
             start[1] + (end[1] - start[1]) * n / (count - 1)) for n in range(count)]


def wave(start, end, height, count=40):
    return [(x, y + height * math.sin(n / 4)) for n, (x, y) in enumerate(line(start, end, count))]


def ring(middle, radius, count=32):
    return [(middle[0] + radius * math.cos(2 * math.pi * n / count),
             middle[1] + radius * math.sin(2 * math.pi * n / count)) for n in range(count + 1)]
