"""aiortc publishes to `recorder receive --whip-listen`: RECORDER FOLDER.

A bar that moves and a tone; what is recorded passes `recorder check`, and holds both.
"""
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.error

import aiortc
import av
import numpy

from aiortc_peer import Drawing, publish
from lesson import Checks

SECONDS = 6
TOKEN = "open.sesame"


def received(reports, kind):
    report = reports.get(kind)
    if not report:
        return "no report"
    return f"{report.packetsReceived} packets received, {report.packetsLost} lost"


def judge(track, checks, name):
    """The bar in a picture of the middle, or the tone's loudness."""
    with av.open(track) as file:
        if file.streams.video:
            pictures = [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]
            blue = [int(((p[..., 2] > p[..., 0] + 80) & (p[..., 0] < 100)).sum()) for p in pictures]
            wanted = Drawing.WIDTH * Drawing.HEIGHT // 16
            places = {int(p[Drawing.HEIGHT // 2, :, 0].argmin()) * 8 // Drawing.WIDTH for p in pictures}
            checks.expect(
                len(pictures) > SECONDS * 10 and 0.8 < numpy.median(blue) / wanted < 1.2
                and len(places) >= SECONDS - 1,
                f"{name}: {len(pictures)} pictures with a bar in {len(places)} places")
        if file.streams.audio:
            file.seek(0)
            resampler = av.AudioResampler("flt", "mono", 48_000)
            sound = numpy.concatenate([
                part.to_ndarray()[0] for frame in file.decode(audio=0)
                for part in resampler.resample(frame)])
            spectrum = numpy.abs(numpy.fft.rfft(sound[48_000:96_000]))
            loudness = float(numpy.sqrt((sound[48_000:96_000] ** 2).mean()))
            checks.expect(
                abs(int(spectrum.argmax()) - 440) <= 1 and 0.1 < loudness < 0.25,
                f"{name}: {len(sound) / 48_000:.1f} s, a tone of {spectrum.argmax()} Hz, {loudness:.3f}")


def main(recorder, folder):
    checks = Checks()
    recording = os.path.join(folder, "recording")
    shutil.rmtree(recording, ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    print(f"aiortc {aiortc.__version__}", flush=True)
    process = subprocess.Popen(
        [recorder, "receive", "--whip-listen", "127.0.0.1:0", "--token", TOKEN, "-o", recording,
         "--json"], stdout=subprocess.PIPE, text=True)
    try:
        address = json.loads(process.stdout.readline())["at"]
        try:
            asyncio.run(publish(address, 0, "open.barley"))
            checks.expect(False, "a wrong token is refused")
        except urllib.error.HTTPError as error:
            checks.expect(error.code == 401, f"a wrong token is refused: {error.code}")
        reports = asyncio.run(publish(address, SECONDS, TOKEN))
        for kind in ("video", "audio"):
            checks.expect(
                kind in reports and reports[kind].packetsLost == 0,
                f"{kind} by RTCP: {received(reports, kind)}")
        process.send_signal(signal.SIGINT)
        lines = process.stdout.read().splitlines()
        code = process.wait(timeout=20)
        checks.expect(code == 130, f"Ctrl-C ends it: {code}; {lines[-1] if lines else 'nothing said'}")
    finally:
        process.kill()
        process.wait()
    kept = os.path.join(recording, "1")
    tracks = ["mix.webm"] + sorted(f"tracks/{name}" for name in os.listdir(f"{kept}/tracks"))
    checks.expect(len(tracks) == 3, f"tracks and a mix: {tracks}")
    for name in tracks:
        path = os.path.join(kept, name)
        check = subprocess.run([recorder, "check", path], stdout=subprocess.PIPE, text=True)
        checks.expect(check.returncode == 0, f"{name} passes `recorder check`: {check.returncode}")
        # The mix frames the picture.
        if name != "mix.webm":
            judge(path, checks, name)
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
