"""The data of a match report: a match and its analysis, computed once."""

from dataclasses import dataclass

from core import analysis
from core.analysis import SourceColumn
from core.game import Gain, Points, facts_of
from core.games.scoresheet.standing import with_rounds
from core.match_summary import MatchMoment, MatchSummary, key_moments, match_summary
from core.ranking import ranks_of_seats
from core.record import Frame
from core.scoring_frames import with_scorings
from eventstore.matches.match import Match
from viewer.texts import match_sentences
from viewer.texts.match_sentences import sentences


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match and its analysis. `says` and `gains` have one item per frame; `columns` are the points by source.

    The scoring of a round and that of the end have frames of their own.
    """

    match: Match
    frames: tuple[Frame, ...]
    says: tuple[str, ...]
    gains: tuple[tuple[Gain, ...], ...]
    columns: tuple[SourceColumn, ...]
    course: MatchSummary
    moments: tuple[MatchMoment, ...]
    summary: str

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names

    @property
    def open(self) -> bool:
        return self.match.outcome is None


def match_report(match: Match) -> MatchReport:
    """Analyze a match. All effective events must be legal; this is not checked."""
    frames, stories = with_scorings(match.frames, match.stories)
    says, frames = sentences(match, frames), told_frames(match, frames)
    gains = analysis.gains(stories)
    compared = analysis.compared(frames, fewest=match.fewest_points_win)
    if not facts_of(match.game).records_moves:
        compared = analysis.at_round_ends(compared)
    summary = match_summary(compared, match.outcome)
    return MatchReport(
        match,
        frames,
        says,
        gains,
        analysis.breakdown(frames, gains, fewest=match.fewest_points_win),
        summary,
        key_moments(compared, summary),
        match_sentences.summary(summary, match.names, frames, says, open=match.outcome is None),
    )


def told_frames(match: Match, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """These frames of the match; of a sheet in the rounds that it has, as a category is none."""
    return frames if facts_of(match.game).records_moves else with_rounds(frames)


def ranks(match: Match) -> tuple[int, ...]:
    """Ranks by seat, 1 is first; those of the outcome, or of the current points while the match is open."""
    if match.outcome:
        return match.outcome.ranks
    points = match.game.scores(match.now.state)
    return ranks_of_seats(points, facts_of(match.game), match.options, match.now.rulings)


def merits(match: Match) -> tuple[Points, ...]:
    """Points by seat where more is better: negated where the lowest score wins."""
    return analysis.compared([match.now], fewest=match.fewest_points_win)[0].scores
