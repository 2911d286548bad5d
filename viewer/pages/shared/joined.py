"""A match and the other records of the same play: what the page of either says about the other."""

from collections.abc import Sequence
from urllib.parse import quote

from core import record
from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.repository import MatchRepository
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.texts.app_names import app_name


def origin(sources: Sequence[str]) -> str:
    """The apps that a match was imported from, in words."""
    apps = dict.fromkeys(app_name(source) or gettext("Imported file") for source in sources)
    return ", ".join(apps) or gettext("Recorded in Partie")


def joined_notes(matches: MatchRepository, match: Match) -> None:
    """A link to each other record of this play that the reader may see."""
    links = list[Json]()
    for id in record.joined(match.log):
        try:
            other = matches.match(id)
        except UnknownMatch:
            continue
        facts = " · ".join(plain(fact) for fact in (origin(other.known_sources), other.header.place) if fact)
        links.append(element("p", match_link(id, gettext("Another record of this play: {facts}", facts=facts))))
    if links:
        html_block(*links, key="joined")


def match_link(id: str, label: str) -> Json:
    return element("a", label, href=f"replay?match={quote(id)}", class_="link")
