"""Writes raw BGRA frames of colour bars to standard output: WIDTH HEIGHT FPS SECONDS.

Eight upright bars; in the second half of the time they stand in the opposite order. Whoever reads
a colour back from the middle of a bar knows what it has to be, and when.
"""
import os
import sys

BARS = [(255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0),
        (255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)]


def frame(width, height, bars):
    row = bytearray()
    for x in range(width):
        red, green, blue = bars[x * len(bars) // width]
        row += bytes((blue, green, red, 255))
    return bytes(row) * height


def main(width, height, rate, seconds):
    first, second = frame(width, height, BARS), frame(width, height, BARS[::-1])
    count = rate * seconds
    try:
        for number in range(count):
            sys.stdout.buffer.write(first if number < count // 2 else second)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Who read has said why; the interpreter must not say more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:5]))
