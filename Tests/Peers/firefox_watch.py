"""Firefox watches `recorder stream --whep` with the page that it serves: RECORDER FOLDER."""
import base64
import io
import os
import shutil
import sys
import time

import pictures
from bidi import Firefox
from lesson import END, Checks, Lesson

PREFERENCES = {
    # Both ends are on this machine.
    "media.peerconnection.ice.loopback": True,
    "media.autoplay.default": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}

# The page keeps its connection to itself: the test takes it as it is made.
KEEP = """() => {
  const Original = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Original {
    constructor(...settings) {
      super(...settings);
      globalThis.peer = this;
    }
  };
}"""

STATE = "document.getElementById('state').textContent"

PICTURE = """(() => {
  const video = document.getElementById('picture');
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d').drawImage(video, 0, 0);
  return canvas.toDataURL('image/png');
})()"""

STATISTICS = """(async () => {
  const all = {};
  for (const report of (await globalThis.peer.getStats()).values()) {
    if (report.type === 'inbound-rtp') all[report.kind] = report;
  }
  return all;
})()"""


def wait(firefox, truth, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if firefox.evaluate(truth):
            return True
        time.sleep(0.1)
    return False


def compare(firefox, wanted, checks, name, path):
    # What was drawn last is on its way.
    for _ in range(30):
        png = base64.b64decode(firefox.evaluate(PICTURE).split(",", 1)[1])
        difference = pictures.Difference(pictures.read(io.BytesIO(png)), wanted)
        if difference.is_none:
            break
        time.sleep(0.1)
    with open(path, "wb") as file:
        file.write(png)
    checks.expect(difference.is_none, f"{name} shows what is rendered: {difference}")


def watch(firefox, lesson, stream, checks, folder):
    wanted = pictures.read(lesson.picture)
    firefox.before_every_page(KEEP)
    for name in ("a tab", "a reloaded tab"):
        begun = time.monotonic()
        firefox.open(stream.address["page"])
        seen = wait(firefox, "document.getElementById('picture').videoWidth > 0", 20)
        checks.expect(seen, f"{name} has a picture after {time.monotonic() - begun:.1f} s")
        if not seen:
            print(firefox.evaluate(STATE))
            continue
        if name == "a tab":
            time.sleep(END)
        compare(firefox, wanted, checks, name, os.path.join(folder, f"{name}.png"))
        time.sleep(3)
        figures = firefox.evaluate(STATISTICS)
        video, audio = figures["video"], figures["audio"]
        checks.expect(
            video["framesDecoded"] >= 2 and video["packetsLost"] == 0 and video["pliCount"] <= 1,
            f"{name} decodes {video['framesDecoded']} frames; {video['packetsLost']} packets lost, "
            f"{video['pliCount']} key frames asked for, jitter {video['jitter'] * 1_000:.1f} ms")
        checks.expect(
            audio.get("totalAudioEnergy", 0) > 0.001 and audio["packetsLost"] == 0,
            f"{name} hears the tone: energy {audio.get('totalAudioEnergy')}, "
            f"{audio['packetsReceived']} packets")
        checks.expect(stream.wait_for_viewers(1, 5) == 1, "one watches")
    stream.stop()
    checks.expect(
        wait(firefox, f"{STATE}.includes('ended')", 5), f"the page says: {firefox.evaluate(STATE)}")


def main(recorder, folder):
    shutil.rmtree(os.path.join(folder, "profile"), ignore_errors=True)
    lesson = Lesson(recorder, folder)
    checks = Checks()
    firefox = Firefox(folder, PREFERENCES)
    try:
        print(f"Firefox {firefox.version}", flush=True)
        with lesson.stream("--whep", "127.0.0.1:0") as stream:
            watch(firefox, lesson, stream, checks, folder)
    finally:
        firefox.close()
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
