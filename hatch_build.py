"""Builds the kernels of the review where there is a C compiler; without them the package searches more slowly."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from sysconfig import get_platform
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WINDOWS = sys.platform == "win32"
LIBRARY = "kernel.dll" if WINDOWS else "kernel.so"


class Kernels(BuildHookInterface):  # type: ignore[type-arg]
    """`core/games/*/evaluation/kernel.c`, each to a library beside it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        compiler = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang", "cl")), None)
        if compiler is None:
            self.app.display_warning("No C compiler found: reviews will search in Python, ten times shorter.")
            return
        built = [self._built(compiler, source) for source in sorted(Path(self.root).glob("core/games/*/*/kernel.c"))]
        if not all(built) or version == "editable":
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform()}"
        build_data["artifacts"] += [f"core/games/*/evaluation/{LIBRARY}"]

    def _built(self, compiler: str, source: Path) -> bool:
        headers, library = Path(self.root) / "core" / "review" / "kernel", source.with_name(LIBRARY)
        new = library.with_suffix(f".{os.getpid()}")
        if Path(compiler).stem == "cl":
            words = [compiler, "/nologo", "/O2", "/LD", f"/I{headers}", str(source), f"/Fe:{library}"]
        else:
            flags = ["-O3", "-std=c11", "-ffp-contract=off", "-fvisibility=hidden", "-shared", "-fPIC"]
            words = [compiler, *flags, f"-I{headers}", str(source), "-o", str(new), "-lm"]
        done = subprocess.run(words, capture_output=True, text=True, cwd=source.parent)
        if done.returncode:
            self.app.display_warning(f"{source.parent.parent.name}: no kernel, {done.stderr.strip()[-300:]}")
            return False
        if new.exists():
            new.replace(library)  # Not in place: a running process has the old one mapped.
        return True


def _platform() -> str:
    """The platform of the wheel: this one, with the C library it was built against."""
    name, version = platform.libc_ver()
    if sys.platform == "linux" and name == "glibc":
        return f"manylinux_{version.replace('.', '_')}_{platform.machine()}"
    return get_platform().replace("-", "_").replace(".", "_")
