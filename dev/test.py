#!/usr/bin/env python3
"""Runs every test of the workspace, two test programs at a time, and prints what `cargo test` would print.

`cargo test` runs one program after the other. Most time of the tests of whole fleets is spent in waiting (intervals, leases, time-outs), so two
programs at a time take little more than half as long on two cores. Arguments behind `--` are those of the test programs:

    python3 -B dev/test.py [--at-once N] [-- --test-threads=4]

Exit code 1: a test failed; 101: the build failed.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

CARGO = os.environ.get("CARGO", "cargo")
SELECTION = ["--locked", "--workspace"]
ROOT = pathlib.Path(__file__).resolve().parent.parent

# A file system in memory for the data of the test servers, and the bytes that must be free in it. Most tests start servers of their own, whose
# thousands of small files cost a disk more time than the servers need to answer.
MEMORY = pathlib.Path("/dev/shm")
ENOUGH = 6 << 30

Program = collections.namedtuple("Program", "executable package kind source")


def build():
    """Builds all binaries and tests and returns the programs of the tests.

    One command builds both: with separate commands cargo compiles every own crate twice, because only the tests need the features `testing`.
    """
    command = [CARGO, "build", *SELECTION, "--bins", "--tests", "--message-format=json-render-diagnostics"]
    built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    if built.returncode != 0:
        sys.exit(101)
    programs = []
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") != "compiler-artifact" or not message["profile"]["test"] or not message["executable"]:
            continue
        target, package = message["target"], pathlib.Path(message["manifest_path"]).parent
        kind = "unittests " if target["kind"] != ["test"] else ""
        source = pathlib.Path(target["src_path"]).relative_to(package)
        programs.append(Program(message["executable"], package, kind, source))
    if not programs:
        sys.exit("dev/test.py: cargo named no test program")
    # Those of whole fleets first, then the other ones that start servers, because they take longest.
    return sorted(programs, key=lambda program: (program.package != ROOT / "tests", program.kind, program.package, program.source))


def places():
    """Returns the variables that move temporary files into memory: none if TMPDIR is set, or if there is too little room."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return {}
    return {"TMPDIR": str(MEMORY)} if shutil.disk_usage(MEMORY).free >= ENOUGH else {}


def run(program, arguments, printing):
    """Runs one program and prints its output when it has ended. Returns its description if it failed."""
    environment = dict(os.environ, **places(), CARGO=CARGO, CARGO_MANIFEST_DIR=str(program.package))
    with tempfile.TemporaryFile() as output:
        command, begun = [program.executable, *arguments], time.monotonic()
        child = subprocess.Popen(
            command, cwd=program.package, env=environment, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
        _, status, used = os.wait4(child.pid, 0)
        code = child.returncode = os.waitstatus_to_exitcode(status)
        took = f"{time.monotonic() - begun:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of CPU"
        name = f"{program.kind}{program.source} ({os.path.relpath(program.executable, ROOT)})"
        with printing:
            print(f"     Running {name}", flush=True)
            output.seek(0)
            while chunk := output.read(1 << 16):
                sys.stdout.buffer.write(chunk)
            sys.stdout.flush()
            print(f"        Took {took}", flush=True)
    return None if code == 0 else f"{name}: exit code {code}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at-once", type=int, default=2, help="test programs that run at the same time [default: 2]")
    parser.add_argument("arguments", nargs="*", help="arguments of the test programs, behind --")
    options = parser.parse_args()
    programs, printing = build(), threading.Lock()
    with concurrent.futures.ThreadPoolExecutor(max(options.at_once, 1)) as pool:
        failures = list(pool.map(lambda program: run(program, options.arguments, printing), programs))
    documents = subprocess.run([CARGO, "test", *SELECTION, "--no-fail-fast", "--doc", "--", *options.arguments], cwd=ROOT, check=False)
    failures.append(None if documents.returncode == 0 else f"doc tests: exit code {documents.returncode}")
    failed = [failure for failure in failures if failure]
    for failure in failed:
        print(f"error: test failed: {failure}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
