"""Watches `recorder stream --whep` in Debian's Chromium over networks that are not kind: RECORDER FOLDER.

Ten tabs at once; lost and reordered packets; a network that changes in the middle; a server that goes
away and comes back; nothing but TURN over TCP. What tabs show in the end is compared with what the recorder
renders. With names, only those tests run.
"""
import json
import socket
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from lesson import END, Lesson
from live_page import KEEP, STATISTICS, Watch, launch, wait

TABS = 10
# Each way; what is held back for so long is overtaken by what was sent after it.
BAD = {
    "latencyMs": 20, "jitter": {"distribution": "gaussian", "deviationMs": 2},
    "loss": {"rate": 0.05}, "reordering": {"rate": 0.05, "delayMs": 15},
}

# Nothing but what goes through a relay (W3C WebRTC, 4.2.4), as if UDP were blocked.
RELAYED = """(() => {
  const Original = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Original {
    constructor(settings) {
      super({ ...settings, iceTransportPolicy: 'relay' });
    }
  };
})()"""

PATH = """async () => {
  const reports = await globalThis.peer.getStats();
  const transport = [...reports.values()].find((report) => report.type === 'transport');
  const pair = reports.get(transport?.selectedCandidatePairId);
  const local = reports.get(pair?.localCandidateId) ?? {};
  return { type: local.candidateType, by: local.relayProtocol, from: local.port };
}"""

LIVE = "document.getElementById('light').dataset.state === 'live'"


def free_port(kind=socket.SOCK_DGRAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Relay:
    """`recorder relay` before the stream's UDP port."""

    def __init__(self, recorder, port, to, profile, *words):
        self.process = subprocess.Popen(
            [recorder, "relay", "--listen", str(port), "--to", f"127.0.0.1:{to}",
             "--profile", profile, "--json", *words], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Networks:
    def __init__(self, recorder, folder, browser):
        self.recorder = recorder
        self.lesson = Lesson(recorder, folder)
        self.wanted = self.lesson.picture_url
        self.watch = Watch(folder)
        self.browser = browser
        self.judge = browser.new_page()

    def expect(self, truth, what):
        self.watch.expect(truth, what)

    def compare(self, page, name):
        self.watch.compare(page, self.judge, self.wanted, name)

    def profile(self, link):
        path = self.watch.path("network.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"up": link, "down": link}, file)
        return path

    def ten_tabs(self):
        with self.lesson.stream("--whep", "127.0.0.1:0") as stream:
            pages = [self.watch.open(self.browser, stream.address["page"]) for _ in range(TABS)]
            self.expect(stream.wait_for_viewers(TABS, 10) == TABS, f"{stream.viewers} watch at once")
            pages[0].wait_for_timeout(END * 1_000)
            for number, page in enumerate(pages, 1):
                self.compare(page, f"tab {number}")
                audio = page.evaluate(STATISTICS)["audio"]
                self.expect(audio.get("totalAudioEnergy", 0) > 0.001, f"tab {number} hears the tone")
            for page in pages:
                page.close()
            self.expect(stream.wait_for_viewers(0, 5) == 0, "all have left")

    def bad_network(self):
        """Loss and reordering both ways while the lesson is drawn."""
        outer, inner = free_port(), free_port()
        with Relay(self.recorder, outer, inner, self.profile(BAD)), \
                self.lesson.stream("--whep", "127.0.0.1:0", "--media-port", str(inner),
                                   "--announce", f"127.0.0.1:{outer}") as stream:
            page = self.watch.open(self.browser, stream.address["page"])
            page.wait_for_timeout(END * 1_000)
            self.compare(page, "a tab with a bad network")
            figures = page.evaluate(STATISTICS)
            video, audio = figures["video"], figures["audio"]
            lost = audio["packetsLost"] / max(1, audio["packetsLost"] + audio["packetsReceived"])
            self.expect(
                0.01 < lost < 0.12 and audio["totalAudioEnergy"] > 0.001,
                f"{lost:.1%} of the sound's packets are lost, and the tone is heard")
            self.expect(
                video.get("retransmittedPacketsReceived", 0) > 0 and page.evaluate(LIVE),
                f"{video['packetsLost']} packets of the picture are missing, "
                f"{video.get('retransmittedPacketsReceived')} came again, "
                f"{video.get('pliCount', 0)} key frames were asked for")
            page.close()

    def changed_network(self):
        """A tab comes from another port in the middle, as behind a router that begins anew; then all is
        silent for a second and a half, and it comes from a third one."""
        outer, inner = free_port(), free_port()
        good = self.profile({"latencyMs": 5})
        with self.lesson.stream("--whep", "127.0.0.1:0", "--media-port", str(inner),
                                "--announce", f"127.0.0.1:{outer}") as stream:
            with Relay(self.recorder, outer, inner, good, "--rebind-after", "3"):
                page = self.watch.open(self.browser, stream.address["page"])
                page.evaluate("globalThis.first = globalThis.peer")
                page.wait_for_timeout(END * 1_000)
                self.compare(page, "a tab with a new port")
            page.wait_for_timeout(1_500)
            with Relay(self.recorder, outer, inner, good):
                heard = page.evaluate(STATISTICS)["audio"]["packetsReceived"]
                page.wait_for_timeout(4_000)
                more = page.evaluate(STATISTICS)["audio"]["packetsReceived"] - heard
                self.expect(more > 50, f"{more} packets of sound come after the silence")
                self.expect(
                    page.evaluate("globalThis.first === globalThis.peer") and stream.viewers == 1,
                    "it is the same session all along")
                page.close()

    def server_restart(self):
        port = free_port(socket.SOCK_STREAM)
        with self.lesson.stream("--whep", f"127.0.0.1:{port}") as stream:
            page = self.watch.open(self.browser, stream.address["page"])
            stream.stop()
        self.expect(wait(page, f"!({LIVE})", 5), f"the server ends: {page.text_content('#state')}")
        with self.lesson.stream("--whep", f"127.0.0.1:{port}") as stream:
            begun = time.monotonic()
            self.expect(wait(page, LIVE, 20), f"back after {time.monotonic() - begun:.1f} s")
            # Without a goodbye: the browser has to find out.
            stream.kill()
        with self.lesson.stream("--whep", f"127.0.0.1:{port}") as stream:
            begun = time.monotonic()
            back = stream.wait_for_viewers(1, 40) == 1 and wait(page, LIVE, 5)
            self.expect(back, f"killed, and back after {time.monotonic() - begun:.1f} s")
            page.wait_for_timeout(max(0, END - (time.monotonic() - begun)) * 1_000)
            self.compare(page, "a tab whose server was killed")
            self.watch.statistics(page, "a tab whose server was killed")
            page.close()

    def turn(self):
        """Where nothing passes but TCP to a TURN server, which the server tells of."""
        port = free_port(socket.SOCK_STREAM)
        turn = subprocess.Popen(
            ["turnserver", "-n", "--listening-ip", "127.0.0.1", "--relay-ip", "127.0.0.1",
             "--listening-port", str(port), "--allow-loopback-peers", "--no-udp", "--no-tls",
             "--no-dtls", "--no-cli", "--lt-cred-mech", "--realm", "faceboard",
             "--user", "lesson:secret", "--pidfile", self.watch.path("turnserver.pid"),
             "--log-file", self.watch.path("turnserver.log"), "--simple-log"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with self.lesson.stream(
                    "--whep", "127.0.0.1:0", "--token", "open.sesame", "--ice-server",
                    f"turn:lesson:secret@127.0.0.1:{port}?transport=tcp") as stream:
                page = self.browser.new_page()
                page.add_init_script(KEEP)
                page.add_init_script(RELAYED)
                page.goto(stream.address["page"] + "#token=open.sesame")
                self.expect(wait(page, LIVE, 15), "a tab that may only use relays is live")
                page.wait_for_timeout(END * 1_000)
                path = page.evaluate(PATH)
                self.expect(path["type"] == "relay" and path["by"] == "tcp", f"its path: {path}")
                self.compare(page, "a tab behind TURN")
                self.watch.statistics(page, "a tab behind TURN")
                page.close()
        finally:
            turn.terminate()
            turn.wait()


def main(recorder, folder, *names):
    with sync_playwright() as playwright:
        browser = launch(playwright)
        print(f"Chromium {browser.version}", flush=True)
        networks = Networks(recorder, folder, browser)
        for name in names or ["ten_tabs", "bad_network", "changed_network", "server_restart", "turn"]:
            begun = time.monotonic()
            print(f"-- {name}", flush=True)
            getattr(networks, name)()
            print(f"-- {name}: {time.monotonic() - begun:.0f} s", flush=True)
        browser.close()
    return networks.watch.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
