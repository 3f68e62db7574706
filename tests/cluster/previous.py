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


def commit():
    """Returns the commit of the environment's PREVIOUS, else the last one before the newest migration, so that the tables differ."""
    if named := os.environ.get("PREVIOUS"):
        return git("rev-parse", f"{named}^{{commit}}")
    newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS)
    return git("rev-parse", f"{newest}^") if newest else ""


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
