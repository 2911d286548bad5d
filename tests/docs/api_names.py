"""The names of the Python API as text: a line for each, with its arguments and what it is, before its reference.

`python -m tests.docs.api_names` writes them into `docs/api.md`.
"""

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, getdoc, getmembers, isclass, isfunction, signature
from typing import Any, TypeVar, Union, get_args, get_origin

from tests import ROOT

PATH = ROOT / "docs" / "api.md"

_DIRECTIVE = re.compile(r"^(?:- .*\n(?:  .*\n)*\n?)*^::: (\S+)\n((?: +.*\n)*)", re.MULTILINE)


def with_names(text: str) -> str:
    """The page with the names of today before each reference."""
    return _DIRECTIVE.sub(lambda found: f"{_listing(*found.groups())}\n\n::: {found[1]}\n{found[2]}", text)


def _listing(name: str, options: str) -> str:
    members = re.search(r"members: \[(.*)\]", options)
    return "\n".join(_lines(name, members[1].split(", ") if members else None))


def _lines(name: str, members: list[str] | None) -> Iterator[str]:
    whole = _object(name)
    if isclass(whole) or isfunction(whole):
        yield _line(name.rpartition(".")[2], whole)
        if isclass(whole):
            public = [key for key, value in getmembers(whole, isfunction) if not key.startswith("_")]
            yield from (_line(key, getattr(whole, key)) for key in members or public)
        return
    defined = (item for item in vars(whole).items() if getattr(item[1], "__module__", "") == name)
    own = [key for key, value in defined if not isinstance(value, TypeVar)]
    yield from (_line(key, getattr(whole, key)) for key in members or getattr(whole, "__all__", own) if key[0] != "_")


def _object(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module, _, last = name.rpartition(".")
        return getattr(import_module(module), last)


def _line(name: str, value: Any) -> str:
    if not (isclass(value) or isfunction(value)) or value.__module__ == "builtins":
        kinds = get_args(value) if get_origin(value) is Union else (value,)  # Written differently by each Python.
        return f"- `{name} = {' | '.join(map(_text, kinds))}`"
    says = re.split(r"(?<=\.)\s|\n\n", getdoc(value) or "")[0].replace("\n", " ")
    return f"- `{name}{_arguments(value) if isfunction(value) or is_dataclass(value) else ''}`" + (
        f": {says}" if says else ""
    )


def _text(value: Any) -> str:
    if value is type(None):
        return "None"
    return value.__name__ if isclass(value) else re.sub(r"[A-Za-z_][\w.]*\.(?=\w)", "", repr(value))


def _arguments(called: Any) -> str:
    plain = [
        each.replace(annotation=Parameter.empty)
        for each in signature(called).parameters.values()
        if each.name != "self" and each.name[0] != "_"
    ]
    text = str(Signature(plain))
    return re.sub(r"<[\w. ]*<?\w+>?( at 0x\w+)?>", "...", text)


if __name__ == "__main__":
    PATH.write_text(with_names(PATH.read_text("utf-8")), "utf-8")
