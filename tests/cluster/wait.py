"""Waiting for conditions, with a deadline."""

import time


class Timeout(AssertionError):
    """A condition was not met in time."""


def until(what, condition, seconds, pause=0.5):
    """Calls `condition` until it returns something true, which is returned. An exception of it counts as not yet."""
    end, last = time.monotonic() + seconds, ""
    while True:
        try:
            if value := condition():
                return value
        except (RuntimeError, ValueError, KeyError, IndexError, OSError, StopIteration) as error:
            last = f"; last error: {str(error)[-600:]}"
        if time.monotonic() > end:
            raise Timeout(f"{what}: not within {seconds} s{last}")
        time.sleep(pause)
