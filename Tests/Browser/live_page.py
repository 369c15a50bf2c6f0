"""Watches `recorder stream --whep` in Debian's Chromium: RECORDER FOLDER [BOARD].

FOLDER takes pictures of what was seen. A first tab sees the board grow, a second joins when it is
finished; what both show is compared with what the recorder renders. Prints a line a check and every
fault; exits with 1 when there was one.
"""
import base64
import os
import sys
import time

from playwright.sync_api import sync_playwright

from lesson import BOARD, END, SIZE, Checks, Lesson, Stream

FLAGS = ["--disable-gpu", "--force-color-profile=srgb",
         "--autoplay-policy=no-user-gesture-required"]

COMPARE = """async ([seen, wanted]) => {
  const pixels = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [a, b] = [await pixels(seen), await pixels(wanted)];
  if (a.width !== b.width || a.height !== b.height) return { size: [a.width, a.height] };
  let sum = 0, ink = 0, inkSum = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    let off = 0;
    for (let c = 0; c < 3; c += 1) off += Math.abs(a.data[i + c] - b.data[i + c]);
    sum += off / 3;
    if (Math.min(b.data[i], b.data[i + 1], b.data[i + 2]) < 160) {
      ink += 1;
      inkSum += off / 3;
    }
  }
  return { size: [a.width, a.height], mean: sum / (a.data.length / 4), ink,
    inkMean: ink ? inkSum / ink : 0 };
}"""

PICTURE = """() => {
  const video = document.getElementById('picture');
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d').drawImage(video, 0, 0);
  return canvas.toDataURL('image/png');
}"""

STATISTICS = """async () => {
  const all = {};
  for (const report of (await globalThis.peer.getStats()).values()) {
    if (report.type === 'inbound-rtp') all[report.kind] = report;
    if (report.type === 'transport') all.transport = report;
  }
  return all;
}"""

# The page keeps its connection to itself: the test takes it as it is made.
KEEP = """(() => {
  const Original = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Original {
    constructor(...settings) {
      super(...settings);
      globalThis.peer = this;
    }
  };
})()"""


def wait(page, truth, seconds):
    """Until an expression is true; whether it became so. The page's own rules stay in force."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if page.evaluate(truth):
            return True
        page.wait_for_timeout(50)
    return False


class Watch(Checks):
    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def open(self, browser, address):
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.add_init_script(KEEP)
        page.on("pageerror", lambda error: self.expect(False, f"the page threw {error}"))
        self.load(page, lambda: page.goto(address))
        return page

    def load(self, page, act):
        begun = time.monotonic()
        act()
        wait(page, "document.getElementById('picture').videoWidth > 0", 15)
        print(f"a first picture after {time.monotonic() - begun:.2f} s", flush=True)

    def compare(self, page, judge, wanted, name):
        """Whether a tab shows what the recorder renders."""
        result = {}
        # What was drawn last is on its way.
        for _ in range(30):
            seen = page.evaluate(PICTURE)
            result = judge.evaluate(COMPARE, [seen, wanted])
            if result.get("mean", 255) < 1.5 and result["inkMean"] < 12:
                break
            page.wait_for_timeout(100)
        with open(self.path(f"{name}.png"), "wb") as file:
            file.write(base64.b64decode(seen.split(",", 1)[1]))
        page.screenshot(path=self.path(f"{name}-page.png"))
        self.expect(
            result["size"] == list(SIZE) and result["mean"] < 1.5 and result["inkMean"] < 12
            and result["ink"] > 500,
            f"{name} shows what is rendered: off by {result.get('mean', 255):.2f} of 255, "
            f"by {result.get('inkMean', 255):.2f} on {result.get('ink', 0)} pixels of ink")

    def statistics(self, page, name, seconds=1):
        page.wait_for_timeout(seconds * 1_000)
        figures = page.evaluate(STATISTICS)
        video, audio = figures["video"], figures["audio"]
        print(f"{name}: {video['framesDecoded']} frames, {video['keyFramesDecoded']} of them key frames, "
              f"{video.get('pliCount', 0)} asked for, {video['packetsLost']} packets lost; "
              f"{figures['transport'].get('srtpCipher')}, {figures['transport'].get('tlsVersion')}")
        self.expect(video["framesDecoded"] >= 2 and video["packetsLost"] == 0,
                    f"{name} decodes what comes")
        self.expect(video.get("pliCount", 0) <= 1, f"{name} lacks nothing")
        self.expect(audio.get("totalAudioEnergy", 0) > 0.001 and audio["packetsReceived"] > 20,
                    f"{name} hears the tone: energy {audio.get('totalAudioEnergy', 0):.4f}")
        return figures


def after_a_clear(watch, browser, recorder, board):
    """A board that begins anew, and somebody who joins then: nothing comes that a browser cannot show."""
    size = f"{SIZE[0]}x{SIZE[1]}"
    with Stream(recorder, board, "--whep", "127.0.0.1:0", "--size", size, "--loop") as stream:
        first = watch.open(browser, stream.address["page"])
        first.wait_for_timeout((END + 2) * 1_000)
        late = watch.open(browser, stream.address["page"])
        late.wait_for_timeout(2_000)
        for page, name in ((first, "who saw the clear"), (late, "who came after it")):
            video = page.evaluate(STATISTICS)["video"]
            watch.expect(
                video["framesDecoded"] > 10 and video.get("pliCount", 0) <= 1
                and video["keyFramesDecoded"] <= 2,
                f"{name} decodes {video['framesDecoded']} frames, {video['keyFramesDecoded']} of them "
                f"key frames, and asked for {video.get('pliCount', 0)}")
        stream.stop()


def launch(playwright):
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium",
        args=FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else []))


def main(recorder, folder, board=BOARD):
    lesson = Lesson(recorder, folder, board)
    watch = Watch(folder)
    wanted = lesson.picture_url
    with lesson.stream("--whep", "127.0.0.1:0") as stream, sync_playwright() as playwright:
        browser = launch(playwright)
        print(f"Chromium {browser.version}, {stream.address}", flush=True)
        judge = browser.new_page()
        first = watch.open(browser, stream.address["page"])
        first.wait_for_timeout(END * 1_000)
        watch.compare(first, judge, wanted, "the first tab")
        watch.statistics(first, "the first tab")
        second = watch.open(browser, stream.address["page"])
        watch.compare(second, judge, wanted, "a late tab")
        # Chromium grows impatient after three seconds in which nothing is drawn.
        watch.statistics(second, "a late tab", seconds=8)
        watch.expect(stream.wait_for_viewers(2, 5) == 2, "two watch")
        watch.load(first, first.reload)
        watch.compare(first, judge, wanted, "a reloaded tab")
        watch.expect(stream.wait_for_viewers(2, 5) == 2, "still two watch")
        second.close()
        watch.expect(stream.wait_for_viewers(1, 5) == 1, "one has left")
        code = stream.stop()
        watch.expect(code == 130 and stream.last.get("event") == "done",
                     f"Ctrl-C ends it: {code}, {stream.last}")
        watch.expect(
            wait(first, "document.getElementById('state').textContent.includes('ended')", 3),
            f"the page says: {first.text_content('#state')}")
        first.close()
        after_a_clear(watch, browser, recorder, lesson.board)
        browser.close()
    return watch.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
