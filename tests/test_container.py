"""The container as `make container` builds it, on a base of Debian packages; it runs without rights, on a root that
cannot be written.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from tests import ROOT
from tests.patience import patience, until
from tests.served import answers, free_port
from tests.torture import Torture

SUITE = "bookworm"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,ca-certificates"
MAX_MB = 300

STORAGE = '[storage]\ndriver = "vfs"\ngraphroot = "{0}/graph"\nrunroot = "{0}/run"\n'

RUN = """
set -e
mount --bind "$1" "$1" && mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp" && mount -t proc proc "$1/proc"
mount --bind /dev "$1/dev"
mount -o remount,ro,bind "$1"
exec chroot --userspec=1000:1000 "$1" "${@:3}"
"""
"""Runs the words from the third on in the folder $1, which cannot be written, with the volume $2."""


def command(*words: object, **more: str) -> str:
    done = subprocess.run([*map(str, words)], cwd=ROOT, env=os.environ | more, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.torture("container")
def test_the_container_is_built_and_runs_without_rights_until_it_is_stopped(tmp_path: Path, torture: Torture) -> None:
    if not torture.is_long:
        pytest.skip("`make torture ONLY=container` builds it.")
    if os.geteuid() or not (shutil.which("buildah") and shutil.which("debootstrap")):
        pytest.skip("It needs buildah and debootstrap, and the rights of root.")
    (tmp_path / "storage.conf").write_text(STORAGE.format(tmp_path))
    settings = {"CONTAINERS_STORAGE_CONF": str(tmp_path / "storage.conf"), "BUILDAH_ISOLATION": "chroot"}
    base, wheels = tmp_path / "base", tmp_path / "wheels"
    command("debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, base, MIRROR)
    for left in ("cache/apt/archives", "lib/apt/lists"):  # As images of Debian come without them.
        shutil.rmtree(base / "var" / left)
    locks = (".ci/requirements.lock", ".ci/compiler.lock")
    files = [word for lock in locks for word in ("-r", lock)]
    command(sys.executable, "-m", "pip", "download", "-q", "-d", wheels, "--only-binary", ":all:", *files)
    scratch = command("buildah", "from", "scratch", **settings).strip()
    command("buildah", "add", "--quiet", scratch, base, "/", **settings)
    command("buildah", "commit", "--quiet", scratch, "partie-base", **settings)
    built = command(".ci/container", BASE="localhost/partie-base", WHEELS=str(wheels), **settings)
    size = int(re.findall(r"The image is (\d+) MB compressed", built)[-1])
    assert size <= MAX_MB

    told = json.loads(command("buildah", "inspect", "--type", "image", "partie", **settings))["Docker"]["config"]
    assert (told["User"], told["StopSignal"], list(told["Volumes"])) == ("1000:1000", "SIGTERM", ["/data"])
    assert told["Healthcheck"]["Test"][0] == "CMD"
    root = Path(
        command("buildah", "mount", command("buildah", "from", "partie", **settings).strip(), **settings).strip()
    )
    stopped_s = runs_and_stops(root, tmp_path / "data", told)
    torture.report(
        f"image of {size} MB compressed; ran as user 1000 on a root that cannot be written; {stopped_s} to stop"
    )


def runs_and_stops(root: Path, volume: Path, told: dict[str, list[str]]) -> str:
    """Start the command of the image with a port of its own, look at its health and its first backup, and stop it."""
    volume.mkdir()
    os.chown(volume, 1000, 1000)
    port = free_port()
    environment = dict(line.split("=", 1) for line in told["Env"])
    inside = [*told["Entrypoint"], *told["Cmd"], "--port", str(port)]
    log = volume.with_suffix(".log").open("w")
    line = ["unshare", "--mount", "--propagation", "private", "sh", "-c", RUN.replace('"$@"', '"$1" "${@:3}"')]
    line[4] = "bash"
    running = subprocess.Popen(
        [*line, "bash", str(root), str(volume), *inside], env=environment, stdout=log, stderr=log
    )
    try:
        address = f"http://127.0.0.1:{port}"
        until(lambda: answers(f"{address}/healthz") or running.poll() is not None, 120, why=Path(log.name).read_text)
        assert running.poll() is None, Path(log.name).read_text()
        check = told["Healthcheck"]["Test"][1:]  # type: ignore[call-overload]
        command("chroot", root, *[word.replace(":8501", f":{port}") for word in check])
        assert requests.get(f"{address}/pairing", timeout=patience(20)).ok
        until(lambda: [*(volume / "backups").glob("partie-*.db")], 60, why=Path(log.name).read_text)
        status = Path(f"/proc/{running.pid}/status").read_text()
        assert re.search(r"^Uid:\t1000\t1000", status, re.M)
        with pytest.raises(AssertionError, match="Read-only file system"):
            command("nsenter", "--target", running.pid, "--mount", "chroot", root, "/usr/bin/touch", "/opt/partie/x")
        running.terminate()
        running.wait(patience(5))
        return "at most 5 s"
    finally:
        running.kill()
        log.close()
