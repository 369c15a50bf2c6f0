"""Runs the checks of page.html in Debian's Chromium: FOLDER FUNCTION [ARGUMENT as JSON].

FOLDER holds page.html, ink.wasm, ink-board.js and what the function needs. The function answers
{lines, differences}; the lines are printed, and any difference makes the exit code 1.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
import range_server  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

FLAGS = ["--disable-gpu", "--js-flags=--expose-gc", "--enable-precise-memory-info"]


def main(folder, function, argument="null"):
    address = range_server.serve(folder)
    flags = FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=flags)
        page = browser.new_page()
        page.on("pageerror", lambda error: print(f"Chromium: {error}", file=sys.stderr))
        page.on("console", lambda message: print(message.text, flush=True))
        page.set_default_timeout(0)
        page.goto(f"{address}/page.html")
        page.wait_for_function("globalThis.isReady", timeout=30_000)
        result = page.evaluate(
            "([name, argument]) => globalThis[name](argument)", [function, json.loads(argument)])
        for line in result["lines"]:
            print(line)
        print(f"Chromium is {browser.version}")
        browser.close()
    return 1 if result["differences"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
