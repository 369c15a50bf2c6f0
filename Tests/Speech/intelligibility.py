"""Compares our STOI with pystoi's over spoken sentences that networks have spoilt: SPEECHSCORES FOLDER.

espeak-ng speaks with several voices; the sound is then made noisy, dull or clipped, loses packets, goes
through Opus, or comes late. Both have to give the same score, to 1e-4, and so the same order; aligned,
what came late has to be as good as what did not, and the delay has to be the one that was made. Prints a
table and exits with 1 if anything differs.
"""
import os
import subprocess
import sys

import numpy as np
from pystoi import stoi

RATE = 48000
VOICES = [
    ("en", "The quick brown fox jumps over the lazy dog. Please draw the line from here to there."),
    ("en+f3", "We meet again on Thursday at ten. Can everybody see the board and hear me clearly?"),
    ("de", "Der Ball flog hoch ueber den Zaun. Zeichne bitte ein grosses Dreieck auf die Tafel."),
]


def spoken(folder, voice, text):
    wav = os.path.join(folder, "voice.wav")
    subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "-w", wav, text], check=True)
    return decoded(["-i", wav])


def decoded(source):
    call = ["ffmpeg", "-v", "error", "-nostdin", *source, "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(call, check=True, capture_output=True).stdout, np.float32)


def through_opus(folder, sound, bitrate):
    path, raw = os.path.join(folder, "sound.opus"), os.path.join(folder, "sound.f32")
    sound.tofile(raw)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "f32le", "-ar", str(RATE), "-ac", "1", "-i", raw,
         "-c:a", "libopus", "-b:a", str(bitrate), path], check=True)
    return fitted(decoded(["-i", path]), len(sound))


def fitted(sound, count):
    return np.pad(sound, (0, max(count - len(sound), 0)))[:count]


def without_packets(sound, share, seed, repeats=False):
    """20 ms at a time; a lost packet is silence, or the one before again."""
    chance = np.random.default_rng(seed)
    heard = sound.copy()
    for start in range(960, len(sound) - 960, 960):
        if chance.random() < share:
            heard[start:start + 960] = heard[start - 960:start] if repeats else 0
    return heard


def spoilt(folder, sound):
    """Name, sound, and by how many samples it is late."""
    loud = np.sqrt(np.mean(sound ** 2))
    noise = np.random.default_rng(1).standard_normal(len(sound)).astype(np.float32) * loud
    yield "as it was", sound, 0
    for level in (20, 10, 0, -10):
        yield f"noise at {level} dB", sound + noise * np.float32(10 ** (-level / 20)), 0
    for share in (0.05, 0.2, 0.5):
        yield f"{share:.0%} of packets silent", without_packets(sound, share, 2), 0
        yield f"{share:.0%} of packets repeated", without_packets(sound, share, 3, repeats=True), 0
    for width in (20, 100):
        yield f"dull, {width}", np.convolve(sound, np.ones(width) / width, "same").astype(np.float32), 0
    yield "clipped", np.clip(sound * 20, -0.3, 0.3), 0
    for bitrate in (6000, 12000, 32000):
        yield f"Opus at {bitrate}", through_opus(folder, sound, bitrate), 0
    for late in (480, 9600, 48000):
        yield f"{late} samples late", np.concatenate([np.zeros(late, np.float32), sound]), late
    # 40 ms more in the middle, as a jitter buffer would make them.
    middle = len(sound) // 2
    gap = np.zeros(1920, np.float32)
    yield "stretched", np.concatenate([sound[:middle], gap, sound[middle:]]), None


def main():
    tool, folder = sys.argv[1], sys.argv[2]
    failures, rows = [], []
    for voice, text in VOICES:
        sound = spoken(folder, voice, text)
        sent = os.path.join(folder, "sent.f32")
        sound.tofile(sent)
        cases, paths = list(spoilt(folder, sound)), []
        for number, (_, heard, _) in enumerate(cases):
            paths.append(os.path.join(folder, f"heard-{number}.f32"))
            heard.astype(np.float32).tofile(paths[-1])
        call = [tool, str(RATE), sent, *paths]
        lines = subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()
        for (name, heard, late), line in zip(cases, lines, strict=True):
            ours, aligned, delay = (float(word) if word != "-" else None for word in line.split())
            theirs = stoi(sound.astype(float), fitted(heard, len(sound)).astype(float), RATE)
            rows.append((theirs, ours))
            print(f"{voice:6} {name:28} {theirs:8.5f} {ours:8.5f}  aligned {aligned:8.5f}  delay {delay}")
            if abs(ours - theirs) > 1e-4:
                failures.append(f"{voice}, {name}: {ours}, pystoi says {theirs}")
            if late is not None and late > 0 and (aligned < 0.999 or abs(delay - late / RATE) > 2e-4):
                failures.append(f"{voice}, {name}: aligned {aligned}, delay {delay}")
            if late is None and aligned < 0.95:
                failures.append(f"{voice}, {name}: aligned {aligned}")
            if late == 0 and aligned < ours - 0.03:
                failures.append(f"{voice}, {name}: alignment makes {ours} {aligned}")
    rows.sort()
    for (theirs, ours), (next_theirs, next_ours) in zip(rows, rows[1:]):
        if next_theirs - theirs > 2e-4 and next_ours <= ours:
            failures.append(f"order: {ours} and {next_ours}, pystoi says {theirs} and {next_theirs}")
    for failure in failures:
        print(f"speech: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
