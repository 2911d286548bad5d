"""A play in words: its result, and how it came about."""

from core.games import scoresheet
from core.record_events import MatchClosed
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.statistics.play_changes import OwnPlays, PlayPast
from viewer.texts.play_story import play_of, saved_result, story

NAMES = ("Ana", "Ben", "Cleo")
NO_PAST = PlayPast()


def begun(records: MatchRepository, *lines: str, names: tuple[str, ...] = NAMES, **options: object) -> Match:
    return records.start(scoresheet, names, *map(scoresheet.parse, lines), options={"title": "Kettle Race", **options})


def test_the_result_comes_first_then_what_made_it(records: MatchRepository) -> None:
    for lines, sentence, options in (
        (("final: 49 43 38", "wins 0"), "Ana wins by 6 with 49.", {}),
        (("final: 49 49 38", "wins 0"), "Ana wins with 49, level with Ben.", {}),
        (("final: 49 49 38", "wins 0 1"), "Ana and Ben share the win with 49.", {}),
        (("final: 41 49 38", "wins 0"), "Ana wins with 41; Ben has 49.", {}),
        (("final: 41 - -", "wins 0"), "Ana wins with 41.", {}),
        (("wins 1",), "Ben wins.", {}),
        (("wins nobody",), "Nobody wins.", {}),
        (("Fields: 4 9 7",), "This play is still open. Ben leads with 9.", {}),
        ((), "This play is still open.", {}),
        (("Fields: 4 3 7", "Cards: 9 3 1", "wins 0"),
         "Ana wins by 5 with 13. Cards made the difference: 9 against 1.", {}),
        (("Round 1: 1 2 3", "Round 2: 9 2 3", "wins 0"), "Ana wins by 4 with 10. Cleo led after round 1.", {}),
        (("Round 1: 4 2 3", "Round 2: 9 2 3", "wins 0"), "Ana wins by 7 with 13. Ana led from the first round on.", {}),
        (("final: 3 9 7", "wins 0"), "Ana wins by 4 with 3.", {"lowest_wins": True}),
        (("final: 21 - -", "wins 0 1 2"), "Ana, Ben and Cleo win together with 21.", {"cooperative": True}),
        (("wins nobody",), "Ana, Ben and Cleo lose together.", {"cooperative": True}),
        (("final: 3 1 -", "wins 0 2"), "Ana and Cleo win by 2 with 3.", {"teams": ((0, 2), (1,))}),
    ):  # fmt: skip
        assert story(play_of(begun(records, *lines, **options)), NO_PAST) == sentence
    alone = begun(records, "wins nobody", names=("Ana",), cooperative=True)
    assert story(play_of(alone), NO_PAST) == "Ana loses."
    closed = records.record(begun(records, "Fields: 4 9 7").id, MatchClosed("incomplete"))
    assert not play_of(closed).decided
    assert story(play_of(closed), NO_PAST) == "The winner is not known. Ben leads with 9."
    more = PlayPast(own={0: OwnPlays(14, 8)})
    assert story(play_of(begun(records, "wins 0")), more) == "Ana wins. That makes 8 wins in 14 plays."
    assert story(play_of(begun(records, "wins 1")), more) == "Ben wins.", "the wins of those who lost are no news"


def test_beside_the_points_the_result_says_the_margin_only(records: MatchRepository) -> None:
    for lines, sentence, options in (
        (("final: 49 43 38", "wins 0"), "Ana wins by 6.", {}),
        (("final: 3 9 7", "wins 0"), "Ana wins by 4.", {"lowest_wins": True}),
        (("final: 3 1 -", "wins 0 2"), "Ana and Cleo win by 2.", {"teams": ((0, 2), (1,))}),
        (("final: 49 49 38", "wins 0 1"), "Ana and Ben share the win with 49.", {}),
        (("wins 1",), "Ben wins.", {}),
        (("wins nobody",), "Nobody wins.", {}),
        (("wins 0 1 2",), "Ana, Ben and Cleo win together.", {"cooperative": True}),
        (("final: 0 0 0", "wins nobody"), "Nobody wins.", {}),
    ):
        assert saved_result(play_of(begun(records, *lines, **options))) == sentence
