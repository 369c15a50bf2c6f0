"""GStreamer's webrtcbin views `recorder stream --whep`: RECORDER FOLDER."""
import json
import os
import subprocess
import sys

import av
import numpy

import pictures
from lesson import END, Checks, Lesson

VIEWER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gstreamer_viewer.py")


def main(recorder, folder):
    lesson = Lesson(recorder, folder)
    checks = Checks()
    wanted = pictures.read(lesson.picture)
    raw = os.path.join(folder, "seen.i420")
    with lesson.stream("--whep", "127.0.0.1:0") as stream:
        viewer = subprocess.run(
            ["/usr/bin/python3", VIEWER, stream.address["whep"], str(END + 4), raw],
            stdout=subprocess.PIPE, text=True, timeout=60)
        checks.expect(viewer.returncode == 0, f"the viewer ends: {viewer.returncode}")
        counts = json.loads(viewer.stdout.splitlines()[-1]) if viewer.stdout else {}
        print(counts)
        width, height = counts.get("size") or (0, 0)
        seen = None
        if height:
            planes = numpy.fromfile(raw, numpy.uint8).reshape(height * 3 // 2, width)
            seen = av.VideoFrame.from_ndarray(planes, format="yuv420p").to_ndarray(format="rgb24")
        difference = pictures.Difference(seen, wanted)
        if seen is not None:
            pictures.write(os.path.join(folder, "seen.png"), seen)
        checks.expect(difference.is_none, f"it sees what is rendered: {difference}")
        level = counts.get("level")
        checks.expect(level is not None and -20 < level < -10, f"it hears the tone: {level} dB")
        reports = counts.get("reports", [])
        checks.expect(
            len(reports) >= 2 and not any(report.get("packets-lost") for report in reports),
            "it counts no packet as lost")
        checks.expect(stream.wait_for_viewers(0, 5) == 0, "it has left")
        stream.stop()
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
