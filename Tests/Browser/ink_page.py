"""Draws on Web/ink.html in Debian's Chromium and looks at what comes of it: RECORDER FOLDER [NAME…].

FOLDER takes the files that the page saves. With names, only the tests whose name holds one of them
run. Prints a line a test and every fault; exits with 1 when there was one.
"""
import importlib.machinery
import importlib.util
import os
import sys
import threading
import time
import traceback

from playwright.sync_api import sync_playwright

import ink_drawing_tests
import ink_file_tests
import ink_tool_tests
from ink_hands import Hands

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLAGS = ["--disable-gpu", "--force-color-profile=srgb"]
SIZE = {"width": 1280, "height": 720}


def serve():
    """The page's own server, on any free port; it ends with the process."""
    loader = importlib.machinery.SourceFileLoader(
        "serve_ink", os.path.join(ROOT, "Scripts", "serve-ink"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("serve_ink", loader))
    loader.exec_module(module)
    server = module.make_server(os.path.join(ROOT, "Web"), 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def launch(playwright, *flags):
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=[*FLAGS, *flags, *sandbox])


class Desk:
    """A page with an empty board, as a test gets it."""

    def __init__(self, browser, address, recorder, folder, **options):
        self.recorder = recorder
        self.folder = folder
        self.faults = []
        self.context = browser.new_context(
            **{"viewport": SIZE, "accept_downloads": True, "color_scheme": "light",
               "has_touch": True, **options})
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"the page threw {error}"))
        self.page.on("console", self._console)
        self.page.goto(f"{address}/ink.html")
        self.page.wait_for_selector("html[data-ready]")
        self.hands = Hands(self.page)

    def _console(self, message):
        # Only these tests read the canvas so often.
        if message.type in ("error", "warning") and "willReadFrequently" not in message.text:
            self.faults.append(f"the console says: {message.text}")

    def expect(self, truth, what):
        if not truth:
            self.faults.append(what)

    def reload(self):
        self.page.once("dialog", lambda dialog: dialog.accept())
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]")
        self.hands = Hands(self.page)

    def save(self, name, button="#save"):
        """What the page saves, as a path in the folder."""
        with self.page.expect_download() as download:
            self.page.click(button)
        path = os.path.join(self.folder, name)
        download.value.save_as(path)
        return path

    def wait_for_words(self, words):
        """Until the page says them."""
        self.page.locator(".message", has_text=words).first.wait_for(timeout=10_000)


def main(recorder, folder, names):
    os.makedirs(folder, exist_ok=True)
    recorder = os.path.abspath(recorder)
    address = serve()
    tests = [(name, test)
             for module in (ink_drawing_tests, ink_tool_tests, ink_file_tests)
             for name, test in vars(module).items()
             if name.startswith("test_") and (not names or any(part in name for part in names))]
    count = 0
    with sync_playwright() as playwright:
        browser = launch(playwright)
        print(f"Chromium {browser.version}")
        for name, test in tests:
            start = time.monotonic()
            desk = Desk(browser, address, recorder, folder, **getattr(test, "options", {}))
            try:
                test(desk)
            except Exception:
                desk.faults.append(traceback.format_exc(limit=3))
            desk.context.close()
            words = name.removeprefix("test_").replace("_", " ")
            verdict = "right" if not desk.faults else f"{len(desk.faults)} faults"
            print(f"{words}: {verdict} ({time.monotonic() - start:.1f} s)", flush=True)
            for fault in desk.faults:
                print(f"  {fault}", file=sys.stderr, flush=True)
            count += len(desk.faults)
        browser.close()
    if not tests:
        print("ink_page.py: no test has such a name", file=sys.stderr)
    return 1 if count or not tests else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
