"""Has pystoi judge recorded calls: RECORDER FOLDER.

One call is held over three networks, each worse than the one before. On the first every microphone's track is
what was said; the mix of each call is what was heard. pystoi and the calls' own reports have to put the three
in the same order. Prints a table and exits with 1 if they do not.
"""
import json
import os
import subprocess
import sys

import numpy as np
from pystoi import stoi

RATE = 48000
# From good to bad.
PROFILES = ["perfect", "lossy-10", "lossy-30"]
# What pystoi makes of two calls is told apart by no less.
CLEAR = 0.01
# A voice in the mix is this near to its track, in seconds.
NEAR = 0.25


def held(recorder, folder, profile):
    """The call's folder and its report."""
    path = os.path.join(folder, profile)
    subprocess.run(
        [recorder, "calltest", "--participants", "2", "--profile", profile, "--seed", "7", "--duration", "12",
         "--record", path, "--json", path + ".json", "--quiet", "--force"], check=True, capture_output=True)
    with open(path + ".json", encoding="utf-8") as file:
        return path, json.load(file)


def decoded(path):
    call = ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a", "-ac", "1", "-ar", str(RATE), "-f",
            "f32le", "-"]
    return np.frombuffer(subprocess.run(call, check=True, capture_output=True).stdout, np.float32)


def turns(sound):
    """Where somebody speaks: from the first to the last loud tenth of a second, over pauses of up to 0.4 s."""
    length = RATE // 10
    loud = [np.mean(sound[start:start + length] ** 2) > 1e-6 for start in range(0, len(sound), length)]
    found = []
    for place, is_loud in enumerate(loud):
        if not is_loud:
            continue
        if found and place - found[-1][1] <= 4:
            found[-1][1] = place + 1
        else:
            found.append([place, place + 1])
    return [(first * length, last * length) for first, last in found if last - first > 10]


def score(said, heard):
    """pystoi's score of a piece, laid over what was heard of it where that is most alike."""
    reach = int(NEAR * RATE)
    size = 1 << (len(said) + 2 * reach).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(said, size)), size)
    start = int(np.argmax(likeness[:2 * reach]))
    part = heard[start:start + len(said)]
    part = np.pad(part, (0, len(said) - len(part)))
    return stoi(said.astype(float), part.astype(float), RATE)


def pieces(sound):
    """Turns in pieces of one to two seconds: within one, a jitter buffer changes little."""
    for first, last in turns(sound):
        count = max((last - first) // RATE, 1)
        edges = [first + (last - first) * place // count for place in range(count + 1)]
        yield from zip(edges, edges[1:])


def scores(said, mix):
    reach = int(NEAR * RATE)
    mix = np.pad(mix, (reach, reach * 2))
    return [score(track[first:last], mix[first:last + 2 * reach])
            for track in said for first, last in pieces(track)]


def main():
    recorder, folder = sys.argv[1], sys.argv[2]
    rows, said = [], None
    for profile in PROFILES:
        path, report = held(recorder, folder, profile)
        if said is None:
            with open(os.path.join(path, "manifest.json"), encoding="utf-8") as file:
                tracks = [track for track in json.load(file)["tracks"] if track["kind"] == "microphone"]
            said = [decoded(os.path.join(path, track["file"])) for track in tracks]
        theirs = np.mean(scores(said, decoded(os.path.join(path, "mix.webm"))))
        ours = np.mean([path["sound"]["intelligibility"] for path in report["paths"]])
        rows.append((profile, float(theirs), float(ours)))
        print(f"{profile:10} pystoi {theirs:.4f}  report {ours:.4f}")
    failures = []
    for (better, theirs, ours), (worse, next_theirs, next_ours) in zip(rows, rows[1:]):
        if theirs - next_theirs < CLEAR:
            failures.append(f"pystoi hears {better} at {theirs:.4f} and {worse} at {next_theirs:.4f}")
        if ours <= next_ours:
            failures.append(f"the report has {better} at {ours:.4f} and {worse} at {next_ours:.4f}")
    if rows[0][1] < 0.9:
        failures.append(f"on a perfect network pystoi hears {rows[0][1]:.4f}")
    for failure in failures:
        print(f"speech: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
