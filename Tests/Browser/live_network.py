"""Watches `recorder stream --whep` in Debian's Chromium over networks that are not kind: RECORDER FOLDER.

Ten tabs at once; lost and reordered packets; a path that is long and loses much; a network that changes in
the middle; a server that goes away and comes back; nothing but TURN over TCP. What tabs show in the end is
compared with what the recorder renders. With names, only those tests run.
"""
import base64
import json
import random
import socket
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from lesson import END, SIZE, Lesson, Stream
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

# Asks to be told what frames depend on, which neither Chromium nor our page does by itself.
TOLD = """(() => {
  const { addTransceiver } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.addTransceiver = function add(...words) {
    const transceiver = addTransceiver.apply(this, words);
    const extensions = transceiver.getHeaderExtensionsToNegotiate();
    for (const extension of extensions) {
      if (extension.uri.includes('#dependency-descriptor')) extension.direction = 'sendrecv';
    }
    transceiver.setHeaderExtensionsToNegotiate(extensions);
    return transceiver;
  };
})()"""

# Milliseconds of the page, and of the picture's clock, at every picture that is shown.
SHOWN = """() => {
  const video = document.getElementById('picture');
  const shown = globalThis.shown = [];
  const look = (now, metadata) => {
    shown.push([now, metadata.rtpTimestamp / 90]);
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}"""

# Seconds that a pen writes, without a pause.
WRITING = 30

LIVE = "document.getElementById('light').dataset.state === 'live'"


def free_port(kind=socket.SOCK_DGRAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write_board(path, seconds):
    """A pen that writes line by line, so that every picture brings something."""
    rng = random.Random(5)
    with open(path, "w", encoding="utf-8") as file:
        number = 0

        def add(second, event):
            nonlocal number
            number += 1
            file.write(f'{{"s":{number},"t":{int(second * 10_000)},"a":1,{event}}}\n')

        file.write('{"format":"board","version":1,"engine":2,"pixel":64,"second":10000,'
                   f'"width":{SIZE[0]},"height":{SIZE[1]},"scale":1,"fill":"#ffffff"}}\n')
        add(0, '"k":"join","name":"Clock"')
        for line in range(seconds // 2):
            item, begun = line + 1, line * 2
            x, y = 60 * 64, (40 + line * 44) * 64
            add(begun, f'"k":"begin","i":{item},"ink":"pen","colour":"#203040","w":{3 * 64},"m":0')
            for step in range(238):
                add(begun + step / 120, f'"k":"points","i":{item},"d":[{x},{y + rng.randrange(700)}]')
                x += rng.randrange(120, 440)
            add(begun + 1.99, f'"k":"end","i":{item}')


def staleness(shown):
    """Milliseconds that the screen was behind the freshest it ever was, by the page's time; and its pauses."""
    best = min(now - clock for now, clock in shown)
    ages, gaps = [], []
    for (now, clock), (then, _) in zip(shown, shown[1:]):
        gaps.append(then - now)
        ages += [now + ahead - clock - best for ahead in range(0, int(then - now) + 1, 5)]
    ages.sort()
    freezes = [gap for gap in gaps if gap > 200]
    return {"mean": sum(ages) / len(ages), "p95": ages[len(ages) * 95 // 100], "worst": ages[-1],
            "freezes": len(freezes), "frozen": sum(freezes) / 1_000}


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

    def far_and_lossy(self, loss="0.08", rounds="1"):
        """A pen writes, at 300 ms there and back, and the tab is told what frames depend on or not: figures."""
        board, wanted = self.watch.path("writing.board"), self.watch.path("writing.png")
        write_board(board, WRITING)
        subprocess.run(
            [self.recorder, "render", board, "-o", wanted, "--at", str(WRITING), "--force"],
            check=True, stdout=subprocess.DEVNULL)
        with open(wanted, "rb") as file:
            self.wanted = "data:image/png;base64," + base64.b64encode(file.read()).decode()
        link = {"latencyMs": 150, "loss": {"rate": float(loss)}}
        sums = {True: [], False: []}
        for _ in range(int(rounds)):
            for is_told in (False, True):
                sums[is_told].append(self.watch_writing(board, link, is_told))
        for is_told, rows in sums.items():
            name = "told" if is_told else "not told"
            print(f"{name}: " + ", ".join(
                f"{key} {sum(row[key] for row in rows) / len(rows):.1f}" for key in rows[0]))

    def watch_writing(self, board, link, is_told):
        outer, inner = free_port(), free_port()
        with Relay(self.recorder, outer, inner, self.profile(link)), \
                Stream(self.recorder, board, "--whep", "127.0.0.1:0", "--size", f"{SIZE[0]}x{SIZE[1]}",
                       "--to", "300", "--audio", self.lesson.tone, "--media-port", str(inner),
                       "--announce", f"127.0.0.1:{outer}") as stream:
            page = self.browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
            page.add_init_script(KEEP)
            if is_told:
                page.add_init_script(TOLD)
            page.goto(stream.address["page"])
            wait(page, "document.getElementById('picture').videoWidth > 0", 15)
            agreed = page.evaluate("globalThis.peer.remoteDescription.sdp.includes('dependency-desc')")
            self.expect(agreed == is_told, "frames say what they depend on" if agreed else "they do not")
            # The first picture is there, and what was lost of it.
            page.wait_for_timeout(2_000)
            page.evaluate(SHOWN)
            page.wait_for_timeout((WRITING - 6) * 1_000)
            row = staleness(page.evaluate("shown"))
            page.wait_for_timeout(5_000)
            self.compare(page, f"a far tab that is {'told' if is_told else 'not told'}")
            video = page.evaluate(STATISTICS)["video"]
            row |= {"pli": video.get("pliCount", 0), "nack": video.get("nackCount", 0),
                    "again": video.get("retransmittedPacketsReceived", 0),
                    "lost": video["packetsLost"], "decoded": video["framesDecoded"],
                    "kB": video["bytesReceived"] / 1_000}
            print(row, flush=True)
            self.expect(row["pli"] <= 3, f"{row['pli']} key frames are asked for")
            page.close()
        return row

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
        tests = ["ten_tabs", "bad_network", "changed_network", "server_restart", "turn"]
        for name in names or tests:
            begun = time.monotonic()
            print(f"-- {name}", flush=True)
            # As `far_and_lossy:0.05:3`: 5 % lost, three rounds.
            name, *words = name.split(":")
            getattr(networks, name)(*words)
            print(f"-- {name}: {time.monotonic() - begun:.0f} s", flush=True)
        browser.close()
    return networks.watch.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
