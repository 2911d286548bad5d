"""ES modules joined into the single module of a component, without a build step.

The modules of an entry share one scope, in the order in which a browser evaluates them. Only a subset of the syntax is
accepted, so that every line is understood; anything else raises `ValueError` when the viewer is imported.
"""

import re
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^{}"]*)\} from "(\.[^"\n]+)";\n', re.MULTILINE)
_DECLARATION: Final = re.compile(r"^(export )?(?:async )?(?:function|const|let|class) (\w+)\b", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
_TOP_LEVEL: Final = re.compile(
    r"export default function\b|(?:export )?(?:async )?(?:function|const|let|class) \w|[)}\]]"
)
"""Line beginnings allowed without indentation; an entry may hold statements as well."""


def joined(entry: str) -> str:
    """The module `entry`, a path below `viewer`, with all that it imports, without comment lines.

    Raises:
        ValueError: import cycle, a name declared by two modules, an import of a name that is not exported, a module
            outside `viewer`, or syntax that the joiner does not know.
    """
    parts: dict[str, str] = {}
    _collect(entry, (), parts, {}, {})
    return "\n".join(parts.values())


def _collect(
    path: str,
    importers: tuple[str, ...],
    parts: dict[str, str],
    exports: dict[str, set[str]],
    declared: dict[str, str],
) -> None:
    if path in importers:
        raise ValueError(f"import cycle: {' -> '.join((*importers, path))}")
    if path in exports:
        return
    if path.startswith("../"):
        raise ValueError(f"{path}: outside of viewer")
    source = _COMMENT.sub("", files("viewer").joinpath(path).read_text("utf-8"))
    for names, address in _IMPORT.findall(source):
        imported = normpath(join(dirname(path), address))
        _collect(imported, (*importers, path), parts, exports, declared)
        missing = {name.strip() for name in names.split(",") if name.strip()} - exports[imported]
        if missing:
            raise ValueError(f"{path}: {imported} does not export {', '.join(sorted(missing))}")
    body = _IMPORT.sub("", source).lstrip("\n")
    _check(path, body, is_entry=not importers)
    for _, name in _DECLARATION.findall(body):
        if name in declared:
            raise ValueError(f"{path}: {name} is declared in {declared[name]} too")
        declared[name] = path
    exports[path] = {name for is_exported, name in _DECLARATION.findall(body) if is_exported}
    parts[path] = re.sub(r"^export (?!default\b)", "", body, flags=re.MULTILINE)


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
