"""The texts by which a search found matches, cut around the first hit, and near words where it found none."""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from core.folding import folded
from eventstore.matches.people import People
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.known_words import closest
from eventstore.readmodels.projection import MatchRow
from eventstore.readmodels.search import MatchSearch, has_word
from eventstore.readmodels.text_tables import TextSource

_WORD: Final = re.compile(r"\w+(?:['\u2019]\w+)*")

_BEFORE: Final = 40
"""Letters of a text that stand before the first hit at most."""

_LETTERS: Final = 240
"""Letters of a text that are given."""

MAX_NEAR: Final = 5
"""Known words that are tried in place of an unknown one."""


class HitPart(NamedTuple):
    """A piece of a text; `hit`: a word that was looked for."""

    text: str
    hit: bool


class TextHit(NamedTuple):
    """The text by which a match was found; `about` is the version it is about, None for the whole match.

    Of a long text the parts are those around the first hit, with an ellipsis where it is cut.
    """

    source: TextSource
    about: int | None
    parts: tuple[HitPart, ...]


class NearWord(NamedTuple):
    """A `word` that no match has, one that is `near` it, and the number of matches with that one instead."""

    word: str
    near: str
    plays: int


def text_hits(index: MatchIndex, rows: Sequence[MatchRow], search: MatchSearch) -> dict[str, TextHit]:
    """The text by which each of these found matches was found, by id; none of a match whose list row has all words."""
    wanted = {row.id: [word for word in search.words if not _is_listed(row, word)] for row in rows}
    texts = index.texts([id for id, words in wanted.items() if words])
    hits = dict[str, TextHit]()
    for id, written in texts.items():
        best = max(written, key=lambda text: sum(has_word(word, text.text) for word in wanted[id]))
        parts = marked(best.text, search.words)
        if any(part.hit for part in parts):
            hits[id] = TextHit(best.source, best.about, parts)
    return hits


def _is_listed(row: MatchRow, word: str) -> bool:
    """True if the row of a match shows the word, or the date begins with it."""
    shown = (row.title or "", row.game_title, row.place or "", *row.tags, *row.players, (row.played_on or "")[:4])
    return any(has_word(word, text) for text in shown)


def marked(text: str, words: Collection[str]) -> tuple[HitPart, ...]:
    """The text on one line, its hits apart, cut around the first hit."""
    line, firsts = " ".join(text.split()), tuple(first for word in words for first in word.split())
    hits = [match for match in _WORD.finditer(line) if folded(match[0]).startswith(firsts)] if firsts else []
    start = 0
    if hits and hits[0].start() > _BEFORE:
        start = line.find(" ", hits[0].start() - _BEFORE) + 1
    end = len(line) if len(line) - start <= _LETTERS else line.rfind(" ", start, start + _LETTERS)
    parts, at = [HitPart("…", hit=False)] if start else [], start
    for match in hits:
        if match.end() <= end:
            parts += [HitPart(line[at : match.start()], hit=False), HitPart(match[0], hit=True)]
            at = match.end()
    parts += [HitPart(line[at:end], hit=False), HitPart("…" if end < len(line) else "", hit=False)]
    return tuple(part for part in parts if part.text)


def near_word(
    index: MatchIndex, people: People, search: MatchSearch, match_filter: MatchFilter
) -> tuple[tuple[str, ...], NearWord | None]:
    """The words that no match has, and for the first of them that has one a near word that finds matches."""
    names = [people.name(id) for id in index.plays_by_person()]

    def found(words: tuple[str, ...], asked: MatchSearch) -> int:
        return index.count(**match_filter | MatchFilter(search=asked._replace(words=words)))

    unknown = tuple(word for word in search.words if not found((word,), MatchSearch()))
    for word in unknown:
        known = _known_words(index, names, word[0])
        for near in closest(word, dict(zip(known, known, strict=True)))[:MAX_NEAR]:
            words = tuple(near if other == word else other for other in search.words)
            if plays := found(words, search):
                return unknown, NearWord(word, _as_written(index, near), plays)
    return unknown, None


def _known_words(index: MatchIndex, names: Collection[str], first: str) -> set[str]:
    """The folded words of visible matches that begin with this letter."""
    listed = " ".join(map(folded, (*index.games(), *index.places(), *index.tags(), *names))).split()
    return {word for word in listed if word.startswith(first)} | {*index.written_words(first)}


def _as_written(index: MatchIndex, word: str) -> str:
    """The word with its accents, as the newest match that has it in a text writes it."""
    rows = index.matches(search=MatchSearch((word,)), limit=1)
    parts = [part for hit in text_hits(index, rows, MatchSearch((word,))).values() for part in hit.parts]
    return next((part.text.lower() for part in parts if part.hit and folded(part.text) == word), word)
