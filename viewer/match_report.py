"""The data of a match report: a match and its analysis, computed once."""

from collections.abc import Hashable
from dataclasses import dataclass

import streamlit as st

from core import analysis
from core.analysis import Column
from core.final_scoring import with_final_scoring
from core.game import Gain, Points
from core.match_summary import MatchSummary, key_moments, match_summary, mirrored
from core.match_summary import Moment as KeyMoment
from core.ranking import ranks_by_points
from core.record import Frame
from eventstore.matches.match import Match
from viewer import match_sentences
from viewer.load_match import cache_key
from viewer.match_sentences import sentences


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match and its analysis. `says` and `gains` have one item per frame; `columns` are the points by source.

    Final scoring has a frame of its own.
    """

    match: Match
    frames: tuple[Frame, ...]
    says: tuple[str, ...]
    gains: tuple[tuple[Gain, ...], ...]
    columns: tuple[Column, ...]
    course: MatchSummary
    moments: tuple[KeyMoment, ...]
    summary: str

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names

    @property
    def open(self) -> bool:
        return self.match.outcome is None


def match_report(match: Match) -> MatchReport:
    """Analyze a match. All effective events must be legal; this is not checked."""
    frames, stories = with_final_scoring(match.frames, match.stories)
    says = sentences(match, frames)
    gains = analysis.gains(stories)
    compared = mirrored(frames) if fewest_win(match) else frames
    summary = match_summary(compared, match.outcome)
    return MatchReport(
        match,
        frames,
        says,
        gains,
        analysis.breakdown(frames, gains, fewest=fewest_win(match)),
        summary,
        key_moments(compared, summary),
        match_sentences.summary(summary, match.names, frames, says, open=match.outcome is None),
    )


def cached_report(match: Match) -> MatchReport:
    """The same for a page, computed once per version of the match and language."""
    return _cached_report(match, cache_key(match))


@st.cache_resource(max_entries=64, show_spinner=False)
def _cached_report(_match: Match, key: Hashable) -> MatchReport:
    return match_report(_match)


def fewest_win(match: Match) -> bool:
    """Whether the lowest score wins; only score sheets have this option."""
    return bool(getattr(match.options, "lowest_wins", False))


def ranks(match: Match) -> tuple[int, ...]:
    """Ranks by seat, 1 is first; those of the outcome, or of the current points while the match is open."""
    if match.outcome:
        return match.outcome.ranks
    return ranks_by_points(merits(match))


def merits(match: Match) -> tuple[Points, ...]:
    """Points by seat where more is better: negated where the lowest score wins."""
    frame = match.now
    return mirrored([frame])[0].scores if fewest_win(match) else frame.scores


def lead(match: Match) -> list[float]:
    """Points by which the first winner (or current leader) was ahead of the best other seat, by event.

    Negative while another seat led. Empty for fewer than two seats, without a leader, and with fewer than three
    different scores.
    """
    frames = mirrored(match.frames) if fewest_win(match) else match.frames
    winners = match.outcome.winners if match.outcome else analysis.leaders(frames[-1].scores)
    if not winners or len(match.names) < 2 or len({frame.scores for frame in frames}) < 3:
        return []
    return [analysis.leads(frame.scores)[winners[0]] for frame in frames]
