#!/usr/bin/env python3
"""Checks docs/guards.tsv, and takes guards out to see their tests fail.

    python3 -B dev/guards.py check                     every place and every test that the table names exists
    python3 -B dev/guards.py list [WORDS]              rows whose section, guard or file contains the words
    python3 -B dev/guards.py prove [WORDS]             takes out each guard with a recorded edit in a worktree of HEAD and runs its tests

A row has the columns section, guard, files, tests, evidence (`removed`: the guard was taken out and the tests failed; `asserted`: the tests state
it), find and replace. `prove` replaces the text of `find`, which occurs once in the first file, by that of `replace`, runs the tests and expects
at least one failure. Exit code 1: the table is wrong, or a guard was taken out and no test failed.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "guards.tsv"
COLUMNS = ["section", "guard", "files", "tests", "evidence", "find", "replace"]
EVIDENCE = {"removed", "asserted"}
SKIPPED = {"target", ".git", ".dev", ".auspex", "node_modules"}
LIMIT_SECONDS = 1200

Row = collections.namedtuple("Row", ["line", *COLUMNS])


def rows():
    """Reads the table. A wrong number of columns is a violation of its own."""
    lines = TABLE.read_text(encoding="utf-8").split("\n")
    if lines[0].split("\t") != COLUMNS:
        sys.exit(f"{TABLE.name}: the first line names the columns: {' '.join(COLUMNS)}")
    parsed = []
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        cells = line.split("\t")
        cells += [""] * (len(COLUMNS) - len(cells))
        if len(cells) > len(COLUMNS):
            sys.exit(f"{TABLE.name}:{number}: {len(cells)} columns in place of {len(COLUMNS)}")
        parsed.append(Row(number, *cells))
    return parsed


def sources():
    """Returns the text of every Rust file by its path."""
    files = (path for path in ROOT.rglob("*.rs") if not SKIPPED & set(path.relative_to(ROOT).parts))
    return {path: path.read_text(encoding="utf-8") for path in files}


def violations(table):
    """Yields what is wrong with the table."""
    tests = set()
    for text in sources().values():
        tests.update(re.findall(r"\bfn (\w+)\(", text))
    seen = set()
    for row in table:
        place = f"docs/{TABLE.name}:{row.line}"
        if (row.section, row.guard) in seen:
            yield f"{place}: the guard is listed twice"
        seen.add((row.section, row.guard))
        if row.evidence not in EVIDENCE:
            yield f"{place}: the evidence is one of {', '.join(sorted(EVIDENCE))}"
        if not row.tests.split():
            yield f"{place}: no test is named"
        yield from (f"{place}: no test {name}" for name in row.tests.split() if name not in tests)
        for file in row.files.split():
            if not list(ROOT.glob(file)):
                yield f"{place}: no file {file}"
        if row.find and (ROOT / row.files.split()[0]).read_text(encoding="utf-8").count(row.find) != 1:
            yield f"{place}: the text of `find` does not occur exactly once"


def package(path):
    """Returns the name of the package that holds a file."""
    for folder in path.parents:
        manifest = folder / "Cargo.toml"
        if manifest.exists() and "[package]" in manifest.read_text(encoding="utf-8"):
            return re.search(r'^name = "(.+)"', manifest.read_text(encoding="utf-8"), re.MULTILINE).group(1)
    sys.exit(f"{path}: in no package")


def failing(row, tree, texts):
    """Takes out one guard in a worktree, runs the tests of the row and returns whether one failed."""
    file = tree / row.files.split()[0]
    original = file.read_text(encoding="utf-8")
    owners = {}
    for path, text in texts.items():
        for name in row.tests.split():
            if re.search(rf"\bfn {name}\(", text):
                owners.setdefault(package(path), []).append(name)
    file.write_text(original.replace(row.find, row.replace), encoding="utf-8")
    try:
        for owner, names in owners.items():
            command = ["cargo", "test", "--locked", "--quiet", "-p", owner, "--", *names]
            ended = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
            if "error: could not compile" in ended.stderr:
                sys.exit(f"{row.guard}: the edit does not compile\n{ended.stderr}")
            if ended.returncode != 0:
                return True
        return False
    finally:
        file.write_text(original, encoding="utf-8")


def prove(table):
    """Takes out each guard with an edit. Returns the guards without which no test failed."""
    unproven, texts = [], sources()
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree], cwd=ROOT, check=True)
        try:
            for row in table:
                failed = failing(row, tree, texts)
                print(f"{'fails without it' if failed else 'NO TEST FAILS   '}  {row.guard}", flush=True)
                unproven += [] if failed else [row.guard]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    return unproven


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "list", "prove"])
    parser.add_argument("words", nargs="?", default="")
    arguments = parser.parse_args()
    table = rows()
    chosen = [row for row in table if any(arguments.words in cell for cell in (row.section, row.guard, row.files))]
    if arguments.command == "list":
        for row in chosen:
            print(f"{row.section}: {row.guard}\n    {row.files} ({row.evidence})\n    {row.tests}")
        return 0
    if arguments.command == "prove":
        edited = [row for row in chosen if row.find]
        print(f"{len(edited)} of {len(chosen)} guards have a recorded edit")
        return 1 if prove(edited) else 0
    wrong = list(violations(table))
    print("\n".join(wrong) or f"{len(table)} guards, {sum(row.evidence == 'removed' for row in table)} of them seen to fail")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
