"""Writes raw BGRA frames of colour bars to standard output: WIDTH HEIGHT FPS SECONDS [SPEED].

Eight upright bars; in the second half of the time they stand in the opposite order. With SPEED they
move that many pixels to the left with every frame, and come in again on the right. Whoever reads a
colour back from the middle of a bar knows what it has to be, and when.
"""
import os
import sys

BARS = [(255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0),
        (255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)]


def frame(width, height, bars, shift=0):
    row = bytearray()
    for x in range(width):
        red, green, blue = bars[(x + shift) % width * len(bars) // width]
        row += bytes((blue, green, red, 255))
    return bytes(row) * height


def main(width, height, rate, seconds, speed=0):
    first, second = frame(width, height, BARS), frame(width, height, BARS[::-1])
    count = rate * seconds
    try:
        for number in range(count):
            now = first if number < count // 2 else second
            if speed:
                now = frame(width, height, BARS if now is first else BARS[::-1], number * speed)
            sys.stdout.buffer.write(now)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Who read has said why; the interpreter must not say more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:6]))
