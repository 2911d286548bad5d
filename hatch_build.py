"""The kernels of the review, compiled by the C compiler of this machine or, without one, of the package index."""

import os
import platform
import shlex
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_platform
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WINDOWS = sys.platform == "win32"
LIBRARY = "kernel.dll" if WINDOWS else "kernel.so"
SEAL = "kernel.sha256"


class Kernels(BuildHookInterface):  # type: ignore[type-arg]
    """`core/games/*/evaluation/kernel.c`, each to a library beside it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Zig, which is a C compiler too, where there is none."""
        return [] if self.target_name != "wheel" or _compiler() else ["ziglang>=0.15"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        compiler = _compiler() or _zig()
        if not compiler:
            self.app.display_warning("No C compiler found: matches will not be reviewed.")
            return
        built = [self._built(compiler, source) for source in sorted(Path(self.root).glob("core/games/*/*/kernel.c"))]
        if not all(built) or version == "editable":
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform()}"
        build_data["artifacts"] += [f"core/games/*/evaluation/{name}" for name in (LIBRARY, SEAL)]

    def _built(self, compiler: list[str], source: Path) -> bool:
        headers, library = Path(self.root) / "core" / "review" / "kernel", source.with_name(LIBRARY)
        new = library.with_suffix(f".{os.getpid()}")
        if Path(compiler[0]).stem == "cl":
            words = [*compiler, "/nologo", "/O2", "/LD", f"/I{headers}", str(source), f"/Fe:{library}"]
        else:
            flags = ["-O3", "-std=c11", "-ffp-contract=off", "-fvisibility=hidden", "-shared"]
            flags.append("-static" if WINDOWS else "-fPIC")
            words = [*compiler, *flags, f"-I{headers}", str(source), "-o", str(new), "-lm"]
        done = subprocess.run(words, capture_output=True, text=True, cwd=source.parent)
        if done.returncode:
            self.app.display_warning(f"{source.parent.parent.name}: no kernel, {done.stderr.strip()[-300:]}")
            return False
        sources = b"".join(path.read_bytes() for path in (source, headers / "kernel.h", headers / "search.h"))
        files = (new if new.exists() else library).read_bytes(), sources
        seal = library.with_suffix(f".{os.getpid()}-sha256")
        seal.write_text("\n".join(sha256(content).hexdigest() for content in files), "ascii")
        seal.replace(library.with_name(SEAL))  # `core.review.kernels` reads it.
        if new.exists():
            new.replace(library)  # Not in place: a running process has the old one mapped.
        return True


def _compiler() -> list[str]:
    """The command of the C compiler of this machine; empty without one."""
    return shlex.split(os.environ.get("CC", "")) or [*filter(shutil.which, ("cc", "gcc", "clang", "cl"))][:1]


def _zig() -> list[str]:
    """The same of the package `ziglang`, for every processor of this kind, as other compilers do."""
    return [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"] if find_spec("ziglang") else []


def _platform() -> str:
    """The platform of the wheel: this one, with the C library it was built against."""
    name, version = platform.libc_ver()
    if sys.platform == "linux" and name == "glibc":
        return f"manylinux_{version.replace('.', '_')}_{platform.machine()}"
    return get_platform().replace("-", "_").replace(".", "_")
