"""aiortc views `recorder stream --whep`: RECORDER FOLDER."""
import asyncio
import os
import sys

import aiortc

import pictures
from aiortc_peer import Viewer
from lesson import END, Checks, Lesson
from whep import delete


async def watch(lesson, stream, checks, folder):
    wanted = pictures.read(lesson.picture)
    endpoint = stream.address["whep"]
    # aiortc's figures of a stream are those of its retransmissions, where there are such.
    first, late = Viewer(), Viewer(retransmission=False)
    await first.watch(endpoint)
    await asyncio.sleep(END)
    session = await late.watch(endpoint)
    for viewer, name in ((first, "who was there from the start"), (late, "who came late")):
        difference = await viewer.see_within(wanted, 10)
        checks.expect(difference.is_none, f"{name} sees what is rendered: {difference}")
        if viewer.picture is not None:
            pictures.write(
                os.path.join(folder, f"{name}.png"), viewer.picture.to_ndarray(format="rgb24"))
    # Reports come every second or two.
    await asyncio.sleep(3)
    for viewer, name in ((first, "who was there from the start"), (late, "who came late")):
        checks.expect(0.1 < viewer.loudness < 0.3, f"{name} hears the tone: {viewer.loudness:.3f}")
    figures = await late.figures()
    for kind, rate in (("video", 90_000), ("audio", 48_000)):
        counted, told = figures.get((kind, "inbound-rtp")), figures.get((kind, "remote-outbound-rtp"))
        checks.expect(
            None not in (counted, told) and counted.packetsLost == 0
            and 0 <= counted.packetsReceived - told.packetsSent < 200
            and counted.jitter < rate / 10,
            f"{kind} by RTCP: " + ("no reports" if None in (counted, told) else
            f"{counted.packetsReceived} packets, {counted.packetsLost} lost, jitter "
            f"{counted.jitter / rate * 1_000:.1f} ms; a report ago the sender had sent {told.packetsSent}"))
    checks.expect(
        stream.wait_for_viewers(2, 3) == 2 and stream.sum("loss") == 0,
        f"its reports arrive: {stream.last.get('senders')}")
    await asyncio.to_thread(delete, session)
    checks.expect(
        await asyncio.to_thread(stream.wait_for_viewers, 1, 5) == 1, "who asks to leave has left")
    code = await asyncio.to_thread(stream.stop)
    checks.expect(code == 130, f"the stream ends: {code}")
    for viewer in (first, late):
        await viewer.close()


def main(recorder, folder):
    lesson = Lesson(recorder, folder)
    checks = Checks()
    print(f"aiortc {aiortc.__version__}", flush=True)
    with lesson.stream("--whep", "127.0.0.1:0") as stream:
        asyncio.run(watch(lesson, stream, checks, folder))
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
