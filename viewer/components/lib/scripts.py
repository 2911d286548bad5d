"""The ES modules of the components, and the look and typeface of all pages, as files that browsers keep for good.

The addresses hold a digest of all of them.
"""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from typing import Final

from viewer.components.lib.javascript import IMPORT

_FOLDER: Final = files("viewer.components")


def _modules(folder: Traversable, path: str = "") -> dict[str, bytes]:
    """The modules below a folder by their path."""
    modules: dict[str, bytes] = {}
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            modules |= _modules(item, f"{path}{item.name}/")
        elif item.name.endswith((".js", ".woff2")) or item.name == "look.css":
            modules[path + item.name] = item.read_bytes()
    return modules


SCRIPTS: Final = _modules(_FOLDER)
"""The content of every module by its path below `viewer/components`."""

VERSION: Final = blake2b(b"\0".join(SCRIPTS.values()), digest_size=8).hexdigest()
"""Digest of all modules: what a module imports has an address relative to its own."""

PREFIX: Final = "/scripts"
"""Path of the modules on the server."""


def address(path: str) -> str:
    """The address of a module, relative to the root of the site."""
    return f"{PREFIX[1:]}/{VERSION}/{path}"


@cache
def addresses(entry: str) -> tuple[str, ...]:
    """The addresses of an entry and of all modules that it imports."""
    paths = [entry]
    for path in paths:
        imported = [normpath(join(dirname(path), target)) for _, target in IMPORT.findall(SCRIPTS[path].decode())]
        paths += [one for one in imported if one not in paths]
    return tuple(map(address, paths))


def component(entry: str) -> str:
    """The script of a Streamlit component: it takes the function of the module `entry` from the server.

    Streamlit runs it from a `blob:` address, which relative addresses cannot start from. All pages lie at the root.
    The first drawing is marked (`navigation/frame.js`).
    """
    return f"""const root = new URL("./", location.href);
const {{ default: show }} = await import(new URL("{address(entry)}", root).href);
export default (part) => {{
  const leave = show(part), at = part.parentElement;
  (at.host ?? at).dataset.drawn = "";
  return leave;
}};
"""
