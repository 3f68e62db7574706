"""Observation of the fleet while a scenario acts."""

import threading


class Sampler(threading.Thread):
    """Calls `sample` again and again within a `with` block. A sample that fails, because a server does not answer, is left out."""

    def __init__(self, pause):
        super().__init__(daemon=True)
        self.pause, self.ended = pause, threading.Event()

    def sample(self):
        raise NotImplementedError

    def run(self):
        while not self.ended.wait(self.pause):
            try:
                self.sample()
            except (RuntimeError, ValueError, KeyError, StopIteration):
                continue

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()
