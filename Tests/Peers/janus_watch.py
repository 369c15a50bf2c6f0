"""Janus passes on what `recorder stream --rtp` sends it, and aiortc views it there: RECORDER FOLDER."""
import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

import pictures
from aiortc_peer import Viewer
from lesson import END, Checks, Lesson

HOME = "/usr/lib/x86_64-linux-gnu/janus"
SECRET = "of-the-test"


def free_ports(count):
    """The first of as many in a row; it is even."""
    for first in range(20_000, 60_000, 100):
        probes = []
        try:
            for port in range(first, first + count):
                probes.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
                probes[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for probe in probes:
                probe.close()
    raise RuntimeError("no ports are free")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Janus:
    """Debian's, with one transport, one plugin and one mountpoint: for what comes to `port` and above."""

    def __init__(self, folder, port):
        self.address = f"http://127.0.0.1:{free_port()}/janus"
        others = [name for name in os.listdir(f"{HOME}/plugins")
                  if name.endswith(".so") and name != "libjanus_streaming.so"]
        transports = [name for name in os.listdir(f"{HOME}/transports")
                      if name.endswith(".so") and name != "libjanus_http.so"]
        settings = {
            "janus.jcfg": f'''
general: {{ configs_folder = "{folder}" plugins_folder = "{HOME}/plugins"
  transports_folder = "{HOME}/transports" debug_level = 4 }}
plugins: {{ disable = "{','.join(others)}" }}
transports: {{ disable = "{','.join(transports)}" }}
''',
            "janus.transport.http.jcfg": f'''
general: {{ json = "plain" base_path = "/janus" http = true ip = "127.0.0.1"
  port = {self.address.split(":")[2].split("/")[0]} https = false }}
admin: {{ admin_http = false }}
''',
            # The ports as --rtp has them: the picture, the sound two above, RTCP one above each.
            "janus.plugin.streaming.jcfg": f'''
general: {{ admin_key = "{SECRET}" }}
board: {{ type = "rtp" id = 1 secret = "{SECRET}" audio = true video = true
  videoiface = "127.0.0.1" audioiface = "127.0.0.1"
  videoport = {port} videortcpport = {port + 1} videopt = 96 videocodec = "vp8" videobufferkf = true
  audioport = {port + 2} audiortcpport = {port + 3} audiopt = 111 audiocodec = "opus" }}
''',
        }
        for name, text in settings.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.log = open(os.path.join(folder, "janus.log"), "w", encoding="utf-8")
        self.process = subprocess.Popen(
            ["janus", "--configs-folder", folder, "--disable-colors"], stdout=self.log,
            stderr=subprocess.STDOUT)
        end = time.monotonic() + 15
        while time.monotonic() < end:
            try:
                self.version = self.get("/info")["version_string"]
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        self.session = f"/{self.ask('', janus='create')['data']['id']}"
        plugin = "janus.plugin.streaming"
        self.handle = self.session + f"/{self.ask(self.session, janus='attach', plugin=plugin)['data']['id']}"

    def get(self, path):
        with urllib.request.urlopen(self.address + path, timeout=35) as response:
            return json.load(response)

    def ask(self, path, **words):
        body = json.dumps({"transaction": uuid.uuid4().hex, **words}).encode()
        request = urllib.request.Request(
            self.address + path, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=15) as response:
            return json.load(response)

    def tell(self, **words):
        """What the plugin answers at once."""
        return self.ask(self.handle, janus="message", body=words)

    def event(self, name):
        """Waits for what comes with a description, or says that it is so."""
        while True:
            event = self.get(self.session)
            status = event.get("plugindata", {}).get("data", {}).get("result", {}).get("status")
            if status == name:
                return event

    @property
    def ages(self):
        """Milliseconds since the mountpoint got something, by kind."""
        info = self.tell(request="info", id=1, secret=SECRET)["plugindata"]["data"]["info"]
        return {media["type"]: media["age_ms"] for media in info["media"] if "age_ms" in media}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.log.close()


async def view(janus, lesson, checks, folder):
    wanted = pictures.read(lesson.picture)
    viewer = Viewer()
    await asyncio.to_thread(janus.tell, request="watch", id=1)
    offer = await asyncio.to_thread(janus.event, "preparing")
    answer = await viewer.answer(offer["jsep"]["sdp"])
    await asyncio.to_thread(
        janus.ask, janus.handle, janus="message", body={"request": "start"},
        jsep={"type": "answer", "sdp": answer})
    await asyncio.to_thread(janus.event, "started")
    difference = await viewer.see_within(wanted, END + 10)
    if viewer.picture is not None:
        pictures.write(os.path.join(folder, "seen.png"), viewer.picture.to_ndarray(format="rgb24"))
    checks.expect(difference.is_none, f"a viewer of Janus sees what is rendered: {difference}")
    checks.expect(0.1 < viewer.loudness < 0.3, f"it hears the tone: {viewer.loudness:.3f}")
    ages = await asyncio.to_thread(lambda: janus.ages)
    checks.expect(
        len(ages) == 2 and max(ages.values()) < 3_000, f"packets came to Janus of late, in ms: {ages}")
    await viewer.close()


def main(recorder, folder):
    lesson = Lesson(recorder, folder)
    checks = Checks()
    port = free_ports(4)
    with Janus(folder, port) as janus:
        print(f"Janus {janus.version}", flush=True)
        with lesson.stream("--rtp", f"127.0.0.1:{port}", "--sdp", os.path.join(folder, "board.sdp"),
                           "--force") as stream:
            asyncio.run(view(janus, lesson, checks, folder))
            print(stream.last.get("senders"))
            stream.stop()
    return checks.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
