"""ES modules joined into the single module of a component, without a build step.

The modules of an entry share one scope, in the order in which a browser evaluates them. Only a subset of the syntax is
accepted, so that every line is understood; anything else raises `ValueError` when the viewer is imported. A module of
others, as it is published, keeps its names to itself.
"""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(r'^import \{([^{}"]*)\} from "(\.[^"\n]+)";\n', re.MULTILINE)
_DECLARATION: Final = re.compile(r"^(export )?(?:async )?(?:function|const|let|class) (\w+)\b", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
_TOP_LEVEL: Final = re.compile(
    r"export default function\b|(?:export )?(?:async )?(?:function|const|let|class) \w|[)}\]]"
)
"""Line beginnings allowed without indentation; an entry may hold statements as well."""

_PUBLISHED_EXPORTS: Final = re.compile(r"export\{([^{}]*)\};\n//# sourceMappingURL=\S*\s*\Z")
_PUBLISHED_FOLDERS: Final = ("lib/lit-html",)
"""Modules that are not ours, minified; they import nothing."""


def joined(entry: str, folder: Traversable | None = None) -> str:
    """The module `entry` with all that it imports, without comment lines; `folder`: `viewer/components`.

    Raises:
        ValueError: import cycle, a name declared by two modules, an import of a name that is not exported, a module
            outside the folder, or syntax that the joiner does not know.
    """
    modules = _Modules(folder or files("viewer.components"))
    modules.add(entry, ())
    return "\n".join(modules.bodies.values())


class _Modules:
    """The modules collected so far, each after those it imports."""

    def __init__(self, folder: Traversable) -> None:
        self.folder = folder
        self.bodies: dict[str, str] = {}
        self.exports: dict[str, set[str]] = {}
        self.declared: dict[str, str] = {}

    def add(self, path: str, importers: tuple[str, ...]) -> None:
        if path in importers:
            raise ValueError(f"import cycle: {' -> '.join((*importers, path))}")
        if path in self.bodies:
            return
        if path.startswith("../"):
            raise ValueError(f"{path}: outside of the folder")
        text = self.folder.joinpath(path).read_text("utf-8")
        if dirname(path) in _PUBLISHED_FOLDERS:
            self.exports[path], self.bodies[path] = _published(path, text)
            return
        source = _COMMENT.sub("", text)
        for names, address in IMPORT.findall(source):
            self._import(path, importers, normpath(join(dirname(path), address)), names)
        body = IMPORT.sub("", source).lstrip("\n")
        _check(path, body, is_entry=not importers)
        declarations = _DECLARATION.findall(body)
        for _, name in declarations:
            if name in self.declared:
                raise ValueError(f"{path}: {name} is declared in {self.declared[name]} too")
            self.declared[name] = path
        self.exports[path] = {name for exported, name in declarations if exported}
        self.bodies[path] = re.sub(r"^export (?!default\b)", "", body, flags=re.MULTILINE)

    def _import(self, path: str, importers: tuple[str, ...], imported: str, names: str) -> None:
        self.add(imported, (*importers, path))
        imported_names = {name.strip() for name in names.split(",") if name.strip()}
        if missing := imported_names - self.exports[imported]:
            raise ValueError(f"{path}: {imported} does not export {', '.join(sorted(missing))}")


def _published(path: str, text: str) -> tuple[set[str], str]:
    """The exported names of a module of others, and the module as one function, with its license."""
    if not (found := _PUBLISHED_EXPORTS.search(text)):
        raise ValueError(f"{path}: not understood: no exports at its end")
    names = {public: own for own, public in (pair.split(" as ") for pair in found[1].split(","))}
    public = sorted(name for name in names if not name.startswith("_"))
    values = ", ".join(f"{name}: {names[name]}" for name in public)
    body = f"const {{ {', '.join(public)} }} = (() => {{\n{text[: found.start()]}\nreturn {{ {values} }};\n}})();\n"
    return set(public), body


def _check(path: str, body: str, *, is_entry: bool) -> None:
    for line in body.splitlines():
        if not line or line[0].isspace():
            if re.match(r"\s+(?:import|export)\b", line):
                raise ValueError(f"{path}: import or export that is not at the top level: {line}")
        elif _TOP_LEVEL.match(line):
            if line.startswith("export default") and not is_entry:
                raise ValueError(f"{path}: only an entry has a default export")
        elif not is_entry or re.match(r"(?:import|export)\b", line):
            raise ValueError(f"{path}: not understood: {line}")
    if re.search(r"\bimport\s*[(.]", body):
        raise ValueError(f"{path}: dynamic import or import.meta")
