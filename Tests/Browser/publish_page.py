"""Publishes a canvas and a microphone from Debian's Chromium to `recorder receive --whip-listen`:
RECORDER FOLDER.

The canvas changes its colour once a second, the fake microphone beeps. Two tabs publish at once, one of
them offers H.264 only before that, one does not know the token. What is recorded is checked by
`recorder check`, and its colours are looked at. Prints a line a check and every fault; exits with 1 when
there was one.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import sync_playwright

FLAGS = ["--disable-gpu", "--force-color-profile=srgb", "--use-fake-device-for-media-stream",
         "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required"]
SECONDS = 8
TOKEN = "open.sesame"
COLOURS = [(200, 40, 40), (40, 160, 60), (40, 60, 200)]

PAGE = b"<!doctype html><title>publishes</title><canvas id=board width=640 height=360></canvas>"

PUBLISH = """async ([address, token, only, colours]) => {
  const canvas = document.getElementById('board');
  const context = canvas.getContext('2d');
  const began = performance.now();
  const draw = () => {
    const second = Math.floor((performance.now() - began) / 1000);
    const [r, g, b] = colours[second % colours.length];
    context.fillStyle = `rgb(${r}, ${g}, ${b})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  };
  draw();
  setInterval(draw, 50);
  const sound = await navigator.mediaDevices.getUserMedia({ audio: true });
  const picture = canvas.captureStream(20);
  const peer = new RTCPeerConnection();
  globalThis.peer = peer;
  const video = peer.addTransceiver(picture.getVideoTracks()[0], { direction: 'sendonly' });
  peer.addTransceiver(sound.getAudioTracks()[0], { direction: 'sendonly' });
  if (only) {
    const codecs = RTCRtpSender.getCapabilities('video').codecs;
    video.setCodecPreferences(codecs.filter((codec) => codec.mimeType === only));
  }
  await peer.setLocalDescription();
  const headers = { 'Content-Type': 'application/sdp' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(address, { method: 'POST', headers, body: peer.localDescription.sdp });
  const body = await answer.text();
  if (answer.status !== 201) {
    peer.close();
    return { status: answer.status, body };
  }
  globalThis.session = new URL(answer.headers.get('Location'), address).href;
  await peer.setRemoteDescription({ type: 'answer', sdp: body });
  return { status: 201 };
}"""

STATISTICS = """async () => {
  const all = {};
  for (const report of (await peer.getStats()).values()) {
    if (report.type === 'outbound-rtp') all[report.kind] = report;
    if (report.type === 'remote-inbound-rtp') all['remote ' + report.kind] = report;
    if (report.type === 'transport') all.transport = report;
  }
  return all;
}"""

LEAVE = """async (token) => {
  const answer = await fetch(session, {
    method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
  peer.close();
  return answer.status;
}"""


class Page(BaseHTTPRequestHandler):
    """A page of another origin than the recorder's: browsers ask whether it may publish (CORS)."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class Recording:
    """`recorder receive`, and what it says."""

    def __init__(self, recorder, folder):
        self.process = subprocess.Popen(
            [recorder, "receive", "--whip-listen", "127.0.0.1:0", "--token", TOKEN, "-o", folder,
             "--json"], stdout=subprocess.PIPE, text=True)
        self.address = json.loads(self.process.stdout.readline())["at"]
        self.lines = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(json.loads(line))

    def stop(self):
        """As Ctrl-C does; the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=60)
        self.reader.join(timeout=10)
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Publishing:
    def __init__(self, recorder, page):
        self.recorder = recorder
        self.address = page
        self.faults = 0

    def expect(self, truth, what):
        print(("right: " if truth else "FAULT: ") + what, flush=True)
        self.faults += not truth

    def page(self, browser):
        page = browser.new_context(permissions=["microphone"]).new_page()
        page.on("pageerror", lambda error: self.expect(False, f"the page threw {error}"))
        page.goto(self.address)
        return page

    def refusals(self, browser, address):
        page = self.page(browser)
        result = page.evaluate(PUBLISH, [address, "open.barley", None, COLOURS])
        self.expect(result["status"] == 401 and TOKEN not in result["body"],
                    f"a wrong token is refused: {result}")
        result = page.evaluate(PUBLISH, [address, TOKEN, "video/H264", COLOURS])
        self.expect(result["status"] == 406 and "VP8" in result["body"],
                    f"H.264 alone is refused: {result}")
        page.close()

    def statistics(self, page, name):
        figures = page.evaluate(STATISTICS)
        video, remote = figures["video"], figures.get("remote video", {})
        self.expect(video["framesEncoded"] > 10 * (SECONDS - 2) and video["qualityLimitationReason"]
                    != "bandwidth", f"{name} encodes {video['framesEncoded']} frames, "
                    f"{video['keyFramesEncoded']} of them key frames, limited by "
                    f"{video['qualityLimitationReason']}")
        self.expect(remote.get("packetsLost", -1) == 0 and "audio" in figures,
                    f"{name} is told of what arrives: {remote.get('packetsLost')} packets lost, "
                    f"{figures['transport'].get('srtpCipher')}")

    def check(self, folder):
        for name in ["mix.webm", "tracks/1.webm", "tracks/2.webm"]:
            path = os.path.join(folder, name)
            result = subprocess.run([self.recorder, "check", path], capture_output=True, text=True)
            self.expect(result.returncode == 0, f"{path} passes the check\n{result.stdout}")
        self.expect(self.colours(os.path.join(folder, "tracks/1.webm")) == set(range(len(COLOURS))),
                    f"{folder} shows every colour of the canvas")
        self.expect(self.colours(os.path.join(folder, "mix.webm")) == set(range(len(COLOURS))),
                    f"the mix of {folder} does, too")
        said = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "info", "-i", os.path.join(folder, "tracks/2.webm"), "-af",
             "volumedetect", "-f", "null", "-"], capture_output=True, text=True).stderr
        loudest = float(said.split("max_volume: ")[1].split(" dB")[0])
        self.expect(loudest > -40, f"the microphone is heard: {loudest} dB at most")

    def colours(self, path):
        """Which of the colours a recording shows.

        A canvas is sent in the whole range of values by BT.709, which Chromium says in a header extension
        of its own that nobody else takes: by the rules of VP8 its colours are off a little.
        """
        raw = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf",
             "fps=4,scale=1:1:flags=area:in_color_matrix=auto,format=rgb24", "-f", "rawvideo", "-"],
            capture_output=True, check=True).stdout
        found = set()
        for at in range(0, len(raw), 3):
            for number, colour in enumerate(COLOURS):
                if all(abs(raw[at + c] - colour[c]) < 40 for c in range(3)):
                    found.add(number)
        return found


def main(recorder, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    test = Publishing(recorder, f"http://127.0.0.1:{server.server_address[1]}/")
    target = os.path.join(folder, "got")
    with Recording(recorder, target) as recording, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else []))
        print(f"Chromium {browser.version}, {recording.address}", flush=True)
        test.refusals(browser, recording.address)
        pages = [test.page(browser), test.page(browser)]
        for page in pages:
            result = page.evaluate(PUBLISH, [recording.address, TOKEN, None, COLOURS])
            test.expect(result["status"] == 201, f"a tab publishes: {result}")
        pages[0].wait_for_timeout(SECONDS * 1_000)
        for number, page in enumerate(pages):
            test.statistics(page, f"tab {number + 1}")
        status = pages[0].evaluate(LEAVE, TOKEN)
        test.expect(status == 200, f"one leaves: {status}")
        pages[1].wait_for_timeout(1_000)
        code = recording.stop()
        done = [line for line in recording.lines if line["event"] == "done"]
        test.expect(code == 130 and len(done) == 2, f"Ctrl-C completes both: {code}, {done}")
        browser.close()
    for line in done:
        test.expect(line["lost"] == 0, f"{line['folder']} lacks nothing")
        test.check(line["folder"])
    print("all right" if not test.faults else f"{test.faults} faults")
    return 1 if test.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
