"""GStreamer's webrtcbin views by WHEP: ENDPOINT SECONDS PICTURE. Debian's own Python runs it.

Writes the picture it saw last as I420, and prints what it counted as JSON.
"""
import json
import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402

import whep  # noqa: E402

VIDEO = ("application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=96,"
         "rtcp-fb-nack=true,rtcp-fb-nack-pli=true")
AUDIO = "application/x-rtp,media=audio,encoding-name=OPUS,clock-rate=48000,payload=111"
# As the decoder gives it: GStreamer's own conversion makes white 253.
PICTURES = ("capsfilter caps=video/x-raw,format=I420 ! "
            "appsink name=pictures sync=false max-buffers=1 drop=true emit-signals=true")
SOUND = "audioconvert ! audioresample ! level name=level interval=500000000 ! fakesink sync=false"


class Viewer:
    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.session = None
        self.counts = {"pictures": 0, "size": None, "level": None}
        self.pixels = b""
        self.begun = time.monotonic()
        self.pipeline = Gst.Pipeline.new()
        self.peer = Gst.ElementFactory.make("webrtcbin")
        self.peer.set_property("bundle-policy", GstWebRTC.WebRTCBundlePolicy.MAX_BUNDLE)
        self.pipeline.add(self.peer)
        for caps in (VIDEO, AUDIO):
            self.peer.emit("add-transceiver", GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY,
                           Gst.Caps.from_string(caps))
        self.peer.connect("pad-added", self.take)
        self.peer.connect("notify::ice-gathering-state", self.gathered)
        self.pipeline.get_bus().add_signal_watch()
        self.pipeline.get_bus().connect("message::element", self.noted)
        self.pipeline.set_state(Gst.State.PLAYING)
        self.peer.emit("create-offer", None, Gst.Promise.new_with_change_func(self.offer))

    def offer(self, promise):
        promise.wait()
        reply = promise.get_reply()
        offer = reply.get_value("offer")
        self.peer.emit("set-local-description", offer, Gst.Promise.new())

    def gathered(self, *_):
        state = self.peer.get_property("ice-gathering-state")
        if state == GstWebRTC.WebRTCICEGatheringState.COMPLETE and not self.session:
            offer = self.peer.get_property("local-description").sdp.as_text()
            text, self.session = whep.post(self.endpoint, offer)
            _, answer = GstSdp.SDPMessage.new_from_text(text)
            self.peer.emit("set-remote-description", GstWebRTC.WebRTCSessionDescription.new(
                GstWebRTC.WebRTCSDPType.ANSWER, answer), Gst.Promise.new())

    def take(self, _, pad):
        if pad.get_property("direction") != Gst.PadDirection.SRC:
            return
        decoder = Gst.ElementFactory.make("decodebin")
        decoder.connect("pad-added", self.decoded)
        self.pipeline.add(decoder)
        decoder.sync_state_with_parent()
        pad.link(decoder.get_static_pad("sink"))

    def decoded(self, _, pad):
        kind = pad.get_current_caps().get_structure(0).get_name()
        end = Gst.parse_bin_from_description(
            PICTURES if kind.startswith("video") else SOUND, True)
        self.pipeline.add(end)
        if pictures := end.get_by_name("pictures"):
            pictures.connect("new-sample", self.see)
        end.sync_state_with_parent()
        pad.link(end.get_static_pad("sink"))

    def see(self, sink):
        sample = sink.emit("pull-sample")
        shape = sample.get_caps().get_structure(0)
        buffer = sample.get_buffer()
        self.pixels = buffer.extract_dup(0, buffer.get_size())
        if not self.counts["pictures"]:
            self.counts["firstAfter"] = round(time.monotonic() - self.begun, 2)
        self.counts["pictures"] += 1
        self.counts["size"] = [shape.get_int("width")[1], shape.get_int("height")[1]]
        return Gst.FlowReturn.OK

    def noted(self, _, message):
        if message.get_structure().get_name() == "level":
            self.counts["level"] = message.get_structure().get_value("rms")[0]

    def figures(self):
        promise = Gst.Promise.new()
        self.peer.emit("get-stats", None, promise)
        promise.wait()
        reply = promise.get_reply()
        found = []
        for index in range(reply.n_fields()):
            report = reply.get_value(reply.nth_field_name(index))
            if isinstance(report, Gst.Structure) and report.has_field("packets-received"):
                found.append({name: report.get_value(name) for name in (
                    "packets-received", "packets-lost", "jitter") if report.has_field(name)})
        return found


def main(endpoint, seconds, path):
    Gst.init(None)
    viewer = Viewer(endpoint)
    loop = GLib.MainLoop()
    GLib.timeout_add(int(float(seconds) * 1_000), loop.quit)
    loop.run()
    counts = {**viewer.counts, "reports": viewer.figures(), "version": Gst.version_string()}
    with open(path, "wb") as file:
        file.write(viewer.pixels)
    if viewer.session:
        whep.delete(viewer.session)
    viewer.pipeline.set_state(Gst.State.NULL)
    print(json.dumps(counts))


if __name__ == "__main__":
    main(*sys.argv[1:4])
