"""A match as a reader sees it who must not know choices that others have made, until all have chosen."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from core.covered_choices import covered_frames, covered_log
from eventstore.matches.match import KnownFold, Match


def cover(match: Match, versions: AbstractSet[int]) -> Match:
    """The match without the choices of these versions; those that a fork shares were open before it was made."""
    versions = frozenset(version for version in versions if match.offset < version <= match.version)
    if not versions:
        return match
    game, frames = covered_frames(match.game, match.frames, versions)
    known = KnownFold(frames, 0 if match.invalidated else len(frames))
    return replace(match, game=game, log=covered_log(match.log, versions), covered=versions, earlier=known)
