"""Events to JSON and back, strictly."""

from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from core.games.chocolatier import DisplaysFilled, TilesTaken
from core.games.scoresheet import PointsNoted
from core.json_text import WrongShape
from core.record_events import RECORD_EVENTS, Corrected, MatchDescribed, MatchStarted, PointsAdjusted, TakenBack
from eventstore import codec
from eventstore.codec import NotAnEvent

EVENTS = [
    (TilesTaken(0, 3, "blue", 2), '{"type":"TilesTaken","seat":0,"source":3,"color":"blue","line":2}'),
    (
        TilesTaken(1, 0, "red", 0, (("blue", 4),)),
        '{"type":"TilesTaken","seat":1,"source":0,"color":"red","line":0,"passed":[["blue",4]]}',
    ),
    (
        DisplaysFilled((("blue",), ()), ((2, "SF1", None),), "red"),
        '{"type":"DisplaysFilled","displays":[["blue"],[]],"specials":[[2,"SF1",null]],"extra":"red"}',
    ),
    (TakenBack(7), '{"type":"TakenBack","since":7}'),
    (TakenBack(7, "one too many"), '{"type":"TakenBack","since":7,"why":"one too many"}'),
    (MatchDescribed(), '{"type":"MatchDescribed"}'),
    (
        PointsAdjusted(0, -2.5, "spilled “beer”"),
        '{"type":"PointsAdjusted","seat":0,"points":-2.5,"why":"spilled “beer”"}',
    ),
]


@pytest.mark.parametrize(("event", "line"), EVENTS)
def test_an_event_is_one_line_and_defaults_are_not_written(event: Any, line: str) -> None:
    assert codec.encode_event(event) == line
    assert codec.decode_event(chocolatier, line) == event


def test_a_stored_row_keeps_its_type_outside() -> None:
    data = codec.encode_data(Corrected(2, 3, 1, ""))
    assert data == '{"since":2,"until":3,"count":1,"why":""}'
    assert codec.decode_data(RECORD_EVENTS, "Corrected", data) == Corrected(2, 3, 1, "")
    with pytest.raises(NotAnEvent, match="no event type 'Nothing'; known are MatchStarted"):
        codec.decode_data(RECORD_EVENTS, "Nothing", "{}")
    with pytest.raises(WrongShape, match="since: missing"):
        codec.decode_data(RECORD_EVENTS, "Corrected", "{}")


def test_whole_and_broken_numbers_stay_what_they_are() -> None:
    event = PointsNoted("a", (52, 52.0, 0.1, None))
    back = codec.decode_event(scoresheet, codec.encode_event(event))
    assert back == event
    assert [type(points) for points in back.points] == [int, float, float, type(None)]


TAKEN = '{"type":"TilesTaken","seat":0,"source":1,"color":"blue","line":1'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not JSON"),
        ("{", "not JSON: .* at character 2"),
        ("[]", "object in braces"),
        ('"TilesTaken"', "object in braces"),
        ("{}", 'needs a "type"'),
        ('{"type":3}', 'needs a "type"'),
        ('{"type":"Castled"}', "no event type 'Castled'"),
        ('{"type":"WinnersNamed","seats":[0]}', "no event type"),
        ('{"type":"TilesTaken"}', "TilesTaken: seat: missing"),
        (TAKEN + ',"points":4}', "TilesTaken: points: unknown field"),
        (TAKEN + ',"seat":1}', "field 'seat' stands twice"),
        (TAKEN.replace("0", '"0"') + "}", "seat: Input should be a valid integer"),
        (TAKEN.replace("0", "0.0") + "}", "seat: Input should be a valid integer"),
        (TAKEN.replace("0", "true") + "}", "seat: Input should be a valid integer"),
        (TAKEN.replace("0", "null") + "}", "seat: Input should be a valid integer"),
        (TAKEN.replace('"blue"', r'"\ud800"') + "}", "half a character"),
        (TAKEN.replace("0", "NaN") + "}", "NaN is not a number"),
        ('{"type":"PointsAdjusted","seat":0,"points":-Infinity,"why":""}', "Infinity is not a number"),
        ('{"type":"PointsAdjusted","seat":0,"points":1e999,"why":""}', "too large a number"),
        ('{"type":"PointsAdjusted","seat":0,"points":' + "9" * 5000 + ',"why":""}', "too large a number"),
        ("[" * 100_000, "cannot be read"),
        ('{"type":"MatchClosed","reason":"bored"}', "reason: Input should be 'abandoned'"),
    ],
)
def test_what_is_no_event_is_told_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotAnEvent, match=sentence) as error:
        codec.decode_event(chocolatier, text)
    assert len(str(error.value).splitlines()) == 1


def test_options_are_as_strict_as_events() -> None:
    options = codec.decode_options(chocolatier, {"wall": "free"})
    assert options == chocolatier.Options(wall="free")
    assert codec.encode_options(options) == {"wall": "free"}
    for wrong in ({"walls": "free"}, {"wall": "Free"}, {"special_displays": 1}, {"wall": None}):
        with pytest.raises(NotAnEvent, match=r"wall|special_displays"):
            codec.decode_options(chocolatier, wrong)


def test_a_header_round_trips() -> None:
    started = MatchStarted("chocolatier", ("a", "b"), {"wall": "free"}, "2026", None, "Brno", ("x",), None)
    assert codec.decode_data(RECORD_EVENTS, "MatchStarted", codec.encode_data(started)) == started
