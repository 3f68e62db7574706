"""A bucket in memory behind HTTP, with the part of S3 that the fleet uses: put, get and delete of one object. Signatures are not checked:
`crates/worker/tests/s3.rs` does that."""

import json
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import control
import fleet
from machine import HOME, run_inside, start
from wait import until

ADDRESS, PORT = control.ADDRESS, 9000
URL = f"http://{ADDRESS}:{PORT}"
SETTINGS = {
    "AUSPEX_OBJECTS": "s3://reports/auspex",
    "AUSPEX_OBJECTS_ENDPOINT": URL,
    "AUSPEX_OBJECTS_KEY": "key",
    "AUSPEX_OBJECTS_SECRET": "secret",
}
# All that read or write objects.
USERS = "writer|researcher|gateway"


class Bucket(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects = {}

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"e"')
        self.send_header("Last-Modified", "Sun, 22 Nov 2026 08:00:00 GMT")
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self):
        self.objects[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def do_GET(self):
        if self.path == "/":
            self.answer(200, json.dumps(len(self.objects)).encode())
        elif self.path in self.objects:
            self.answer(200, self.objects[self.path])
        else:
            self.answer(404, b"<Error><Code>NoSuchKey</Code><Message>NoSuchKey</Message></Error>")

    def do_DELETE(self):
        self.objects.pop(self.path, None)
        self.answer(204)

    def log_message(self, *_):
        pass


def patch():
    """A patch that makes the fleet store its objects in the bucket."""
    added = [{"op": "add", "path": "/spec/template/spec/containers/0/env/-", "value": {"name": name, "value": value}} for name, value in SETTINGS.items()]
    return fleet.patch(added, kind="Deployment", name=USERS)


def count():
    """Returns the number of objects."""
    return int(run_inside(HOME, "curl", "--silent", "--fail", URL))


@contextmanager
def running():
    """Runs the bucket where all pods reach it."""
    process = start(HOME, "bucket", sys.executable, "-B", __file__)
    try:
        until("the bucket", lambda: count() >= 0, seconds=20)
        yield
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    ThreadingHTTPServer((ADDRESS, PORT), Bucket).serve_forever()
