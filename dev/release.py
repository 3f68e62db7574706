"""Licences, SBOM and provenance of a release, from cargo metadata, git and the checksums. Standard library only."""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

# The builder of a run that is not hosted: the machine of whoever signs the release.
LOCAL_BUILDER = "urn:auspex:builder:local"
HOSTED_BUILDER = "https://github.com/actions/runner"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def licences():
    """Prints name, version and licence of every dependency."""
    packages = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    lines = {f"{p['name']} {p['version']}\t{p['license'] or p['license_file'] or 'unknown'}" for p in packages}
    print("\n".join(sorted(lines)))


def lock_hashes():
    """Returns the checksums of Cargo.lock by name and version."""
    with open("Cargo.lock", "rb") as file:
        packages = tomllib.load(file)["package"]
    return {(p["name"], p["version"]): p["checksum"] for p in packages if "checksum" in p}


def reference(package):
    """Returns the id of a package within the bill: its package URL, or a name of ours for a crate of this repository. Such a crate has no
    URL, because another crate on crates.io may have its name."""
    named = f"{package['name']}@{package['version']}"
    return f"pkg:cargo/{named}" if package["source"] else f"workspace:{named}"


def component(package, hashes):
    """Returns the CycloneDX component of a package of cargo metadata."""
    name, version = package["name"], package["version"]
    made = {"type": "library", "bom-ref": reference(package), "name": name, "version": version}
    if package["source"]:
        made["purl"] = reference(package)
    if package["license"]:
        made["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if (name, version) in hashes:
        made["hashes"] = [{"alg": "SHA-256", "content": hashes[name, version]}]
    return made


def sbom(binary=None):
    """Prints a CycloneDX 1.5 bill of materials: of the package with this binary, or of the workspace."""
    host = next(line.split()[1] for line in output("rustc", "-vV").splitlines() if line.startswith("host:"))
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", host]
    metadata = json.loads(output(*command))
    packages = {p["id"]: p for p in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    # Dependencies of builds and of the binary; those of tests are no part of it.
    uses = {
        id: [d["pkg"] for d in node["deps"] if any(kind["kind"] != "dev" for kind in d["dep_kinds"])]
        for id, node in nodes.items()
    }

    def is_root(package):
        binaries = [target["name"] for target in package["targets"] if "bin" in target["kind"]]
        return package["id"] in metadata["workspace_members"] and (binary is None or binary in binaries)

    roots = [id for id, package in packages.items() if is_root(package)]
    if not roots:
        sys.exit(f"no package has the binary {binary}")
    reached, waiting = set(), list(roots)
    while waiting:
        id = waiting.pop()
        if id not in reached:
            reached.add(id)
            waiting.extend(uses[id])

    def refs(ids):
        return sorted(reference(packages[id]) for id in ids)

    hashes = lock_hashes()
    known = sorted(reached, key=lambda id: (packages[id]["name"], packages[id]["version"]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "release",
                "name": binary or "auspex",
                "version": packages[roots[0]]["version"],
            }
        },
        "components": [component(packages[id], hashes) for id in known],
        "dependencies": [{"ref": reference(packages[id]), "dependsOn": refs(uses[id])} for id in known]
        + [{"ref": "release", "dependsOn": refs(roots)}],
    }
    print(json.dumps(bill, indent=1))


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def repository():
    """Returns the address of the repository: that of the hosted run, the remote, or this folder if the clone has no remote."""
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    if server and name:
        return f"{server}/{name}"
    found = subprocess.run(["git", "config", "--get", "remote.origin.url"], capture_output=True, text=True).stdout.strip()
    if not found or found.startswith("/"):
        return Path(found or Path.cwd()).as_uri()
    if "://" not in found:
        # The short form of SSH: user@host:path.
        host, _, path = found.partition(":")
        found = f"ssh://{host}/{path.lstrip('/')}"
    # A remote may contain a user and a token, which must not be published.
    parts = urlsplit(found)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def provenance(folder, started):
    """Prints an in-toto statement with a SLSA 1.0 predicate about every file of SHA256SUMS."""
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as sums:
        rows = [line.split(maxsplit=1) for line in sums]
    source, hosted = repository(), os.environ.get("GITHUB_RUN_ID")
    run = {"invocationId": f"{source}/actions/runs/{hosted}"} if hosted else {}
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
                "builder": {"id": HOSTED_BUILDER if hosted else LOCAL_BUILDER},
                "metadata": {
                    **run,
                    "startedOn": started,
                    "finishedOn": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                },
            },
        },
    }
    print(json.dumps(statement, indent=2))


if __name__ == "__main__":
    {"licences": licences, "sbom": sbom, "provenance": provenance}[sys.argv[1]](*sys.argv[2:])
