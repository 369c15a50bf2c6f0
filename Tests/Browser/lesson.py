"""A lesson that is streamed, what is to be seen of it at the end, and the recorder that streams it."""
import base64
import json
import math
import os
import signal
import struct
import subprocess
import threading
import time
import wave

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BOARD = os.path.join(ROOT, "Samples", "lesson.board")
SIZE = (1280, 720)
# Of the session; its last picture stays until the stream is told to stop.
END = 6


class Stream:
    """The recorder, and what it says of itself."""

    def __init__(self, recorder, *words):
        self.process = subprocess.Popen(
            [recorder, "stream", *words, "--json"], stdout=subprocess.PIPE, text=True)
        self.address = json.loads(self.process.stdout.readline())
        self.last = {}
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.last = json.loads(line)

    def sum(self, name):
        """Of what every way out says, such as `receivers`; what is not known counts nothing."""
        return sum(sender.get(name) or 0 for sender in self.last.get("senders", []))

    @property
    def viewers(self):
        return self.sum("receivers")

    def wait_for_viewers(self, count, seconds):
        end = time.monotonic() + seconds
        while self.viewers != count and time.monotonic() < end:
            time.sleep(0.1)
        return self.viewers

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        """Without a goodbye."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As Ctrl-C does; the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=10)
        self.reader.join(timeout=10)
        return code


class Checks:
    """Says what is right and what is not, and keeps count."""

    def __init__(self):
        self.faults = 0

    def expect(self, truth, what):
        print(("right: " if truth else "FAULT: ") + what, flush=True)
        self.faults += not truth

    def end(self):
        """The exit code."""
        print("all right" if not self.faults else f"{self.faults} faults", flush=True)
        return 1 if self.faults else 0


class Lesson:
    """In a folder: a board that is finished at END, a tone of a minute, and the picture of the board then."""

    def __init__(self, recorder, folder, board=BOARD):
        os.makedirs(folder, exist_ok=True)
        self.recorder = recorder
        self.board = os.path.join(folder, "cut.board")
        self.tone = os.path.join(folder, "tone.wav")
        self.picture = os.path.join(folder, "wanted.png")
        write_tone(self.tone)
        subprocess.run(
            [recorder, "render", board, "-o", self.picture, "--at", str(END), "--force"],
            check=True, stdout=subprocess.DEVNULL)
        # From END on nothing changes: the picture there stays for as long as there is sound.
        with open(board, encoding="utf-8") as source, open(self.board, "w", encoding="utf-8") as target:
            for number, line in enumerate(source):
                event = json.loads(line)
                if number == 0 or event["t"] <= END * 10_000 and event["k"] != "audio":
                    target.write(line)

    @property
    def picture_url(self):
        with open(self.picture, "rb") as file:
            return "data:image/png;base64," + base64.b64encode(file.read()).decode()

    def stream(self, *words):
        """The stream with its sound: `--whep 127.0.0.1:0`, or another way out."""
        return Stream(
            self.recorder, self.board, "--size", f"{SIZE[0]}x{SIZE[1]}", "--to", "300",
            "--audio", self.tone, *words)


def write_tone(path):
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", ""))
        samples = (int(8_000 * math.sin(i * 2 * math.pi * 440 / 48_000)) for i in range(48_000 * 60))
        file.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
