"""The types of what Python sends, written for the component scripts: `make payloads`; with `--check` only compared.

A class becomes the type of its name without `Json`: a TypedDict or a dataclass an object, a NamedTuple a tuple.
"""

import inspect
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from functools import reduce
from itertools import groupby
from operator import or_
from types import NoneType, UnionType
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from tests import ROOT
from viewer.answers import review
from viewer.answers.replay import ExploreAnswer
from viewer.boards import scene
from viewer.components.live.component import LiveMatchData
from viewer.components.move_picker import MovePickerData
from viewer.components.new_match import NewMatchData
from viewer.components.people.picker import PeopleData
from viewer.components.photos import GalleryData
from viewer.components.photos.payload import EmbeddedJson
from viewer.components.play.editing import EditingData
from viewer.components.replay.component import FirstReplayData
from viewer.components.replay.for_reader import ForReaderJson
from viewer.components.replay.payload import NotedReplay
from viewer.pages.login import LoginData

FILE: Final = ROOT / "viewer/components/lib/payloads.d.ts"
_REPLAY: Final = NotedReplay, ForReaderJson, EmbeddedJson, ExploreAnswer, FirstReplayData, review.TryAgainJson
SENT: Final = (
    *_REPLAY,
    MovePickerData,
    GalleryData,
    PeopleData,
    NewMatchData,
    LoginData,
    EditingData,
)
ALIASES: Final[Mapping[object, str]] = {
    scene.ShapeJson: "Shape",
    scene.PatchJson: "Patch",
    review.ReviewAnswer: "ReviewAnswer",
}
"""Unions with a name of their own."""

_WORDS: Final[Mapping[object, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    object: "unknown",
    get_args(get_type_hints(LiveMatchData)["head"])[0]: "Part",  # Recursive: read as Python reads it.
}
_HEAD: Final = "// Written by `make payloads` from the types of what Python sends; do not edit.\n"


def declarations(sent: Sequence[type], aliases: Mapping[object, str]) -> str:
    """These classes and unions, and all that they hold, each below its module."""
    types = _Types(aliases)
    unions = [f"type {name} = {types.union(get_args(union))};" for union, name in aliases.items()]
    for cls in sent:
        types.of(cls)
    lines = [_HEAD, *unions]
    for module, classes in groupby(sorted(types.classes, key=_place), key=lambda cls: cls.__module__):
        lines += ["", f"// {module.replace('.', '/')}", *map(types.classes.__getitem__, classes)]
    return "\n".join([*lines, ""])


def _place(cls: type) -> tuple[str, int]:
    return cls.__module__, inspect.getsourcelines(cls)[1]


class _Types:
    """The declarations by class."""

    def __init__(self, aliases: Mapping[object, str]) -> None:
        self.classes: dict[type, str] = {}
        self._names: dict[str, type] = {}
        self._aliases = aliases

    def of(self, hint: object) -> str:
        origin, arguments = get_origin(hint), get_args(hint)
        if word := self._aliases.get(hint) or _WORDS.get(hint):
            return word
        if origin in (Union, UnionType):
            return self.union(arguments)
        if origin is Literal:
            return " | ".join(map(json.dumps, arguments))
        if origin is dict:
            return f"Record<{self.of(arguments[0])}, {self.of(arguments[1])}>"
        if origin is list or (origin is tuple and arguments[1:] == (...,)):
            return f"{_in_brackets(self.of(arguments[0]))}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.of, arguments))}]"
        if isinstance(hint, type) and hint.__module__ != "builtins":
            return self._named(hint)
        raise TypeError(f"{hint} has no form in JSON")

    def union(self, members: Sequence[object]) -> str:
        """Tuples are one tuple, whose elements are optional where a shorter one ends."""
        if any(get_origin(member) is not tuple for member in members):
            return " | ".join(dict.fromkeys(map(self.of, members)))
        rows = [get_args(member) for member in members]
        columns = ([row[place] for row in rows if place < len(row)] for place in range(max(map(len, rows))))
        words = [_in_brackets(self.of(reduce(or_, column))) + "?" * (len(column) < len(rows)) for column in columns]
        return f"[{', '.join(words)}]"

    def _named(self, cls: type) -> str:
        name = cls.__name__.removesuffix("Json")
        if self._names.setdefault(name, cls) is not cls:
            raise TypeError(f"two classes are called {name}")
        if cls not in self.classes:
            self.classes[cls] = ""
            self.classes[cls] = _comment(cls) + self._declaration(cls, name)
        return name

    def _declaration(self, cls: type, name: str) -> str:
        hints = {field: self.of(hint) for field, hint in get_type_hints(cls).items()}
        if issubclass(cls, tuple):
            return f"type {name} = [{', '.join(f'{field}: {word}' for field, word in hints.items())}];"
        if not (is_typeddict(cls) or is_dataclass(cls)):
            raise TypeError(f"{cls} has no form in JSON")
        optional: frozenset[str] = getattr(cls, "__optional_keys__", frozenset())
        lines = (f"  {field}{'?' if field in optional else ''}: {word};" for field, word in hints.items())
        return "\n".join([f"interface {name} {{", *lines, "}"])


def _in_brackets(word: str) -> str:
    return f"({word})" if re.match(r"[^<(\[]* \| ", word) else word


def _comment(cls: type) -> str:
    lines = inspect.cleandoc(cls.__doc__ or "").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */\n"])


def main(*arguments: str) -> None:
    """Write the file, or exit with a sentence where it differs."""
    text = declarations(SENT, ALIASES)
    if "--check" not in arguments:
        FILE.write_text(text, "utf-8")
    elif FILE.read_text("utf-8") != text:
        sys.exit(f"{FILE.relative_to(ROOT)} differs from what Python sends: run `make payloads`.")


if __name__ == "__main__":
    main(*sys.argv[1:])
