"""How long a pen waits for its ink on Web/ink.html in Debian's Chromium.

    ink_latency.py [STROKES [HZ [SECONDS]]]        2000 240 4

At 1920x1080, on a board of STROKES strokes of all inks, each ink draws for SECONDS with a pen that
reports HZ times a second. Prints a row an ink, in milliseconds: median, 95th, 99th and worst of

- work: in the page's event handler, from its first to its last line; the ink is on the canvas then;
- canvas: from the event's own time stamp to the end of putImageData;
- paint: from the time stamp until the frame that shows the ink has been painted;
- down: the same for pen-down and pen-up, by the browser's Event Timing (steps of 8 ms).
"""
import asyncio
import math
import os
import random
import sys
import tempfile
import time

from playwright.async_api import async_playwright

from ink_page import FLAGS, serve

INKS = ["pen", "monoline", "marker", "pencil", "fountainPen", "watercolor", "crayon"]
WIDTHS = {"pen": 2.7, "monoline": 2, "marker": 22, "pencil": 3.2, "fountainPen": 5,
          "watercolor": 34, "crayon": 16}
COLOURS = ["#1d1d1f", "#d92d20", "#1c6fe8", "#2b8a3e", "#f5c400", "#7048e8"]
WIDTH, HEIGHT = 1920, 1080

# Runs before the page's own listeners, and behind them.
WATCH = """() => {
  window.measured = { work: [], canvas: [], paint: [], down: [] };
  let start = 0, waiting = [];
  const ports = new MessageChannel();
  ports.port1.onmessage = () => {
    const now = performance.now();
    for (const stamp of waiting) measured.paint.push(now - stamp);
    waiting = [];
  };
  const begin = () => { start = performance.now(); };
  const end = event => {
    if (event.buttons === 0 && event.type !== 'pointerup') return;
    const now = performance.now();
    measured.work.push(now - start);
    measured.canvas.push(now - event.timeStamp);
    if (waiting.length === 0) requestAnimationFrame(() => ports.port2.postMessage(0));
    waiting.push(event.timeStamp);
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup']) {
    addEventListener(type, begin, true);
    addEventListener(type, end);
  }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (['pointerdown', 'pointerup'].includes(entry.name)) measured.down.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 });
}"""


def board(count):
    """`.board` text: words' worth of strokes all over the board, each ink in its own width."""
    random.seed(2000)
    lines = [f'{{"format":"board","version":1,"engine":2,"pixel":64,"second":10000,'
             f'"width":{WIDTH},"height":{HEIGHT},"scale":1,"fill":"#ffffff"}}']
    number = 0

    def event(text):
        nonlocal number
        number += 1
        lines.append(f'{{"s":{number},"t":{number},"a":1,{text}}}')

    for stroke in range(1, count + 1):
        ink = INKS[stroke % len(INKS)]
        x, y = random.uniform(40, WIDTH - 120), random.uniform(60, HEIGHT - 60)
        event(f'"k":"begin","i":{stroke},"ink":"{ink}","colour":"{random.choice(COLOURS)}",'
              f'"w":{round(WIDTHS[ink] * 64)},"m":3')
        last, flat = (0, 0, 0, 1024), []
        for point in range(24):
            place = (round((x + 3 * point) * 64), round((y + 14 * math.sin(point / 3 + stroke)) * 64),
                     point * 42, round(700 + 500 * math.sin(point / 8)))
            flat += [now - before for now, before in zip(place, last)]
            last = place
        event(f'"k":"points","i":{stroke},"d":[{",".join(map(str, flat))}]')
        event(f'"k":"end","i":{stroke}')
    return "\n".join(lines) + "\n"


async def draw(devtools, hz, seconds, seed):
    """Loops of handwriting across the board, sent on time whether or not the page keeps up."""
    sent = []
    start = time.monotonic()
    count = int(hz * seconds)

    def send(kind, number, buttons, force):
        share = number / hz
        x = 200 + (share * 260 + seed * 130) % 1500 + 40 * math.cos(share * 13)
        y = 420 + 45 * math.sin(share * 17) + 200 * math.sin(share * 0.9 + seed)
        sent.append(asyncio.ensure_future(devtools.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "pointerType": "pen", "button": "left" if buttons or
            kind == "mouseReleased" else "none", "buttons": buttons, "force": force,
            "tiltX": int(30 * math.cos(share)), "tiltY": 25, "clickCount": 1})))

    for number in range(count):
        # A pen is lifted after every second or so.
        phase = number % hz
        kind = "mousePressed" if phase == 0 else "mouseReleased" if phase == hz - 1 else "mouseMoved"
        force = 0.5 + 0.3 * math.sin(number / 30)
        send(kind, number, 0 if kind == "mouseReleased" else 1, 0 if kind == "mouseReleased" else force)
        wait = start + (number + 1) / hz - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
    await asyncio.gather(*sent)


def figures(values):
    if not values:
        return "–"
    ordered = sorted(values)

    def at(share):
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
    return f"{at(0.5):.1f} {at(0.95):.1f} {at(0.99):.1f} {ordered[-1]:.1f}"


async def main(strokes, hz, seconds):
    address = serve()
    async with async_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=[*FLAGS, *sandbox])
        page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        await page.goto(f"{address}/ink.html")
        await page.wait_for_selector("html[data-ready]")
        with tempfile.NamedTemporaryFile("w", suffix=".board", delete=False) as file:
            file.write(board(strokes))
        start = time.monotonic()
        await page.set_input_files("#file", file.name)
        await page.wait_for_selector(".message")
        opening = time.monotonic() - start
        os.unlink(file.name)
        print(f"Chromium {browser.version}, {WIDTH}x{HEIGHT}, {strokes} strokes (opened in "
              f"{opening:.2f} s), pen of {hz} Hz, load {os.getloadavg()[0]:.1f} of {os.cpu_count()}")
        print("| ink | events | work | canvas | paint | down |")
        print("|---|---|---|---|---|---|")
        devtools = await page.context.new_cdp_session(page)
        await page.evaluate(WATCH)
        slow = []
        for number, ink in enumerate(INKS):
            await page.keyboard.press(str(number + 1))
            await page.evaluate("measured.work = [], measured.canvas = [], measured.paint = [],"
                                " measured.down = []")
            await draw(devtools, hz, seconds, number)
            await page.wait_for_timeout(300)
            got = await page.evaluate("measured")
            print(f"| {ink} | {len(got['canvas'])} | " + " | ".join(
                figures(got[name]) for name in ("work", "canvas", "paint", "down")) + " |", flush=True)
            for _ in range(seconds + 1):
                await page.keyboard.press("Control+z")
            if sorted(got["canvas"])[int(0.99 * len(got["canvas"]))] > 1000 / 60:
                slow.append(ink)
        await browser.close()
    if slow:
        print(f"later than a frame (16.7 ms) in more than 1 of 100: {', '.join(slow)}")
    return 0


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:4]]
    sys.exit(asyncio.run(main(*(numbers + [2000, 240, 4][len(numbers):]))))
