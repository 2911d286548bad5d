"""The work of a regular expression on texts made of its own letters, counted in steps of a backtracking matcher.

The matcher goes the ways that `re` goes, without its shortcuts, which change no growth; a count depends on no clock.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, product
from re import _compiler, _parser  # type: ignore[attr-defined]
from typing import Any, Final, TypeAlias

Ends: TypeAlias = Callable[[int], Iterator[int]]
"""The places where a part of a pattern may end that begins at a place."""

MANY: Final = 12
"""A bound of a repeat is counted as at most so many rounds: short texts then show how the work for long ones grows."""

UNBOUNDED: Final = 500
"""A bound above this is none."""

SIZES: Final = (16, 32, 48)
"""Rounds of a piece. The work of a linear pattern grows as much from the second to the third as before."""

MAX_STEPS: Final = 50_000

LETTERS: Final = " \t\nabtxzAZ0159é-–_,.;:/\\|()[]{}<>#*'\"=+&?!%$★\0"
"""Texts are made of these, and of the letters that a pattern names."""

ONE_LETTER: Final = ("LITERAL", "NOT_LITERAL", "ANY", "IN", "CATEGORY")


class PatternWork:
    """The work of a pattern; `is_whole`: it has to match a text from its beginning, else it is searched everywhere."""

    def __init__(self, pattern: re.Pattern[Any], *, is_whole: bool) -> None:
        source, self._flags = pattern.pattern, pattern.flags
        if isinstance(source, bytes):
            source, self._flags = source.decode("latin-1"), self._flags | re.ASCII
        self._tree, self._is_whole = _parser.parse(source, self._flags), is_whole
        self._flags = self._tree.state.flags
        self._ends = self._sequence(self._tree)
        self._text, self._steps, self._groups = "", 0, dict[int, str]()

    def growth(self) -> str:
        """A text whose work grows faster than its length; empty if none was found."""
        letters, heads = self._letters(), list(dict.fromkeys(chain([""], self._heads(self._tree, ""))))
        rounds = list(map(self._example, self._repeated(self._tree)))
        longer = (head + letter for head, letter in product(heads, letters))
        pieces = dict.fromkeys(filter(None, chain(letters, heads, rounds, longer)))
        for head, piece, tail in product(heads, pieces, ("", "\0", "a")):
            short, middle, long = (self.steps(head + piece * size + tail) for size in SIZES)
            if long == MAX_STEPS or long - middle > middle - short + len(piece) * SIZES[0]:
                return f"{head!r} + n * {piece!r} + {tail!r}: {short}, {middle}, {long} steps"
        return ""

    def steps(self, text: str) -> int:
        """The steps to find all matches, or that there is none; `MAX_STEPS` if there are more."""
        try:
            self._match(text)
        except OverflowError:
            return MAX_STEPS
        return self._steps

    def _match(self, text: str) -> None:
        self._text, self._steps, at = text, 0, 0
        while at <= len(text):
            self._groups.clear()
            ends = self._ends(at)
            end = next((end for end in ends if end == len(text)), -1) if self._is_whole else next(ends, at)
            if self._is_whole:
                break
            at = max(end, at + 1)

    def _step(self) -> None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise OverflowError

    def end(self, text: str) -> int | None:
        """The end of the match at the beginning of a text."""
        self._text, self._steps = text, 0
        self._groups.clear()
        return next(self._ends(0), None)

    def _sequence(self, tree: Any) -> Ends:
        parts = [self._part(*node) for node in tree]

        def ends(at: int, number: int = 0) -> Iterator[int]:
            if number == len(parts):
                yield at
            else:
                for end in parts[number](at):
                    yield from ends(end, number + 1)

        return ends

    def _part(self, kind: Any, value: Any) -> Ends:
        match str(kind):
            case name if name in ONE_LETTER:
                return self._letter(kind, value)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT" as name:
                return self._repeat(name, *value)
            case "SUBPATTERN":
                return self._group(value[0], self._sequence(value[3]))
            case "ATOMIC_GROUP":
                body = self._sequence(value)
                return lambda at: (end for end in [next(body(at), None)] if end is not None)
            case "BRANCH":
                branches = list(map(self._sequence, value[1]))
                return lambda at: chain.from_iterable(branch(at) for branch in branches)
            case "ASSERT" | "ASSERT_NOT" as name:
                return self._look(value, is_wanted=name == "ASSERT")
            case "AT":
                place = self._compiled(kind, value)
                return lambda at: iter([at] if place.match(self._text, at) else [])
            case "GROUPREF":
                return self._again(value)
        raise NotImplementedError(kind)

    def _compiled(self, kind: Any, value: Any) -> re.Pattern[str]:
        tree = _parser.SubPattern(_parser.State())
        tree.append((kind, value))
        compiled: re.Pattern[str] = _compiler.compile(tree, self._flags)
        return compiled

    def _letter(self, kind: Any, value: Any) -> Ends:
        accepted = cache(self._compiled(kind, value).match)

        def ends(at: int) -> Iterator[int]:
            self._step()
            if at < len(self._text) and accepted(self._text[at]):
                yield at + 1

        return ends

    def _repeat(self, kind: str, least: int, most: int, body: Any) -> Ends:
        one = self._sequence(body)
        bound = most if most <= MANY or most > UNBOUNDED else max(MANY, least)

        def greedy(at: int) -> Iterator[int]:
            """Without recursion, as the rounds are many."""
            rounds, places = [one(at)] if bound else [], [at]
            while rounds:
                end = next(rounds[-1], None)
                if end is None:
                    rounds.pop()
                    if len(places) > least:
                        yield places[-1]
                    places.pop()
                elif end > places[-1] or len(rounds) < least:
                    places.append(end)
                    if len(rounds) < bound:
                        rounds.append(one(end))
                    else:
                        yield places.pop()
            if places and not least:
                yield at

        def lazy(at: int) -> Iterator[int]:
            rounds = [iter([at])]
            while rounds:
                end = next(rounds[-1], None)
                if end is None:
                    rounds.pop()
                    continue
                if len(rounds) > least:
                    yield end
                if len(rounds) <= bound:
                    rounds.append(one(end))

        if kind == "POSSESSIVE_REPEAT":
            return lambda at: (end for end in [next(greedy(at), None)] if end is not None)
        return greedy if kind == "MAX_REPEAT" else lazy

    def _group(self, number: int | None, body: Ends) -> Ends:
        def ends(at: int) -> Iterator[int]:
            for end in body(at):
                if number is not None:
                    self._groups[number] = self._text[at:end]
                yield end

        return ends

    def _look(self, value: Any, *, is_wanted: bool) -> Ends:
        direction, tree = value
        body, back = self._sequence(tree), tree.getwidth()[0] if direction < 0 else 0

        def ends(at: int) -> Iterator[int]:
            is_there = at >= back and next(body(at - back), None) is not None
            if is_there == is_wanted:
                yield at

        return ends

    def _again(self, number: int) -> Ends:
        def ends(at: int) -> Iterator[int]:
            self._step()
            if self._text.startswith(word := self._groups.get(number, "\0\0"), at):
                yield at + len(word)

        return ends

    def _letters(self) -> list[str]:
        """Letters that the classes, and the repeats without a bound, tell apart: one of each kind."""
        repeated = [node for tree in self._repeated(self._tree) for node in self._single(tree)]
        classes = [node for node in self._single(self._tree) if str(node[0]) != "LITERAL"]
        nodes = {repr(node): node for node in repeated + classes}
        tests = [self._compiled(*node).match for node in nodes.values()]
        named = [chr(value) for kind, value in repeated if str(kind) == "LITERAL"]
        kinds = {tuple(bool(test(letter)) for test in tests): letter for letter in chain(named, LETTERS)}
        return sorted(kinds.values())

    def _single(self, tree: Any) -> Iterator[Any]:
        for kind, value in tree:
            if str(kind) in ONE_LETTER:
                yield kind, value
            for inner in _inner(kind, value):
                yield from self._single(inner)

    def _repeated(self, tree: Any) -> Iterator[Any]:
        for kind, value in tree:
            if _is_unbounded(kind, value):
                yield value[2]
            for inner in _inner(kind, value):
                yield from self._repeated(inner)

    def _heads(self, tree: Any, before: str) -> Iterator[str]:
        """Short texts that lead to the repeats without a bound."""
        for kind, value in tree:
            if _is_unbounded(kind, value):
                yield before
            for inner in _inner(kind, value):
                yield from self._heads(inner, before)
            before += self._example([(kind, value)])

    def _example(self, tree: Any) -> str:
        """A short text that the pattern matches, if what it looks at around allows it."""
        text = ""
        for kind, value in tree:
            if str(kind) in ONE_LETTER:
                accepted = self._compiled(kind, value).match
                text += chr(value) if str(kind) == "LITERAL" else next(filter(accepted, LETTERS[3:] + LETTERS), "")
            elif str(kind).endswith("REPEAT"):
                text += self._example(value[2]) * min(max(value[0], 0), MANY)
            elif not str(kind).startswith("ASSERT"):
                text += next((self._example(inner) for inner in _inner(kind, value)), "")
        return text


def _is_unbounded(kind: Any, value: Any) -> bool:
    return str(kind).endswith("REPEAT") and value[1] > UNBOUNDED


def _inner(kind: Any, value: Any) -> tuple[Any, ...]:
    """The trees within a part of a pattern."""
    match str(kind):
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return (value[2],)
        case "SUBPATTERN":
            return (value[3],)
        case "ATOMIC_GROUP":
            return (value,)
        case "BRANCH":
            return tuple(value[1])
        case "ASSERT" | "ASSERT_NOT":
            return (value[1],)
    return ()
