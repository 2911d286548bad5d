"""The order that the form of a new match sends, and the part that is recorded of it."""

from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import WinnersNamed
from core.games.scoresheet.shipped import shipped_for
from core.record_events import Role
from eventstore.readmodels.index import MatchIndex
from tests.recorded import records_in
from viewer.components.people.picker import ChosenPerson
from viewer.pages.new_match.game_choices import titled
from viewer.pages.new_match.starting import Draft, Started, Unclear, minutes_of, order_of, start
from viewer.pages.new_match.titles import Title

NOW = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)
DRAFT = Draft(
    id="0123456789",
    key="",
    title="Wingspan",
    how="final",
    options={},
    wins="highest",
    people=[ChosenPerson("", "Anna"), ChosenPerson("", "Ben")],
    drawn=False,
    day="2026-03-01",
    place=" Brno ",
    length="",
    since="",
    expansions=[],
    roles=[{}, {}],
    ranks=[None, None],
    winners=None,
    comment="",
    at_once=True,
)


def begin(tmp_path: Path, draft: Draft) -> tuple[object, object]:
    """The answer, and the match if one began."""
    records = records_in(tmp_path / "m.db")
    choice = titled(draft.title)
    assert choice
    answer = start(draft, Title(choice), MatchIndex(records.store, records), records, NOW)
    return answer, records.match(answer.id) if isinstance(answer, Started) else None


def test_a_length_is_minutes_or_hours_and_minutes() -> None:
    texts = {"": None, "90": 90, "90 min": 90, "1:30": 90, "1 h 30": 90, "2h": 120, " 5 ": 5}
    assert {text: minutes_of(text) for text in texts} == texts
    for text in ("-5", "0", "long", "1:2:3", "h", "999999", "1.5", "min"):
        with pytest.raises(ValueError, match=text):
            minutes_of(text)


def test_a_request_is_read_strictly() -> None:
    wish = asdict(DRAFT)
    assert order_of(wish) == DRAFT
    with pytest.raises(ValueError, match="how"):
        order_of(wish | {"how": "fast"})


def test_all_that_is_filled_in_is_recorded_at_once(tmp_path: Path) -> None:
    draft = replace(
        DRAFT, how="sheet", length="1:10", expansions=["Oceania ", " ", "Oceania"], roles=[{"": " Owl "}, {"": ""}]
    )
    answer, match = begin(tmp_path, draft)
    assert answer == Started("0123456789", "replay?match=0123456789")
    assert match.now.state.template == shipped_for("Wingspan")
    assert (match.header.place, match.header.minutes, match.header.started_at) == ("Brno", 70, None)
    assert match.details.expansions == ("Oceania",)
    assert match.details.seats[0].roles == (Role("Owl"),)
    since = "2026-03-01T19:45:10.000Z"
    for number, (changes, started, minutes, began) in enumerate((
        ({"drawn": True}, True, None, None),
        ({"drawn": False}, None, None, None),
        ({"since": since}, None, 45, since),
        ({"since": since, "how": "rounds"}, None, None, since),
    )):  # fmt: skip
        _, match = begin(tmp_path, replace(DRAFT, id=f"{number:010}", **changes))
        assert [seat.started for seat in match.details.seats or ()] == [started, None]
        assert (match.header.minutes, match.header.started_at) == (minutes, began), "the clock stops with the points"
    _, match = begin(tmp_path, replace(DRAFT, id="a" * 10, title="Azacru"))
    assert (match.game, match.options.title) == (scoresheet, "Azacru"), "points only of a game of ours"


def test_places_end_the_match_and_the_fewest_points_can_win(tmp_path: Path) -> None:
    answer, match = begin(tmp_path, replace(DRAFT, how="places", ranks=[None, 1]))
    assert answer == Started("0123456789", "replay?match=0123456789", since=2)
    assert match.outcome.winners == (1,)
    _, match = begin(tmp_path, replace(DRAFT, id="a" * 10, wins="lowest"))
    assert match.options == scoresheet.Options(title="Wingspan", lowest_wins=True)


def test_the_winners_alone_are_a_result(tmp_path: Path) -> None:
    for number, (wins, winners) in enumerate((("lowest", [1]), ("together", [1, 0]), ("highest", []))):
        draft = replace(DRAFT, id=f"{number:010}", how="winner", wins=wins, winners=winners, comment=" Rain ")
        answer, match = begin(tmp_path, draft)
        assert answer == Started(draft.id, f"replay?match={draft.id}", since=2)
        assert match.frames[1].event == WinnersNamed(tuple(sorted(winners)))  # type: ignore[attr-defined]
        (note,) = records_in(tmp_path / "m.db").notes(draft.id)
        assert note.text == "Rain"


def test_a_request_twice_begins_one_match(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    choice = titled("Wingspan")
    assert choice
    draft = replace(DRAFT, comment="Rain")
    answers = {start(draft, Title(choice), MatchIndex(records.store, records), records, NOW) for _ in range(2)}
    assert answers == {Started("0123456789", "replay?match=0123456789&depth=final")}
    assert len(list(records.ids())) == len(records.notes("0123456789")) == 1


def test_what_is_unclear_begins_nothing(tmp_path: Path) -> None:
    for changes, at in (
        ({"people": []}, "people"),
        ({"how": "places"}, "how"),
        ({"how": "winner"}, "how"),
        ({"people": [ChosenPerson("", "Anna"), ChosenPerson("", " anna")]}, ""),
        ({"length": "-5"}, "length"),
        ({"day": "yesterday"}, ""),
        ({"people": [ChosenPerson("", " ")]}, ""),
    ):
        answer, _ = begin(tmp_path, replace(DRAFT, **changes))
        assert isinstance(answer, Unclear)
        assert answer.at == at
        assert answer.sentence
