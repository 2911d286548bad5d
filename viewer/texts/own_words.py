"""The title and the tags that a match has of its own; that of simulated matches in the language of the reader."""

from typing import Final

from eventstore.matches.match import Match
from viewer.locale.language import gettext, gettext_noop
from viewer.locale.plain_text import plain

SIMULATED: Final = gettext_noop("simulated")
"""The tag of simulated matches, as it is stored."""


def own_title(match: Match) -> str:
    """The title that somebody gave the match; empty without one."""
    return plain(match.header.title or "")


def tag_text(tag: str) -> str:
    return gettext(SIMULATED) if tag == SIMULATED else plain(tag)
