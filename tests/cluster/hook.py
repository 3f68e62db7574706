"""A receiver of Alertmanager's webhooks: appends `<status> <alert>` per delivered alert to a file. Arguments: port, file."""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(sys.argv[2], "a") as file:
            for alert in body["alerts"]:
                file.write(f"{alert['status']} {alert['labels']['alertname']}\n")
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Path(sys.argv[2]).touch()
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
