"""Tests a line in the page of `recorder stream --whep` with Debian's Chromium and its fake devices: RECORDER FOLDER.

Microphone and camera go to the server and come back a second later; over a good network the page says so, over
one that loses it says that.
"""
import os
import sys

from playwright.sync_api import sync_playwright

from lesson import Lesson
from live_network import Relay, free_port
from live_page import FLAGS, SIZE, Checks, wait

DEVICES = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
WORDS = "document.getElementById('line-words').textContent"

# When something loud begins in what the microphone gives, and in what comes back, in milliseconds. The fake
# microphone beeps once a second, so that the two are told apart only within that.
ONSETS = """(() => {
  const { addTrack } = RTCPeerConnection.prototype;
  const context = new AudioContext();
  globalThis.onsets = { there: [], back: [] };
  const listen = (track, name) => {
    const node = context.createAnalyser();
    node.fftSize = 512;
    context.createMediaStreamSource(new MediaStream([track])).connect(node);
    const samples = new Float32Array(node.fftSize);
    let isLoud = false;
    setInterval(() => {
      node.getFloatTimeDomainData(samples);
      const wasLoud = isLoud;
      isLoud = samples.some((sample) => Math.abs(sample) > 0.05);
      if (isLoud && !wasLoud) globalThis.onsets[name].push(performance.now());
    }, 5);
  };
  RTCPeerConnection.prototype.addTrack = function (track, ...streams) {
    if (track.kind === 'audio') {
      listen(track, 'there');
      this.addEventListener('track', (event) => {
        if (event.track.kind === 'audio') listen(event.track, 'back');
      });
    }
    return addTrack.call(this, track, ...streams);
  };
})()"""


class Line(Checks):
    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def open(self, browser, address, has_camera):
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.on("pageerror", lambda error: self.expect(False, f"the page threw {error}"))
        page.add_init_script(ONSETS)
        page.goto(address)
        page.click("#test")
        page.set_checked("#line-camera", has_camera)
        page.click("#line-start")
        return page

    def rows(self, page):
        names = page.locator("#line-list dt").all_inner_texts()
        return dict(zip(names, page.locator("#line-list dd").all_inner_texts()))

    def good(self, browser, lesson):
        with lesson.stream("--whep", "127.0.0.1:0") as stream:
            page = self.open(browser, stream.address["page"], has_camera=True)
            self.expect(wait(page, f"{WORDS} === 'Your line is good.'", 15),
                        f"a good line is called so: {page.inner_text('#line-words')}")
            page.wait_for_timeout(3_000)
            rows = self.rows(page)
            self.expect(rows.get("Microphone") is not None and rows["Lost on the way back"] == "0.0 %"
                        and rows["Pictures"].startswith("480 lines"), f"its figures: {rows}")
            page.screenshot(path=os.path.join(self.folder, "line.png"))
            onsets = page.evaluate("globalThis.onsets")
            # Each beep with the first echo that can be its own.
            delays = sorted(min(back - beep for back in onsets["back"] if back > beep + 900)
                            for beep in onsets["there"] if beep + 1_000 < max(onsets["back"], default=0))
            middle = delays[len(delays) // 2] if delays else None
            self.expect(middle is not None and 1_000 <= middle < 1_500,
                        f"beeps come back after {middle} ms: {onsets}")
            page.click("#line-close")
            self.expect(wait(page, "document.getElementById('line-picture').srcObject === null", 2),
                        "it can be closed")
            self.expect(stream.wait_for_viewers(1, 5) == 1, "who tests is one viewer, by the page")
            page.close()
            stream.stop()

    def lossy(self, browser, lesson):
        profile = os.path.join(self.folder, "network.json")
        with open(profile, "w", encoding="utf-8") as file:
            file.write('{"up": {"loss": {"rate": 0.1}}, "down": {"loss": {"rate": 0.1}}}')
        outer, inner = free_port(), free_port()
        with Relay(lesson.recorder, outer, inner, profile), \
                lesson.stream("--whep", "127.0.0.1:0", "--media-port", str(inner),
                              "--announce", f"127.0.0.1:{outer}") as stream:
            page = self.open(browser, stream.address["page"], has_camera=False)
            self.expect(wait(page, f"{WORDS}.includes('loses sound')", 20),
                        f"a line that loses is called so: {page.inner_text('#line-words')}, {self.rows(page)}")
            page.close()
            stream.stop()


def main(recorder, folder):
    lesson = Lesson(recorder, folder)
    line = Line(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=FLAGS + DEVICES + (["--no-sandbox"] if os.geteuid() == 0 else []))
        line.good(browser, lesson)
        line.lossy(browser, lesson)
        browser.close()
    return line.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
