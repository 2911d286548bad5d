"""A sheet that is filled in before its match is written: the form of the match stands in the address."""

import json
from datetime import UTC, datetime

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.live.component import is_begun
from viewer.pages.new_match.page import known_titles, title_of
from viewer.pages.new_match.presets import preset_from
from viewer.pages.new_match.starting import BEGIN, begin, order_of
from viewer.pages.shared.pages import Pages


def unbegun(index: MatchIndex, matches: MatchRepository, pages: Pages) -> Match | None:
    """The match of the form in the address, which is written once something is entered; None without a form."""
    form, again = surface.address().get(BEGIN), surface.address().get("again")
    if not form or not pages.has_role("recorder"):
        return None
    try:
        draft = order_of(json.loads(form))
    except ValueError:
        return None
    if draft.id != surface.address().get("match"):
        return None
    known = known_titles(index, matches, preset_from(matches, again) if again else None)
    title, now = title_of(known, draft.key, draft.title), datetime.now(UTC)
    begun = begin(draft, title, index, matches, now, is_draft=not is_begun(draft.id))
    return begun if isinstance(begun, Match) else None
