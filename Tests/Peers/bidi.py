"""As much of WebDriver BiDi as a test of a page needs, for Firefox."""
import json
import os
import re
import subprocess
import threading

from websockets.sync.client import connect


# Seconds.
START = 60


class Firefox:
    """Debian's Firefox without a window, and one tab of it."""

    def __init__(self, folder, preferences):
        folder = os.path.abspath(folder)
        profile = os.path.join(folder, "profile")
        os.makedirs(profile, exist_ok=True)
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            for name, value in preferences.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", profile,
             "--remote-debugging-port", "0", "about:blank"],
            env={**os.environ, "HOME": folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # It says where it listens, or is of no use.
        patience = threading.Timer(START, self.process.kill)
        patience.start()
        lines = iter(self.process.stderr)
        found = (re.search(r"WebDriver BiDi listening on (ws://\S+)", line) for line in lines)
        address = next((match for match in found if match), None)
        patience.cancel()
        if not address:
            raise RuntimeError("Firefox did not say where it listens")
        # What it says later must not fill the pipe.
        threading.Thread(target=lambda: all(True for _ in lines), daemon=True).start()
        self.socket = connect(address[1] + "/session", max_size=None)
        self.number = 0
        self.version = self.call("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.tab = self.call("browsingContext.create", type="tab")["context"]

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        # What comes between are events.
        while (answer := json.loads(self.socket.recv(timeout=60))).get("id") != self.number:
            pass
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def before_every_page(self, function):
        self.call("script.addPreloadScript", functionDeclaration=function)

    def open(self, url):
        self.call("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def evaluate(self, expression):
        """The value of an expression, or of what it promises, that JSON can hold."""
        result = self.call(
            "script.evaluate", target={"context": self.tab}, awaitPromise=True,
            expression=f"(async () => JSON.stringify(await ({expression})))()")
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"].get("value", "null"))

    def close(self):
        """Waits for it: the profile is in use until then."""
        try:
            self.call("browser.close")
        finally:
            self.socket.close()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
