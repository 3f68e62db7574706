#!/usr/bin/env python3
"""Publishes events (NDJSON) to Auspex, each confirmed by JetStream. Plain Python 3.8 or newer, no packages.

NATS is a text protocol over TCP; what a publisher needs of it is small enough to read here. A real publisher would
use the client library `nats-py` and do the same: subject, Nats-Msg-Id, Content-Type, and wait for the acknowledgement.
"""

import argparse
import hashlib
import json
import re
import socket
import sys
from urllib.parse import urlparse


class Nats:
    """One connection, one request at a time."""

    def __init__(self, url):
        place = urlparse(url)
        self.socket = socket.create_connection((place.hostname, place.port or 4222), timeout=10)
        self.file = self.socket.makefile("rb")
        self.file.readline()  # INFO
        options = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True, "lang": "python", "version": "0"}
        if place.username:
            options.update(user=place.username, **{"pass": place.password or ""})
        self.inbox = "_INBOX.example"
        self.send(f"CONNECT {json.dumps(options)}\r\nSUB {self.inbox} 1\r\nPING\r\n".encode())
        self.wait_for(b"PONG")

    def send(self, data):
        self.socket.sendall(data)

    def wait_for(self, word):
        while True:
            line = self.file.readline()
            if not line:
                raise ConnectionError("the server closed the connection")
            if line.startswith(b"PING"):
                self.send(b"PONG\r\n")
            elif line.startswith(b"-ERR"):
                raise ConnectionError(line.decode().strip())
            elif line.startswith(word):
                return line.decode().split()

    def request(self, subject, headers, body):
        """Publishes and answers what JetStream says."""
        head = ("NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode()
        self.send(f"HPUB {subject} {self.inbox} {len(head)} {len(head) + len(body)}\r\n".encode() + head + body + b"\r\n")
        while True:
            words = self.wait_for(b"")
            if words and words[0] in ("MSG", "HMSG"):
                data = self.file.read(int(words[-1]) + 2)[:-2]
                if words[0] == "HMSG":
                    raise LookupError(f"nobody keeps {subject}: was `auspex topology apply` run?")
                return json.loads(data)


def kind_of(event):
    """The field that says what happened, in the subject's spelling: retrievalMiss -> retrieval_miss."""
    kinds = {"transaction", "scout_alert", "question", "retrieval_miss", "directions", "macro", "entity_request"}
    names = {re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name) for name in event}
    found = kinds & names
    if len(found) != 1:
        raise ValueError(f"an event has exactly one of {sorted(kinds)}")
    return found.pop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="nats://127.0.0.1:4222")
    parser.add_argument("file", help="one event a line")
    arguments = parser.parse_args()
    nats = Nats(arguments.url)
    published = refused = 0
    with open(arguments.file, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                event = json.loads(line)
                if not event["id"]:
                    raise ValueError("an event has an id")
                subject = f"auspex.event.{kind_of(event)}.{event.get('tenant') or 'default'}"
                body = line.strip().encode()
                # Not the event's id alone: another tenant could guess it, and the stream would drop this message as a duplicate.
                headers = {"Nats-Msg-Id": hashlib.sha256(subject.encode() + b" " + body).hexdigest(), "Content-Type": "application/json"}
                answer = nats.request(subject, headers, body)
                if "error" in answer:
                    raise ValueError(answer["error"]["description"])
                published += 1
            except (ValueError, KeyError, LookupError) as error:
                refused += 1
                print(f"line {number}: {error!r}", file=sys.stderr)
    print(f"{published} published, {refused} refused")
    return 3 if refused else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        sys.exit(f"publish.py: {error}")
