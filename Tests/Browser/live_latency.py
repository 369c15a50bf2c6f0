"""How long a stroke on a board takes to a pixel in a tab: RECORDER FOLDER [STROKES].

`recorder stream --follow` shows a file to which this script appends; Chromium watches on the same machine.
A dot is appended at a known time, and the page looks with every frame (requestVideoFrameCallback) whether
its place has become dark. Once on a board that is still but for the dots, once while a pen writes. Prints
milliseconds: median, 95th and worst, until the page has read the pixel and until the time at which Chromium
expects it on the screen.
"""
import os
import random
import sys
import threading
import time

from playwright.sync_api import sync_playwright

from live_page import FLAGS, Stream, wait

WIDTH, HEIGHT = 1280, 720
CELL = 40
COLUMNS, ROWS = 28, 8
PEN_RATE = 120

# Looks at the dot that is awaited; the browser's wall clock is this script's.
LOOK = """([cell, columns]) => {
  const video = document.getElementById('picture');
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [4, 4];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const seen = globalThis.seen = [];
  const look = (_, metadata) => {
    const x = (seen.length % columns) * cell + cell, y = Math.floor(seen.length / columns) * cell + cell;
    const scale = video.videoWidth / 1280;
    context.drawImage(video, (x - 2) * scale, (y - 2) * scale, 4 * scale, 4 * scale, 0, 0, 4, 4);
    if (context.getImageData(1, 1, 1, 1).data[0] < 100) {
      const origin = Date.now() - performance.now();
      seen.push([origin + performance.now(), origin + metadata.expectedDisplayTime]);
    }
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}"""


class Board:
    """A `.board` file that grows. What is written at once is in one system call."""

    def __init__(self, path):
        self.file = open(path, "wb", buffering=0)
        self.lock = threading.Lock()
        self.begun = time.monotonic()
        self.number = 0
        self.items = 0
        self.file.write(
            b'{"format":"board","version":1,"engine":2,"pixel":64,"second":10000,'
            + f'"width":{WIDTH},"height":{HEIGHT},"scale":1,"fill":"#ffffff"}}\n'.encode())
        self.write(['"k":"join","name":"Clock"'])

    def write(self, events):
        with self.lock:
            lines = []
            ticks = int((time.monotonic() - self.begun) * 10_000)
            for event in events:
                self.number += 1
                lines.append(f'{{"s":{self.number},"t":{ticks},"a":1,{event}}}\n')
            now = time.time()
            self.file.write("".join(lines).encode())
            return now

    def item(self):
        with self.lock:
            self.items += 1
            return self.items

    def dot(self, x, y):
        item = self.item()
        return self.write([
            f'"k":"begin","i":{item},"ink":"monoline","colour":"#000000","w":{24 * 64},"m":0',
            f'"k":"points","i":{item},"d":[{x * 64},{y * 64},64,0]',
            f'"k":"end","i":{item}'])


def scribble(board, stop):
    """A pen that writes below the dots, and reports as pens do."""
    random.seed(3)
    while not stop.is_set():
        item, rise = board.item(), 600
        x, y = 60 * 64, random.randrange(440, 690) * 64
        board.write([
            f'"k":"begin","i":{item},"ink":"pen","colour":"#1c6fe8","w":{3 * 64},"m":0',
            f'"k":"points","i":{item},"d":[{x},{y}]'])
        for _ in range(PEN_RATE * 2):
            if stop.wait(1 / PEN_RATE):
                break
            x, y, rise = x + random.randrange(300), y + rise, -rise
            board.write([f'"k":"points","i":{item},"d":[{x},{y}]'])
        board.write([f'"k":"end","i":{item}'])


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def measure(recorder, path, browser, strokes, writes):
    board = Board(path)
    stop = threading.Event()
    with Stream(recorder, path, "--follow", "--whep", "127.0.0.1:0",
                "--size", f"{WIDTH}x{HEIGHT}") as stream:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(stream.address["page"])
        if not wait(page, "document.getElementById('picture').videoWidth > 0", 20):
            sys.exit("the tab sees no picture")
        page.wait_for_timeout(1_500)
        page.evaluate(LOOK, [CELL, COLUMNS])
        pen = threading.Thread(target=scribble, args=(board, stop), daemon=True)
        if writes:
            pen.start()
        random.seed(7)
        drawn = []
        for number in range(strokes):
            drawn.append(board.dot(
                number % COLUMNS * CELL + CELL, number // COLUMNS * CELL + CELL))
            # Until it is seen, and then at no fixed phase of any frame.
            if not wait(page, f"seen.length > {number}", 5):
                sys.exit(f"dot {number} is not seen")
            page.wait_for_timeout(random.uniform(40, 120))
        seen = page.evaluate("seen")
        stop.set()
        if writes:
            pen.join()
        page.close()
        stream.stop()
    board.file.close()
    name = "while a pen writes" if writes else "a still board"
    for column, what in enumerate(("read", "on the screen")):
        waits = [at[column] - begun * 1_000 for at, begun in zip(seen, drawn)]
        print(f"| {name}, {what} | {percentile(waits, 0.5):.0f} | {percentile(waits, 0.95):.0f}"
              f" | {max(waits):.0f} | {len(waits)} |", flush=True)


def main(recorder, folder, strokes="120"):
    strokes = min(int(strokes), COLUMNS * ROWS)
    os.makedirs(folder, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else []))
        print("| stroke to pixel | median ms | 95th | worst | strokes |\n|---|---|---|---|---|")
        for writes in (False, True):
            measure(recorder, os.path.join(folder, "growing.board"), browser, strokes, writes)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:4])
