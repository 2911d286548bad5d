"""A match as a card: its boards, the chart of the lead, players and winners."""

from base64 import b64encode

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import MatchRow
from viewer.boards import board_of
from viewer.boards.svg import Theme, thumbnail
from viewer.boards.text import number, plain
from viewer.cards import Card, Player
from viewer.filters import STATES
from viewer.language import current, date, gettext, translate
from viewer.load_match import MatchUnavailable, load_match
from viewer.match_report import lead


def card(records: MatchRepository, row: MatchRow, theme: Theme) -> Card:
    scores = row.scores or (None,) * len(row.players)
    players = tuple(
        Player(plain(name), number(points), seat in row.winners)
        for seat, (name, points) in enumerate(zip(row.players, scores, strict=True))
    )
    day = date(row.played_on) if row.played_on else ""
    facts = "  ·  ".join(plain(fact) for fact in (day, row.place, *row.tags) if fact)
    game = plain(translate(row.game_title))
    picture, lead = _drawn(records, row.id, (row.version, row.players, theme, current()))
    return Card(
        row.id,
        plain(row.title or "") or game or gettext("Match {id}", id=row.id),
        f"{game}  ·  {facts}" if row.title and facts else facts or game,
        players,
        picture,
        lead,
        _state(row),
    )


def _state(row: MatchRow) -> str:
    """What a list says of the state of a match; empty for a finished one that counts."""
    if row.state != "finished":
        return gettext(STATES[row.state])
    return "" if row.counted else gettext("not counted")


@st.cache_resource(max_entries=1000, show_spinner=False)
def _drawn(
    _records: MatchRepository, id: str, identity: tuple[int, tuple[str, ...], Theme, str]
) -> tuple[str, list[float]]:
    """The boards as a data URL, and the lead by event; both empty when the match cannot be read.

    Cached by `identity`, which holds everything the result depends on.
    """
    _, names, theme, _ = identity
    try:
        match = load_match(_records, id)
    except MatchUnavailable:
        return "", []
    board = board_of(match.game)
    picture = thumbnail(board.scene(match.now.state, names), board.symbols(), theme=theme)
    return "data:image/svg+xml;base64," + b64encode(picture.encode()).decode(), lead(match)
