"""aiortc watches what is streamed, and publishes."""
import asyncio
import fractions

import av
import numpy
from aiortc import MediaStreamTrack, RTCPeerConnection, RTCRtpReceiver, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError

import whep
from pictures import Difference


class Viewer:
    """One peer connection, the picture it saw last, and how loud what it heard was."""

    def __init__(self, retransmission=True):
        """:param retransmission: whether packets may be sent again as a stream of their own."""
        self.connection = RTCPeerConnection()
        self.retransmission = retransmission
        self.picture = None
        self.pictures = 0
        self.energy = 0
        self.samples = 0
        self.tasks = []
        self.connection.on("track", self.take)

    def take(self, track):
        take = self.see if track.kind == "video" else self.hear
        self.tasks.append(asyncio.ensure_future(self.until_the_end(track, take)))

    async def until_the_end(self, track, take):
        while True:
            try:
                take(await track.recv())
            except MediaStreamError:
                return

    def see(self, frame):
        self.pictures += 1
        self.picture = frame

    def hear(self, frame):
        sound = frame.to_ndarray().astype(numpy.float64) / 32_768
        self.samples += frame.samples
        self.energy += float((sound**2).mean()) * frame.samples

    @property
    def loudness(self):
        """Root of the mean square, of full scale."""
        return (self.energy / self.samples) ** 0.5 if self.samples else 0

    async def watch(self, endpoint):
        """By WHEP; where the session is."""
        for kind in ("video", "audio"):
            transceiver = self.connection.addTransceiver(kind, direction="recvonly")
            if not self.retransmission:
                codecs = RTCRtpReceiver.getCapabilities(kind).codecs
                transceiver.setCodecPreferences(
                    [codec for codec in codecs if not codec.mimeType.endswith("/rtx")])
        await self.connection.setLocalDescription(await self.connection.createOffer())
        answer, session = await asyncio.to_thread(
            whep.post, endpoint, self.connection.localDescription.sdp)
        await self.connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        return session

    async def answer(self, offer):
        """The answer to what a server offers."""
        await self.connection.setRemoteDescription(RTCSessionDescription(offer, "offer"))
        await self.connection.setLocalDescription(await self.connection.createAnswer())
        return self.connection.localDescription.sdp

    async def see_within(self, wanted, seconds):
        """How far the last picture is from the one wanted, once it is that or the time is over."""
        difference = Difference(None, wanted)
        for _ in range(int(seconds * 4)):
            await asyncio.sleep(0.25)
            if self.picture is not None:
                difference = Difference(self.picture.to_ndarray(format="rgb24"), wanted)
                if difference.is_none:
                    break
        return difference

    async def figures(self):
        """What it counted, and what the sender told it, by kind."""
        figures = {}
        for report in (await self.connection.getStats()).values():
            if report.type in ("inbound-rtp", "remote-outbound-rtp"):
                figures[report.kind, report.type] = report
        return figures

    async def close(self):
        await self.connection.close()
        await asyncio.gather(*self.tasks)


class Drawing(MediaStreamTrack):
    """A white picture with a bar that moves once a second."""

    kind = "video"
    WIDTH, HEIGHT, RATE = 640, 360, 15

    def __init__(self):
        super().__init__()
        self.number = 0
        self.begun = None

    async def recv(self):
        loop = asyncio.get_running_loop()
        self.begun = self.begun if self.begun is not None else loop.time()
        await asyncio.sleep(max(0, self.begun + self.number / self.RATE - loop.time()))
        pixels = numpy.full((self.HEIGHT, self.WIDTH, 3), 255, numpy.uint8)
        left = self.number // self.RATE % 8 * self.WIDTH // 8
        pixels[:, left:left + self.WIDTH // 16] = (0, 0, 160)
        frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
        frame.pts, frame.time_base = self.number * 90_000 // self.RATE, fractions.Fraction(1, 90_000)
        self.number += 1
        return frame


class Tone(MediaStreamTrack):
    """440 Hz at a quarter of full scale."""

    kind = "audio"
    LENGTH = 960

    def __init__(self):
        super().__init__()
        self.number = 0
        self.begun = None

    async def recv(self):
        loop = asyncio.get_running_loop()
        self.begun = self.begun if self.begun is not None else loop.time()
        await asyncio.sleep(max(0, self.begun + self.number * self.LENGTH / 48_000 - loop.time()))
        first = self.number * self.LENGTH
        time = numpy.arange(first, first + self.LENGTH) / 48_000
        sound = (8_192 * numpy.sin(time * 2 * numpy.pi * 440)).astype(numpy.int16)
        frame = av.AudioFrame.from_ndarray(sound.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.pts = 48_000, first
        frame.time_base = fractions.Fraction(1, 48_000)
        self.number += 1
        return frame


async def publish(endpoint, seconds, token=None):
    """The bar and the tone, by WHIP; what the receiver reported of them, by kind."""
    connection = RTCPeerConnection()
    connection.addTrack(Drawing())
    connection.addTrack(Tone())
    for transceiver in connection.getTransceivers():
        transceiver.direction = "sendonly"
    try:
        await connection.setLocalDescription(await connection.createOffer())
        answer, session = await asyncio.to_thread(
            whep.post, endpoint, connection.localDescription.sdp, token)
        await connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        await asyncio.sleep(seconds)
        reports = (await connection.getStats()).values()
        await asyncio.to_thread(whep.delete, session, token)
    finally:
        await connection.close()
    return {report.kind: report for report in reports if report.type == "remote-inbound-rtp"}
