"""A play in words: its result, and how it came about."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.record_events import MatchClosed
from eventstore.statistics.play_changes import OwnPlays, PlayPast
from tests.recorded import records_in
from viewer.texts.play_story import play_of, saved_result, story

NAMES = ("Ana", "Ben", "Cleo")
NO_PAST = PlayPast()


def told(path: Path, *lines: str, past: PlayPast = NO_PAST, names: tuple[str, ...] = NAMES, **options: object) -> str:
    matches = records_in(path / "a.db")
    events = map(scoresheet.parse, lines)
    match = matches.start(scoresheet, names, *events, options={"title": "Kettle Race", **options})
    return story(play_of(match), past)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("final: 49 43 38", "wins 0"), "Ana wins by 6 with 49."),
        (("final: 49 49 38", "wins 0"), "Ana wins with 49, level with Ben."),
        (("final: 49 49 38", "wins 0 1"), "Ana and Ben share the win with 49."),
        (("final: 41 49 38", "wins 0"), "Ana wins with 41; Ben has 49."),
        (("final: 41 - -", "wins 0"), "Ana wins with 41."),
        (("wins 1",), "Ben wins."),
        (("wins nobody",), "Nobody wins."),
        (("Fields: 4 9 7",), "This play is still open. Ben leads with 9."),
        ((), "This play is still open."),
        (("Fields: 4 3 7", "Cards: 9 3 1", "wins 0"), "Ana wins by 5 with 13. Cards made the difference: 9 against 1."),
        (("Round 1: 1 2 3", "Round 2: 9 2 3", "wins 0"), "Ana wins by 4 with 10. Cleo led after round 1."),
        (("Round 1: 4 2 3", "Round 2: 9 2 3", "wins 0"), "Ana wins by 7 with 13. Ana led from the first round on."),
    ],
)
def test_the_result_comes_first_then_what_made_it(tmp_path: Path, lines: tuple[str, ...], sentence: str) -> None:
    assert told(tmp_path, *lines) == sentence


@pytest.mark.parametrize(
    ("lines", "sentence", "options"),
    [
        (("final: 49 43 38", "wins 0"), "Ana wins by 6.", {}),
        (("final: 3 9 7", "wins 0"), "Ana wins by 4.", {"lowest_wins": True}),
        (("final: 3 1 -", "wins 0 2"), "Ana and Cleo win by 2.", {"teams": ((0, 2), (1,))}),
        (("final: 49 49 38", "wins 0 1"), "Ana and Ben share the win with 49.", {}),
        (("wins 1",), "Ben wins.", {}),
        (("wins nobody",), "Nobody wins.", {}),
        (("wins 0 1 2",), "Ana, Ben and Cleo win together.", {"cooperative": True}),
        (("final: 0 0 0", "wins nobody"), "Nobody wins.", {}),
    ],
)
def test_beside_the_points_the_result_says_the_margin_only(
    tmp_path: Path, lines: tuple[str, ...], sentence: str, options: dict[str, object]
) -> None:
    events = [*map(scoresheet.parse, lines)]
    match = records_in(tmp_path / "a.db").start(scoresheet, NAMES, *events, options={"title": "Kettle Race", **options})
    assert saved_result(play_of(match)) == sentence


def test_the_fewest_points_win_by_what_the_next_has_more(tmp_path: Path) -> None:
    assert told(tmp_path, "final: 3 9 7", "wins 0", lowest_wins=True) == "Ana wins by 4 with 3."


def test_all_win_or_lose_together(tmp_path: Path) -> None:
    assert (
        told(tmp_path / "1", "final: 21 - -", "wins 0 1 2", cooperative=True)
        == "Ana, Ben and Cleo win together with 21."
    )
    assert told(tmp_path / "2", "wins nobody", cooperative=True) == "Ana, Ben and Cleo lose together."
    assert told(tmp_path / "3", "wins nobody", cooperative=True, names=("Ana",)) == "Ana loses."
    assert told(tmp_path / "4", "final: 3 1 -", "wins 0 2", teams=((0, 2), (1,))) == "Ana and Cleo win by 2 with 3."


def test_it_says_what_the_win_was_for_the_winner(tmp_path: Path) -> None:
    more = PlayPast(own={0: OwnPlays(14, 8)})
    assert told(tmp_path / "2", "wins 0", past=more) == "Ana wins. That makes 8 wins in 14 plays."
    assert told(tmp_path / "3", "wins 1", past=more) == "Ben wins.", "the wins of those who lost are no news"


def test_a_sheet_that_was_closed_without_a_result_has_no_winner(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    match = matches.start(scoresheet, NAMES, scoresheet.parse("Fields: 4 9 7"), MatchClosed("incomplete"))
    play = play_of(match)
    assert not play.decided
    assert story(play, PlayPast()) == "The winner is not known. Ben leads with 9."
