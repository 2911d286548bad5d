"""What a report is made of: a match and what the analysis found in it, worked out once."""

from dataclasses import dataclass

from core import analysis
from core.analysis import Column
from core.course import Course, course, key_moments, mirrored
from core.course import Moment as KeyMoment
from core.game import Gain, Points
from core.record import Frame
from eventstore.match import Match
from viewer import words
from viewer.replay.payload import sentences


@dataclass(frozen=True, slots=True)
class Findings:
    """`says` and `gains` belong to the frames of the match; `columns` are the table of points by source."""

    match: Match
    says: tuple[str, ...]
    gains: tuple[tuple[Gain, ...], ...]
    columns: tuple[Column, ...]
    course: Course
    moments: tuple[KeyMoment, ...]
    summary: str

    @property
    def frames(self) -> tuple[Frame, ...]:
        return self.match.frames

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names

    @property
    def open(self) -> bool:
        return self.match.outcome is None


def find(match: Match) -> Findings:
    """Everything about a match whose standing events are all legal; not checked."""
    says = sentences(match)
    gains = analysis.gains(analysis.stories(match.game, match.frames))
    seen = mirrored(match.frames) if fewest_win(match) else match.frames
    went = course(seen, match.outcome)
    return Findings(
        match,
        says,
        gains,
        analysis.breakdown(match.frames, gains, fewest=fewest_win(match)),
        went,
        key_moments(seen, went),
        words.summary(went, match.names, match.frames, says, open=match.outcome is None),
    )


def fewest_win(match: Match) -> bool:
    """Whether the fewest points win, which only score sheets know of."""
    return bool(getattr(match.options, "lowest_wins", False))


def ranks(match: Match) -> tuple[int, ...]:
    """Places by seat, 1 is first: the outcome's, or while the match is open those of the points so far."""
    if match.outcome:
        return match.outcome.ranks
    scores = merits(match)
    return tuple(1 + sum(other is not None and (own is None or other > own) for other in scores) for own in scores)


def merits(match: Match) -> tuple[Points, ...]:
    """The points of every seat, more being better: negative where the fewest win."""
    frame = match.now
    return mirrored([frame])[0].scores if fewest_win(match) else frame.scores


def lead(match: Match) -> list[float]:
    """How far the first of those who won, or are ahead, was ahead of the best of the others, event by event.

    Negative while others led; nothing for fewer than two seats, where nobody is ahead and where points came only once.
    """
    frames = mirrored(match.frames) if fewest_win(match) else match.frames
    winners = match.outcome.winners if match.outcome else analysis.leaders(frames[-1].scores)
    if not winners or len(match.names) < 2 or len({frame.scores for frame in frames}) < 3:
        return []
    return [analysis.leads(frame.scores)[winners[0]] for frame in frames]
