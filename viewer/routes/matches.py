"""The match of a request, as a page would show it."""

from fastapi import HTTPException

from eventstore.matches.match import Match
from eventstore.service.context import RequestContext
from viewer.load_match import MatchUnavailable, load_match


def load(context: RequestContext, id: str) -> Match:
    """Raises UnknownMatch, also for a hidden match, and HTTPException 409 if the match cannot be shown."""
    try:
        return load_match(context.records, id)
    except MatchUnavailable as error:
        context.match(id)
        raise HTTPException(409, str(error)) from None
