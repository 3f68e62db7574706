"""Licences and provenance of a release, from cargo metadata, git and the checksums. Standard library only."""

import hashlib
import json
import os
import subprocess
import sys
from datetime import datetime, timezone


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def licences():
    """Prints name, version and licence of every dependency."""
    packages = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    lines = {f"{p['name']} {p['version']}\t{p['license'] or p['license_file'] or 'unknown'}" for p in packages}
    print("\n".join(sorted(lines)))


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def provenance(folder, started):
    """Prints an in-toto statement with a SLSA 1.0 predicate about every file of SHA256SUMS."""
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as sums:
        rows = [line.split(maxsplit=1) for line in sums]
    server, repository = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    hosted = f"{server}/{repository}" if server and repository else None
    source = hosted or output("git", "config", "--get", "remote.origin.url")
    run = f"{hosted}/actions/runs/{os.environ.get('GITHUB_RUN_ID')}" if hosted else "local"
    dependencies = [
        {"uri": f"git+{source}", "digest": {"gitCommit": output("git", "rev-parse", "HEAD")}},
        {"uri": "file:Cargo.lock", "digest": {"sha256": sha256("Cargo.lock")}},
    ]
    parameters = {"command": "dev/release.sh", "toolchain": output("rustc", "--version")}
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name.strip().removeprefix("./"), "digest": {"sha256": digest}} for digest, name in rows],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{source}/blob/main/dev/release.sh",
                "externalParameters": parameters,
                "resolvedDependencies": dependencies,
            },
            "runDetails": {
                "builder": {"id": run},
                "metadata": {
                    "startedOn": started,
                    "finishedOn": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                },
            },
        },
    }
    print(json.dumps(statement, indent=2))


if __name__ == "__main__":
    {"licences": licences, "provenance": provenance}[sys.argv[1]](*sys.argv[2:])
