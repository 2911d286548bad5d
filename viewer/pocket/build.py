"""The static folder of the pocket: shell, scripts, Pyodide, Partie as one archive, for any host that serves files.

The version is a digest of all files: the service worker fetches what differs, and each version makes its own snapshot.
"""

import io
import json
import re
import tarfile
import zipfile
from collections.abc import Mapping
from hashlib import blake2b, sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from core.errors import InvalidInput
from core.messages import message
from eventstore.access.grants import LOCAL
from viewer.components.lib import font
from viewer.components.lib.scripts import SCRIPTS
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.pocket.sources import sources
from viewer.site.frame import STYLE, Framed, frame
from viewer.site.routes import icons, live_files

OFFERED: Final = frozenset({".", "new", "people", "game", "keeping"})
"""The addresses in the navigation of a pocket."""

_VERSION: Final = b"{version}"
_ICONS: Final = "scripts/"

PACKAGES: Final = "pyodide@314.0.7 zxing-wasm@3.1.6"
"""The npm packages: a Python for browsers, and a reader of codes for those that have none."""

DIGESTS: Final[Mapping[str, str]] = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of the files of Pyodide that are used."""

ZXING: Final[Mapping[str, str]] = {
    "LICENSE": "fb506e4ade12d7a9efa67c9d76a9a28c8e15d347ca49a69e48e29b40b34ad2ab",
    "dist/es/reader/index.js": "368838c01a37be49b8daa833c3d9d253950fd9c29b8c98b9092018c9fd43b03c",
    "dist/es/share.js": "b595f0f4c1060b5e2a45aecf0331e576181dc281b168cb22e98f8db69d16457a",
    "dist/reader/zxing_reader.wasm": "5003fb4b88c4fbd1fd518a2fd8c8ad365c519e183a08c03a322dddfea3cea84e",
}
"""Those of the reader of codes, which a phone fetches when it scans."""

PATCHES: Final = (
    # Without it `fdatasync` does nothing, and SQLite syncs with nothing else: no append would be durable.
    (
        "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);return 0}",
        "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);"
        "return stream.stream_ops?.fsync?.(stream)??0}",
    ),
    # A snapshot may be larger than the memory that the module begins with.
    (
        "return Module.HEAP8.set(t),l}",
        "if(t.length>Module.HEAP8.length&&!growMemory(t.length))throw new Error('no memory for the snapshot');"
        "return Module.HEAP8.set(t),l}",
    ),
)

_LEFT_OUT: Final = re.compile(
    r"(_pyrepl|curses|dbm|ensurepip|idlelib|lib2to3|multiprocessing|profiling|pydoc_data|tomllib|unittest|venv"
    r"|wsgiref|xml|xmlrpc|zoneinfo|compression/zstd|concurrent/(futures/process|futures/interpreter|interpreters)"
    r"|email/(?!__init__)|encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|raw_unicode|unicode_escape|utf_8)"
    r"|asyncio/(__main__|proactor|windows|tools)\w*|http/(server|client|cookiejar)|logging/(config|handlers)"
    r"|sqlite3/__main__|sysconfig/__main__|urllib/(request|robotparser)|(_aix|_android|_apple|_ios|_osx)_support|_pyio"
    r"|_pydatetime|_pydecimal|antigravity|argparse|bdb|cProfile|cmd|code|compileall|configparser|doctest|fileinput"
    r"|filecmp|ftplib|getopt|getpass|imaplib|mailbox|mimetypes|modulefinder|netrc|ntpath|nturl2path|optparse|pdb"
    r"|pickletools|platform|plistlib|poplib|pprint|profile|pstats|pty|py_compile|pyclbr|pydoc|pyodide/console"
    r"|rlcompleter|sched|shelve|smtplib|socketserver|ssl|symtable|tabnanny|tarfile|this|timeit|trace|tracemalloc"
    r"|tty|turtle|wave|webbrowser|zipapp)\b"
)
"""Modules of the standard library that no answer imports."""


class OtherPackage(InvalidInput):
    """A package in a folder is another one, or incomplete."""


def build(pyodide: Path, out: Path) -> dict[str, int]:
    """Write the folder; returns the size of every file in it. Raises OtherPackage before anything is written.

    `zxing-wasm` lies beside `pyodide`.
    """
    content = _pyodide(pyodide) | _zxing(pyodide.parent / "zxing-wasm") | {"partie.tar": archive(sources())}
    content |= {f"scripts/{path}": body for path, body in SCRIPTS.items()}
    content["scripts/icon.svg"] = files("viewer.components.live").joinpath("icon.svg").read_bytes()
    content |= {
        _ICONS + live_files.icon_name(size, maskable=maskable): live_files.png(size, maskable=maskable)
        for size, maskable in ((192, False), (512, False), (180, True), (192, True), (512, True))
    }
    content |= {path.name: _shell_file(path) for path in (Path(__file__).parent / "shell").iterdir()} | _first_pages()
    worker = content.pop("service_worker.js")
    version = _digest(b"".join((*map(_digest_bytes, sorted(content.items())), worker)))
    for path, body in content.items():
        if path.startswith("index."):
            content[path] = body.replace(_VERSION, version.encode())
    built = json.dumps({"version": version, "files": {path: _digest(body) for path, body in sorted(content.items())}})
    content["service_worker.js"] = f"const BUILT = {built};\n".encode() + worker
    for path, body in content.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(body)
    return {path: len(body) for path, body in content.items()}


def _shell_file(path: Path) -> bytes:
    """The scripts of components lie beside the shell."""
    return path.read_bytes().replace(b'from "../../components/', b'from "./scripts/')


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()


def _digest_bytes(file: tuple[str, bytes]) -> bytes:
    return f"{file[0]} {_digest(file[1])}".encode()


def _first_pages() -> dict[str, bytes]:
    """The frame of Plays in every language, drawn before any script is read; without a worker it is in English."""
    pages = dict[str, bytes]()
    for tongue in language.LANGUAGES:
        language.set_language(tongue)
        plays = frame(Framed("matches", {}, LOCAL, None, offered=OFFERED))
        pages[f"index.{tongue}.html"] = _page(plays).encode()
        pages[f"{tongue}.webmanifest"] = json.dumps(_manifest(), ensure_ascii=False).encode()
    language.set_language(language.ENGLISH)
    return pages | {"index.html": pages[f"index.{language.ENGLISH}.html"]}


def _manifest() -> dict[str, Any]:
    """The manifest of the installed app: files of plays open with it, and other apps share them to it."""
    takes = [{"name": "file", "accept": ["application/jsonl", ".jsonl"]}]
    return icons.content(gettext("Keep who played what, and who won."), _ICONS) | {
        "id": "./",
        "file_handlers": [{"action": "./", "accept": {"application/jsonl": [".jsonl"]}}],
        "share_target": {
            "action": "./", "method": "POST", "enctype": "multipart/form-data", "params": {"files": takes},
        },
    }  # fmt: skip


def _page(plays: str) -> str:
    catalog = json.dumps(language.js_catalog("viewer/pocket/shell")).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="{language.current()}" class="framed" data-version="{_VERSION.decode()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(gettext("Plays"))} - Partie</title>
<meta name="theme-color" content="#f3eee6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171413" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="scripts/icon.svg">
<link rel="apple-touch-icon" href="{_ICONS}{live_files.icon_name(180, maskable=True)}">
<link rel="manifest" href="{language.current()}.webmanifest">
<link rel="preload" as="font" type="font/woff2" crossorigin href="scripts/{font.PATH}">
<style>{font.font_face(f"scripts/{font.PATH}")}{STYLE}</style>
</head>
<body>
{plays}
<link rel="stylesheet" href="scripts/lib/look.css">
<link rel="stylesheet" href="page.css">
<div id="bar" hidden></div>
<main id="main" class="stApp"><div id="page"></div></main>
<script type="application/json" id="catalog">{catalog}</script>
<script type="module" src="page.js"></script>
</body>
</html>
"""


def _files_of(package: Path, digests: Mapping[str, str]) -> dict[str, bytes]:
    """The files of a package by their path in it."""
    content = dict[str, bytes]()
    for name, digest in digests.items():
        file = package / name
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
            raise OtherPackage(
                message(
                    "{path} is not there, or not of the version that Partie uses; run `npm install {packages}` and "
                    "name the folder `pyodide` of it with --pyodide. Nothing was written.",
                    path=str(file),
                    packages=PACKAGES,
                )
            )
        content[name] = file.read_bytes()
    return content


def _zxing(package: Path) -> dict[str, bytes]:
    """The reader of codes with its licenses, by their path in the pocket; its scripts import each other as they lie."""
    found = _files_of(package, ZXING)
    license = Path(__file__).with_name("zxing_cpp_license.txt").read_bytes()
    return {re.sub("^(dist/(es/)?)?", "zxing/", name): body for name, body in found.items()} | {
        "zxing/LICENSE-zxing-cpp": license
    }


def _pyodide(package: Path) -> dict[str, bytes]:
    """Its files by their path in the pocket."""
    content = {f"pyodide/{name}": body for name, body in _files_of(package, DIGESTS).items()}
    content["pyodide/pyodide.asm.mjs"] = patched(content["pyodide/pyodide.asm.mjs"].decode()).encode()
    content["pyodide/python_stdlib.zip"] = _smaller(content["pyodide/python_stdlib.zip"])
    known = json.loads(content["pyodide/pyodide-lock.json"])
    content["pyodide/pyodide-lock.json"] = json.dumps(known | {"packages": {}}).encode()
    return content


def patched(script: str) -> str:
    """The script of Pyodide with both patches. Raises OtherPackage where one does not apply exactly once."""
    for old, new in PATCHES:
        if script.count(old) != 1:
            raise OtherPackage(message("This Pyodide cannot be patched: {line}", line=old))
        script = script.replace(old, new)
    return script


def _smaller(library: bytes) -> bytes:
    """The standard library without what no answer imports; not compressed, as the host compresses all of it better."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as whole, zipfile.ZipFile(written, "w") as part:
        for name in whole.namelist():
            if not name.endswith("/") and not _LEFT_OUT.match(name):
                part.writestr(zipfile.ZipInfo(name), whole.read(name))
    return written.getvalue()


def archive(content: Mapping[str, bytes]) -> bytes:
    """Files as a tar archive, the same for the same files; `start.js` reads names of at most 100 bytes."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, body in sorted(content.items()):
            file = tarfile.TarInfo(path)
            if len(path.encode()) > tarfile.LENGTH_NAME:
                raise ValueError(f"{path} is too long a name for the archive.")
            file.size = len(body)
            tar.addfile(file, io.BytesIO(body))
    return written.getvalue()
