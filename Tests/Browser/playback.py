"""Opens recordings in Debian's Chromium: plays them through, seeks, and reads colours back.

    playback.py FOLDER EXPECTATIONS.json

FOLDER holds the files; EXPECTATIONS is a list of objects:

    {"file": "a.webm", "duration": 60.0, "size": [1920, 1080], "audio": true,
     "pixels": [{"at": 5.0, "x": 10, "y": 20, "rgb": [255, 255, 255], "tolerance": 10}]}

Durations are seconds and hold within 0.05 s; `audio` and `pixels` may be left out. Prints a line a
file, and every fault; exits with 1 when there was one.
"""
import json
import math
import os
import shutil
import sys

from playwright.sync_api import Error, sync_playwright

import range_server

FLAGS = ["--autoplay-policy=no-user-gesture-required", "--mute-audio", "--disable-gpu"]
# Chromium drops sound above 4×, and what is not heard is not decoded.
RATE_WITH_AUDIO = 4
RATE_SILENT = 16
SEEKS = (0.9, 0.1, 0.5, 0.0, 0.99, 0.25)


def check(page, expected):
    faults = []
    facts = page.evaluate("source => load(source)", expected["file"])
    if not (math.isfinite(facts["duration"])
            and abs(facts["duration"] - expected["duration"]) <= 0.05):
        faults.append(f"duration {facts['duration']}, not {expected['duration']}")
    if [facts["width"], facts["height"]] != expected["size"]:
        faults.append(f"size {facts['width']}x{facts['height']}, not {expected['size']}")

    for share in SEEKS:
        at = share * expected["duration"]
        page.evaluate("time => pixels(time, [])", at)
        there = page.evaluate("video.currentTime")
        if abs(there - at) > 0.02:
            faults.append(f"sought {at:.2f} s, got {there:.2f} s")
    wanted = expected.get("pixels", [])
    for place in wanted:
        got = page.evaluate(
            "([time, x, y]) => pixels(time, [[x, y]])", [place["at"], place["x"], place["y"]])[0]
        off = max(abs(a - b) for a, b in zip(got, place["rgb"]))
        if off > place.get("tolerance", 10):
            faults.append(f"at {place['at']} s ({place['x']}, {place['y']}) is {got}, "
                          f"not {place['rgb']}: off by {off}")

    audio = expected.get("audio", False)
    played = page.evaluate("rate => playThrough(rate)", RATE_WITH_AUDIO if audio else RATE_SILENT)
    if abs(played["end"] - expected["duration"]) > 0.1:
        faults.append(f"ended at {played['end']} s, not {expected['duration']}")
    if played["frames"] == 0 or played["corrupted"] > 0:
        faults.append(f"{played['frames']} frames, {played['corrupted']} of them corrupted")
    if audio and played["audioBytes"] == 0:
        faults.append("no sound was decoded")
    print(f"{expected['file']}: {facts['duration']:.2f} s, {facts['width']}x{facts['height']}, "
          f"{len(SEEKS)} seeks, {len(wanted)} colours, played to {played['end']:.2f} s, "
          f"{played['frames']} frames, {played['corrupted']} corrupt: "
          + ("right" if not faults else f"{len(faults)} faults"))
    return faults


def main(folder, expectations):
    with open(expectations, encoding="utf-8") as file:
        recordings = json.load(file)
    here = os.path.dirname(os.path.abspath(__file__))
    shutil.copy(os.path.join(here, "player.html"), folder)
    address = range_server.serve(folder)
    count = 0
    with sync_playwright() as playwright:
        flags = FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=flags)
        print(f"Chromium {browser.version}")
        for expected in recordings:
            page = browser.new_page()
            page.goto(f"{address}/player.html")
            try:
                faults = check(page, expected)
            except Error as error:
                faults = [error.message.split("\n")[0]]
            for fault in faults:
                print(f"{expected['file']}: {fault}", file=sys.stderr)
            count += len(faults)
            page.close()
        browser.close()
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
