"""Serves one folder on 127.0.0.1, with the byte ranges that a browser asks for when it seeks."""
import http.server
import os
import re
import threading

TYPES = {".html": "text/html; charset=utf-8", ".webm": "video/webm", ".vtt": "text/vtt",
         ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json",
         ".wasm": "application/wasm"}


class RangeHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder = "."

    def do_GET(self):
        name = os.path.basename(self.path.split("?")[0])
        path = os.path.join(self.folder, name)
        if not os.path.isfile(path):
            self.send_error(404)
            return
        size = os.path.getsize(path)
        first, last, status = 0, size - 1, 200
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked:
            first = int(asked[1])
            last = min(int(asked[2]), size - 1) if asked[2] else size - 1
            status = 206
            if first > last:
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{size}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(os.path.splitext(name)[1], "text/plain"))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(last - first + 1))
        if status == 206:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.end_headers()
        with open(path, "rb") as file:
            file.seek(first)
            left = last - first + 1
            try:
                while left > 0:
                    piece = file.read(min(left, 1 << 16))
                    if not piece:
                        break
                    self.wfile.write(piece)
                    left -= len(piece)
            except (BrokenPipeError, ConnectionResetError):
                pass  # The browser has what it wanted, or seeks elsewhere.

    def log_message(self, *arguments):
        pass


def serve(folder):
    """Starts serving; answers the address. The server ends with the process."""
    handler = type("Handler", (RangeHandler,), {"folder": folder})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"
