"""The scoring of a round and of the end, and stages, as events of their own, for readers: no log holds them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from core.game import Scoring, Step
from core.record import Frame

Stories: TypeAlias = tuple[tuple[Step, ...], ...]


@dataclass(frozen=True, slots=True)
class RoundScoring:
    """The event of the frame that the stages of a story that score a round lead to."""


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """The event of the frame that the final stages of a story lead to."""


@dataclass(frozen=True, slots=True)
class StageShown:
    """The event of the frame of a stage that readers see by itself; `label` is that of the stage."""

    label: str


SCORINGS: Final = (RoundScoring, FinalScoring, StageShown)


def with_scorings(frames: Sequence[Frame], stories: Sequence[Sequence[Step]]) -> tuple[tuple[Frame, ...], Stories]:
    """The frames and their stories, where what scores a round or the end, and each marked stage, has its own frame.

    Such a frame follows the event that led to it, has the same version and time, and nobody acts in it. An event with
    nothing but scoring is left as it is.
    """
    parts = [part for frame, story in zip(frames, stories, strict=True) for part in _parts(frame, story)]
    return tuple(frame for frame, _ in parts), tuple(story for _, story in parts)


def _parts(frame: Frame, story: Sequence[Step]) -> Iterator[tuple[Frame, tuple[Step, ...]]]:
    """The event itself, then its scorings."""
    kinds = [(step.scoring, place if step.scoring == "stage" else -1) for place, step in enumerate(story)]
    groups = [
        (kind, tuple(step for _, step in steps))
        for (kind, _), steps in groupby(zip(kinds, story, strict=True), key=lambda each: each[0])
    ]
    if len(groups) < 2 or groups[0][0] is not None:
        yield frame, tuple(story)
        return
    for place, (scoring, steps) in enumerate(groups):
        later = [step for _, others in groups[place + 1 :] for step in others]
        own = frame._replace(state=steps[-1].state, scores=_without(frame, later)) if later else frame
        yield (own if scoring is None else own._replace(event=_event(scoring, steps[0]), seat=None)), steps


def _event(scoring: Scoring, step: Step) -> RoundScoring | FinalScoring | StageShown:
    if scoring == "stage":
        return StageShown(step.label)
    return FinalScoring() if scoring == "final" else RoundScoring()


def _without(frame: Frame, stages: Sequence[Step]) -> tuple[float | None, ...]:
    """The points of every seat without those of the stages."""
    points = list(frame.scores)
    for gain in (gain for step in stages for gain in step.gains):
        points[gain.seat] = (points[gain.seat] or 0) - gain.points
    return tuple(points)
