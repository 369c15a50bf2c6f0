"""Whether a decoded picture is the one that the recorder renders."""
import struct
import zlib

import av
import numpy

# Measured as in Tests/Browser/live_page.py: over the picture, and where it holds ink.
MOST = 1.5
MOST_ON_INK = 12
DARK = 160


def read(path):
    """The first picture of a file, as rows of red, green and blue."""
    with av.open(path) as file:
        return next(file.decode(video=0)).to_ndarray(format="rgb24")


def write(path, pixels):
    """As PNG, for who wants to look."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(
            ">I", zlib.crc32(name + body))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(
            b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


class Difference:
    """Between what was seen and what was wanted, of 255."""

    def __init__(self, seen, wanted):
        self.is_whole = seen is not None and seen.shape == wanted.shape
        self.mean, self.on_ink, self.ink = 255, 255, 0
        if not self.is_whole:
            return
        off = numpy.abs(seen.astype(numpy.int16) - wanted).mean(axis=2)
        is_ink = wanted.min(axis=2) < DARK
        self.mean = float(off.mean())
        self.ink = int(is_ink.sum())
        self.on_ink = float(off[is_ink].mean()) if self.ink else 0

    @property
    def is_none(self):
        return self.is_whole and self.mean < MOST and self.on_ink < MOST_ON_INK and self.ink > 500

    def __str__(self):
        return f"off by {self.mean:.2f} of 255, by {self.on_ink:.2f} on {self.ink} pixels of ink"
