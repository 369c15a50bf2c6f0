"""Records the samples and has every file judged: RECORDER FOLDER [FILE.webm...].

The judges are MediaConch's implementation checker, mkvinfo and mkvmerge (libmatroska reads every
element), ffprobe, a full decode by FFmpeg, and `recorder check`. A file passes when none of them has
anything to say. Prints a line a file and exits with 1 if one fails.
"""
import json
import os
import re
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
bars = [sys.executable, os.path.join(here, "..", "Browser", "colour_bars.py")]

# Name, the arguments before `-o FILE`, and what `recorder check` compares it with.
LESSON, SILENT, DENSE = ("Samples/lesson.board", "Samples/silent.board", "Samples/dense.board")
RECORDINGS = [
    ("lesson", [LESSON, "--size", "1280x720"], LESSON),
    ("silent", [SILENT, "--size", "640x360"], SILENT),
    ("dense", [DENSE, "--size", "640x360", "--to", "6"], None),
    ("part", [LESSON, "--size", "320x180", "--from", "5", "--to", "25", "--speed", "2"], None),
    ("constant", [SILENT, "--size", "64x64", "--fps", "25", "--constant-rate", "--to", "3"], None),
    ("odd", [SILENT, "--size", "175x143", "--to", "4"], None),
    ("tiny", [SILENT, "--size", "1x1", "--to", "2"], None),
    ("fast", [LESSON, "--size", "64x36", "--fps", "240", "--to", "10"], None),
]


def run(call, **more):
    return subprocess.run(call, stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)


def record(recorder, folder):
    paths = []
    for name, arguments, against in RECORDINGS:
        path = os.path.join(folder, name + ".webm")
        result = run([recorder, "record", *arguments, "-o", path, "--quiet"])
        if result.returncode or result.stderr:
            raise SystemExit(f"{name}: recorder ended with {result.returncode}: {result.stderr}")
        paths.append((path, against))
    return paths + [frames(recorder, folder), recovered(recorder, folder)]


def frames(recorder, folder):
    """Raw frames from a pipe."""
    path = os.path.join(folder, "frames.webm")
    source = subprocess.Popen([*bars, "320", "180", "30", "4"], stdout=subprocess.PIPE)
    call = [recorder, "record", "--frames", "-", "--format", "bgra", "--size", "320x180", "--fps", "30"]
    subprocess.run([*call, "-o", path, "--quiet"], stdin=source.stdout, check=True)
    source.stdout.close()
    source.wait()
    return path, None


def recovered(recorder, folder):
    """Two thirds of the lesson, completed."""
    path = os.path.join(folder, "recovered.webm")
    with open(os.path.join(folder, "lesson.webm"), "rb") as whole, open(path, "wb") as cut:
        data = whole.read()
        cut.write(data[:len(data) * 2 // 3])
    subprocess.run([recorder, "recover", path], stdout=subprocess.DEVNULL, check=True)
    return path, None


def judge_mediaconch(path):
    text = run(["mediaconch", "--Mediaconch", "--Format=xml", path]).stdout
    counts = re.search(
        r'<implementationChecks checks_run="(\d+)" fail_count="(\d+)" warn_count="(\d+)"', text)
    if not counts or int(counts[1]) < 20:
        return "mediaconch did not check it"
    if counts[2] != "0" or counts[3] != "0":
        failed = re.findall(r'icid="([^"]+)"[^>]*(?:fail|warn)_count="[1-9]', text)
        return "mediaconch: " + ", ".join(failed)
    return None


def judge_mkvinfo(path):
    result = run(["mkvinfo", "--all", "--check-mode", "--ui-language", "en_US", path])
    text = result.stdout
    for word in ("unknown element", "Unknown element", "error", "Error", "warning", "Warning"):
        if word in text:
            return f"mkvinfo: '{word}'"
    for part in ("Seek head", "Cues", "Duration", "Cluster"):
        if part not in text:
            return f"mkvinfo finds no {part}"
    return f"mkvinfo ended with {result.returncode}" if result.returncode else None


def judge_mkvmerge(path):
    """libmatroska reads every block of it; a warning is as bad as an error."""
    result = run(["mkvmerge", "--quiet", "--abort-on-warnings", "-o", path + ".mkv", path])
    if os.path.exists(path + ".mkv"):
        os.remove(path + ".mkv")
    return f"mkvmerge: {result.stdout.strip()}" if result.returncode or result.stdout else None


def judge_ffprobe(path):
    result = run(["ffprobe", "-v", "warning", "-of", "json", "-show_format", "-show_streams", path])
    if result.returncode or result.stderr:
        return f"ffprobe: {result.stderr.strip()}"
    seen = json.loads(result.stdout)
    if float(seen["format"].get("duration", 0)) <= 0:
        return "ffprobe finds no duration"
    video = [stream for stream in seen["streams"] if stream["codec_type"] == "video"]
    colours = {key: value for stream in video for key, value in stream.items() if "color" in key}
    wanted = {"color_range": "tv", "color_space": "smpte170m", "color_transfer": "smpte170m",
              "color_primaries": "smpte170m"}
    if video and colours != wanted:
        return f"ffprobe finds the colours {colours}"
    return None


def judge_decode(path):
    result = run(["ffmpeg", "-v", "error", "-xerror", "-i", path, "-map", "0", "-c:s", "copy",
                  "-f", "null", "-"])
    if result.returncode or result.stderr:
        return f"ffmpeg ended with {result.returncode}: {result.stderr.strip()}"
    return None


def judge_seeks(path):
    """A seek to three quarters lands on the last key frame before it."""
    probe = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
             "packet=pts_time,flags", "-of", "csv=p=0"]
    packets = [line.split(",") for line in run([*probe, path]).stdout.split()]
    target = float(packets[-1][0]) * 0.75
    wanted = [packet[0] for packet in packets if "K" in packet[1] and float(packet[0]) <= target]
    result = run([*probe, "-read_intervals", f"{target}%+#1", path])
    found = result.stdout.split("\n")[0].split(",")[0]
    if result.stderr or found != wanted[-1]:
        return f"a seek to {target:.2f} s finds {found}, not {wanted[-1]} {result.stderr.strip()}"
    return None


JUDGES = [judge_mediaconch, judge_mkvinfo, judge_mkvmerge, judge_ffprobe, judge_decode, judge_seeks]


def main(recorder, folder, *more):
    failed = 0
    for path, against in record(recorder, folder) + [(path, None) for path in more]:
        verdicts = [verdict for verdict in (judge(path) for judge in JUDGES) if verdict]
        check = [recorder, "check", path] + (["--against", against] if against else [])
        result = run(check)
        if result.returncode:
            verdicts.append(f"recorder check ended with {result.returncode}: "
                            + (result.stdout + result.stderr).strip())
        name = os.path.basename(path)
        print(f"{name}: {'; '.join(verdicts) if verdicts else 'sound'}", flush=True)
        failed += bool(verdicts)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
