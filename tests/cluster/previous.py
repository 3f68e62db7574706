"""Binaries of an earlier version of the project."""

import os
import shutil
import subprocess

import images
from machine import run
from places import CACHE, PROJECT

FOLDER = CACHE / "previous"
MIGRATIONS = "crates/store/migrations"


def git(*arguments):
    return run("git", "-C", PROJECT, *arguments).strip()


def candidates():
    """Yields the newest tag before this commit, and the last commit before the newest migration, so that the tables differ."""
    yield git("tag", "--list", "--merged", "HEAD", "--no-contains", "HEAD", "--sort=-creatordate", "--format=%(objectname)").partition("\n")[0]
    newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS)
    yield newest and git("rev-list", "-1", "--skip=1", "--first-parent", newest)


def is_upgradable(version):
    """A database of the version can be migrated by this commit: its migrations are all here, unchanged."""
    present = git("ls-tree", "-r", "--name-only", version, "--", MIGRATIONS)
    return present and not git("diff", "--name-only", "--no-renames", "--diff-filter=MD", version, "HEAD", "--", MIGRATIONS)


def commit():
    """Returns the commit of the environment's PREVIOUS, else the newest candidate whose databases this commit can migrate; "" if there is none."""
    if named := os.environ.get("PREVIOUS"):
        return git("rev-parse", f"{named}^{{commit}}")
    for version in filter(None, candidates()):
        if is_upgradable(version):
            return git("rev-parse", f"{version}^{{commit}}")
    return ""


def sources(version):
    folder = FOLDER / "src"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with subprocess.Popen(["git", "-C", PROJECT, "archive", version], stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "--extract", "--directory", folder], stdin=archive.stdout, check=True)
    return folder


def binaries(version):
    """Returns the folder with the binaries of a commit; builds them if they are not in the cache (15 minutes cold on two cores)."""
    folder = FOLDER / version
    if not folder.exists():
        target = FOLDER / "target"
        run("cargo", "build", "--locked", "--workspace", "--bins", "--target-dir", target, cwd=sources(version))
        unfinished = FOLDER / f"{version}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        for service in images.SERVICES:
            name = images.binary(service)
            run("strip", "-o", unfinished / name, target / "debug" / name)
        unfinished.rename(folder)
    return folder
