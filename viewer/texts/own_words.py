"""The title and the tags that a match has of its own; those of simulated matches in the language of the reader."""

from typing import Final

from eventstore.matches.match import Match
from eventstore.matches.simulated import PREFIX
from viewer.locale.language import gettext, gettext_noop
from viewer.locale.plain_text import plain

SIMULATED: Final = gettext_noop("simulated")
"""The tag of simulated matches, as it is stored."""

SIMULATED_TITLE: Final = gettext_noop("Simulated match {number}")


def own_title(match: Match) -> str:
    """The title that somebody gave the match; empty without one."""
    return title_of(match.id, match.header.title)


def title_of(id: str, title: str | None) -> str:
    """The same for the id and the title of a match."""
    if title and id.startswith(PREFIX):
        return gettext(SIMULATED_TITLE, number=id.rpartition("-")[2])
    return plain(title or "")


def tag_text(tag: str) -> str:
    return gettext(SIMULATED) if tag == SIMULATED else plain(tag)
