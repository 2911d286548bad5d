"""The points of a match by source, as the live record receives them once it is over."""

from typing import NamedTuple

from core import analysis
from core.scoring_frames import with_scorings
from eventstore.matches.match import Match
from viewer.texts.match_sentences import sentences, signed, source
from viewer.texts.rule_texts import points_address


class TallyEventJson(NamedTuple):
    """The points of one rule in one event, as text, with the address of the text of the rule."""

    round: int
    sentence: str
    seat: int
    points: str
    rule_page: str


class TallyJson(NamedTuple):
    """The points from one source, by seat, and the events that brought them."""

    source: str
    points: list[str]
    events: list[TallyEventJson]


def tally_to_json(match: Match) -> list[TallyJson]:
    frames, stories = with_scorings(match.frames, match.stories)
    says, gains = sentences(match, frames), analysis.gains(stories)
    rows = dict[str, list[TallyEventJson]]()
    for frame, said, of_frame in zip(frames, says, gains, strict=True):
        for gain in of_frame:
            if gain.points:
                event = TallyEventJson(frame.round, said, gain.seat, signed(gain.points), points_address(gain.rule))
                rows.setdefault(gain.source, []).append(event)
    return [
        TallyJson(
            source(column), [signed(points) if points else "0" for points in column.points], rows.get(column.source, [])
        )
        for column in analysis.breakdown(frames, gains)
    ]
