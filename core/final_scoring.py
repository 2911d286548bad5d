"""The scoring at the end of a match as an event of its own, for readers: no seat chose it and no log holds it."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.game import Step
from core.record import Frame

Stories = tuple[tuple[Step, ...], ...]


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """The event of the frame that the final stages of a story lead to."""


def with_final_scoring(frames: Sequence[Frame], stories: Sequence[Sequence[Step]]) -> tuple[tuple[Frame, ...], Stories]:
    """The frames and their stories, where the final stages of an event have a frame of their own after it.

    That frame has the same version, and nobody acts in it. An event with final stages only is left as it is.
    """
    more_frames: list[Frame] = []
    more_stories: list[tuple[Step, ...]] = []
    for frame, story in zip(frames, stories, strict=True):
        own = tuple(step for step in story if not step.final)
        final = tuple(step for step in story if step.final)
        if own and final:
            more_frames.append(frame._replace(state=own[-1].state, scores=_without(frame, final)))
            more_stories.append(own)
            frame, story = frame._replace(event=FinalScoring(), seat=None, happened_at=None), final
        more_frames.append(frame)
        more_stories.append(tuple(story))
    return tuple(more_frames), tuple(more_stories)


def _without(frame: Frame, stages: Sequence[Step]) -> tuple[float | None, ...]:
    """The points of every seat without those of the stages."""
    points = list(frame.scores)
    for gain in (gain for step in stages for gain in step.gains):
        points[gain.seat] = (points[gain.seat] or 0) - gain.points
    return tuple(points)
