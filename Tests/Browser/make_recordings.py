"""Makes the recordings that playback.py opens: RECORDER RECORDINGS.json FOLDER.

Each object of the list says how: `"record"` holds the arguments before `-o FILE`; with `"bars"`,
colour_bars.py with these arguments is piped in.
"""
import json
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))


def main(recorder, recordings, folder):
    with open(recordings, encoding="utf-8") as file:
        wanted = json.load(file)
    for recording in wanted:
        path = os.path.join(folder, recording["file"])
        call = [recorder, "record", *recording["record"], "-o", path, "--quiet"]
        source = None
        if "bars" in recording:
            bars = [sys.executable, os.path.join(here, "colour_bars.py")]
            source = subprocess.Popen(
                bars + [str(number) for number in recording["bars"]], stdout=subprocess.PIPE)
        result = subprocess.run(call, stdin=source.stdout if source else subprocess.DEVNULL)
        if source:
            source.stdout.close()
            source.wait()
        if result.returncode != 0:
            print(f"{recording['file']}: recorder ended with {result.returncode}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
