"""The wheel in a virtual environment of its own, away from the repository and without the packages for development."""

import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

from packaging.metadata import Metadata
from packaging.utils import canonicalize_name

from tests import ROOT
from tests.patience import patience


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this tree into `folder`."""
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel into a new environment in `folder` and return the command `partie` there.

    Needs no network: the packages that the wheel requires, and those alone, are linked from the present environment.
    """
    environment = folder / "environment"
    packages = folder / "requirements" / "site-packages"  # By this name Streamlit knows that it is installed.
    venv.create(environment, symlinks=True)
    python = environment / "bin" / "python"
    _run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel)
    packages.mkdir(parents=True)
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        _link_requirements(Metadata.from_email(archive.read(name), validate=False), packages)
    (site,) = (environment / "lib").glob("python*/site-packages")
    (site / "requirements.pth").write_text(f"{packages}\n", "utf-8")
    return environment / "bin" / "partie"


def _link_requirements(metadata: Metadata, folder: Path) -> None:
    """Link the distributions that `metadata` requires on this machine into `folder`, and those they require."""
    waiting = [(requirement, "") for requirement in metadata.requires_dist or ()]
    seen = set[tuple[str, str]]()
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        found = distribution(requirement.name)
        for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (folder / name).exists():
                (folder / name).symlink_to(found.locate_file(name))
        required = Metadata.from_email(found.read_text("METADATA") or "", validate=False).requires_dist or []
        for wanted in ("", *requirement.extras):
            if (key := (canonicalize_name(requirement.name), wanted)) not in seen:
                seen.add(key)
                waiting += [(further, wanted) for further in required]


def _run(*words: object, cwd: Path | None = None) -> None:
    done = subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=patience(300))
    assert done.returncode == 0, done.stdout + done.stderr
