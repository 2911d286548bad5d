"""Every game keeps the laws of `tests/core/games/conformance.py`, whatever the number of seats and the options.

A new game is tried as soon as it is listed in `core.games.GAMES`. It needs a sample here only when it has
options that are neither a bool nor a Literal nor an `Annotated[int, range(...)]`, when its matches need not end,
or when not all its moves can be listed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from core.game import AnyGame, Gain, Outcome, Refusal, Step
from core.games import GAMES, schokoly
from core.games.chocolatier.events import TilesTaken
from core.games.pavilion.events import BonusTaken, Passed
from core.games.scoresheet import PointsNoted
from core.record_events import RECORD_EVENTS
from eventstore.codec import decode_options, encode_options
from tests.core.games import toy_game as pig
from tests.core.games.conformance import check, check_parse
from tests.matches import Case, Sample, cases, range_of
from tests.torture import Torture


def noted_points(state: Any, rng: Random) -> PointsNoted:
    """A new line of a score sheet: labels of any kind; numbers, halves and unknowns."""
    label = rng.choice(("Runde", "1. kolo", 'the "last"', "a: b", "ряд", "two\nlines", "{x}", "a\u2028b", " "))
    entries = tuple(rng.choice((None, 0, rng.randint(-20, 200), rng.randint(0, 9) / 2)) for _ in range(state.seats))
    return PointsNoted(f"{label} {len(state.noted)}", entries)


def passed_in_order(event: Any) -> Any:
    """A take from SF4 may name the colors it passes on in any order."""
    return replace(event, passed=tuple(sorted(event.passed))) if isinstance(event, TilesTaken) else event


def in_any_order(event: Any) -> Any:
    """Bonus tiles, and those kept on passing, may be named in any order."""
    if isinstance(event, BonusTaken):
        return replace(event, tiles=tuple(sorted(event.tiles)))
    return replace(event, kept=tuple(sorted(event.kept))) if isinstance(event, Passed) else event


def glimpse_of_a_hand(state: Any, rng: Random) -> Any:
    """A card seen in a hand; the game's own choice where it cannot be there."""
    seat, face = rng.randrange(len(state.hands)), rng.choice(("ww/mm", "wm/mm", "md/mm", "ww/md"))
    event = schokoly.HandSeen(seat, (face,))
    return event if schokoly.refusal(state, event) is None else schokoly.choose(state, rng)


PLAIN_CARDS = ("ww/ww",) * 6 + ("mm/mm",) * 5 + ("dd/dd",) * 3 + ("wm/dw",) * 3
"""A deck for schokoly in which hands without a legal card are common."""

SAMPLES: dict[str, Sample] = {
    "chocolatier": Sample(
        endless=lambda options: "a free wall can lock itself up (C-END-4)" if options.wall == "free" else "",
        same=passed_in_order,
    ),
    "pavilion": Sample(same=in_any_order),
    "azacru": Sample(
        options={"sides": ((), ("B", "A"), ("a", "b", "c"), ("a", "b", "c", "d"))},
        endless=lambda options: "a chevron can circle on own markers for ever (A-END-3)",
    ),
    "schokoly": Sample(options={"deck": ("36", PLAIN_CARDS)}, unlisted=glimpse_of_a_hand),
    "scoresheet": Sample(
        options={"title": ("",), "bgg_id": (None,), "teams": ((), ((0, 2), (1, 3)), ((2, 1),))},
        seats=(0, 1, 2, 4, 100),
        unlisted=noted_points,
    ),
    "pig": Sample(options={"target": (1, 20, 100)}),
}
TRIED_GAMES: tuple[AnyGame, ...] = (*GAMES, pig)
CASES = [case for game in TRIED_GAMES for case in cases(game, SAMPLES.get(game.KEY, Sample()))]

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("game", TRIED_GAMES, ids=lambda game: game.KEY)
seeds = st.integers(min_value=0, max_value=2**32 - 1)
no_shrinking = (Phase.explicit, Phase.reuse, Phase.generate)  # A smaller seed is no simpler match.


@each_game
@settings(max_examples=2, phases=no_shrinking)
@given(data=st.data(), seed=seeds)
def test_a_random_match_keeps_every_law(game: AnyGame, data: st.DataObject, seed: int) -> None:
    check(data.draw(st.sampled_from([case for case in CASES if case.game is game])), seed)


@pytest.mark.slow
@each_case
@settings(max_examples=2, phases=no_shrinking)
@given(seed=seeds)
def test_a_random_match_keeps_every_law_with_all_seats_and_options(case: Case, seed: int) -> None:
    check(case, seed)


@pytest.mark.slow
@pytest.mark.torture("laws")
def test_many_random_matches_keep_every_law(torture: Torture) -> None:
    rng = torture.rng()
    tried = CASES if torture.is_long else rng.sample(CASES, 8)  # The test before plays all of them.
    for _ in torture.rounds(short=1, long=150):
        for case in tried:
            check(case, rng.randrange(2**32))
    torture.report(
        f"{torture.done * len(tried):,} matches, {torture.done} of each of {len(tried)} combinations of game, seats and"
        f" options: every law kept"
    )


@each_game
@given(text=st.text())
def test_any_text_is_notation_or_a_value_error(game: AnyGame, text: str) -> None:
    check_parse(game, text)


@each_case
def test_options_read_back_from_json(case: Case) -> None:
    assert decode_options(case.game, encode_options(case.options)) == case.options


@each_game
def test_a_game_can_be_played_without_choosing_options(game: AnyGame) -> None:
    for seats in game.SEATS:
        assert len(game.scores(game.setup(seats, game.Options()))) == seats


@each_game
def test_whole_numbers_outside_of_their_range_are_refused_with_a_sentence(game: AnyGame) -> None:
    for name, kind in get_type_hints(game.Options, include_extras=True).items():
        if bounds := range_of(kind):
            for value in (bounds[0] - 1, bounds[-1] + 1):
                with pytest.raises(ValueError, match=r"\w+ .*\w\.$"):
                    game.setup(game.SEATS[-1], game.Options(**{name: value}))


@each_game
def test_events_have_names_of_their_own_and_are_read_strictly(game: AnyGame) -> None:
    names = [cls.__name__ for cls in (*game.EVENTS, *RECORD_EVENTS)]
    assert len(set(names)) == len(names)
    for cls in game.EVENTS:
        assert is_dataclass(cls)
        assert fields(cls)
        assert vars(cls)["__pydantic_config__"] == {"extra": "forbid", "strict": True}


def test_the_games_differ_in_key_and_title() -> None:
    assert all(re.fullmatch("[a-z]+", game.KEY) for game in TRIED_GAMES)
    assert len({game.KEY for game in TRIED_GAMES}) == len(TRIED_GAMES)
    assert len({game.TITLE for game in TRIED_GAMES}) == len(TRIED_GAMES)


# The suite itself: for every law a Pig that breaks it.


class Coin:
    """Something that answers differently every time it is asked."""

    def __init__(self) -> None:
        self.tosses = 0

    def __call__(self) -> int:
        self.tosses += 1
        return self.tosses % 2


coin = Coin()


def one_point_too_much(state: pig.State, event: pig.Event) -> pig.State:
    after = pig.evolve(state, event)
    return replace(after, pips=after.pips + 1) if isinstance(event, pig.DieRolled) else after


def forgetful(state: pig.State, event: pig.Event) -> pig.State:
    return replace(pig.evolve(state, event), round=coin())


def story_without_gains(state: pig.State, event: pig.Event) -> tuple[Step, ...]:
    return (Step("Something happens", (), pig.evolve(state, event)),)


def story_of_a_stranger(state: pig.State, event: pig.Event) -> tuple[Step, ...]:
    return (Step("Somebody passes by", (Gain(99, 1, "luck"),), pig.evolve(state, event)),)


def holding_is_not_listed(state: pig.State) -> Iterator[pig.Event]:
    return (move for move in pig.legal_moves(state) if not isinstance(move, pig.Held))


def each_listed_twice(state: pig.State) -> Iterator[pig.Event]:
    return iter([*pig.legal_moves(state)] * 2)


def held_for_nothing(state: pig.State, event: pig.Event) -> pig.State:
    return pig.evolve(replace(state, pips=0) if isinstance(event, pig.Held) else state, event)


def story_of_nothing(state: pig.State, event: pig.Event) -> tuple[Step, ...]:
    return (Step("Nothing is gained", (), held_for_nothing(state, event)),)


def endless_refusal(state: pig.State, event: pig.Event) -> Refusal | None:
    return pig.refusal(replace(state, options=pig.Options(10**6)), event)


def anybody_holds(state: pig.State, event: pig.Event) -> Refusal | None:
    return pig.refusal(state, pig.Held(state.seat) if isinstance(event, pig.Held) else event)


def any_die(state: pig.State, event: pig.Event) -> Refusal | None:
    return pig.refusal(state, pig.DieRolled(1) if isinstance(event, pig.DieRolled) else event)


def refusal_without_a_rule(state: pig.State, event: pig.Event) -> Refusal | None:
    return Refusal("", "No.") if pig.refusal(state, event) else None


def holding_in_the_air(state: pig.State, event: pig.Event) -> Refusal | None:
    return None if event == pig.Held(state.seat) and pig.turn(state) is not None else pig.refusal(state, event)


def raises_for_strangers(state: pig.State, event: pig.Event) -> Refusal | None:
    if not isinstance(event, pig.DieRolled):
        state.scores[event.seat]
    return pig.refusal(state, event)


def parse_by_the_first_word(text: str) -> pig.Event:
    word, _, number = text.partition(" ")
    words: dict[str, type[pig.Event]] = {"die": pig.DieRolled, "rolls": pig.RolledAgain, "holds": pig.Held}
    return words[word](int(number))


BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("evolve_is_pure", {"evolve": forgetful}),
    ("components_are_neither_lost_nor_made", {"inventory": lambda state: Counter(pips=state.pips)}),
    ("rounds_never_fall", {"round_number": lambda state: state.round % 2}),
    ("the_story_adds_up", {"evolve": one_point_too_much}),
    ("the_story_adds_up", {"story": story_without_gains}),
    ("the_story_adds_up", {"story": story_of_a_stranger}),
    ("the_story_adds_up", {"story": lambda state, event: ()}),
    ("json_reads_back", {"EVENTS": (pig.DieRolled, pig.Held)}),
    ("notation_reads_back", {"write": lambda event: f"{pig.write(event)}\n"}),
    ("notation_reads_back", {"parse": lambda text: pig.parse(text.replace("6", "5"))}),
    ("slips_in_notation_are_value_errors", {"parse": parse_by_the_first_word}),
    ("scores_and_outcome_are_whole", {"scores": lambda state: (*state.scores, 0)}),
    ("scores_and_outcome_are_whole", {"outcome": lambda state: None}),
    ("scores_and_outcome_are_whole", {"outcome": lambda state: Outcome((0,), (1, 2), "Luck.")}),
    ("whoever_has_the_turn_can_act", {"legal_moves": lambda state: iter(())}),
    ("whoever_has_the_turn_can_act", {"deal": lambda state, rng: pig.DieRolled(rng.randint(0, 99))}),
    ("legal_moves_are_accepted_and_listed_once", {"legal_moves": each_listed_twice}),
    ("only_legal_moves_are_accepted", {"legal_moves": holding_is_not_listed}),
    ("only_legal_moves_are_accepted", {"refusal": anybody_holds}),
    ("only_legal_moves_are_accepted", {"refusal": refusal_without_a_rule}),
    ("only_legal_moves_are_accepted", {"refusal": raises_for_strangers}),
    ("seats_and_chance_keep_to_their_turns", {"refusal": holding_in_the_air}),
    ("deals_come_from_the_generator", {"deal": lambda state, rng: pig.DieRolled(1 + 2 * coin())}),
    ("choices_are_legal", {"choose": lambda state, rng: pig.Held(state.seat + 1)}),
    (
        "the_match_ends_for_good",
        {"evolve": held_for_nothing, "story": story_of_nothing},
    ),
    ("the_match_ends_for_good", {"refusal": endless_refusal}),
]


@pytest.mark.parametrize(("law", "changes"), BROKEN, ids=[f"{law}-{'-'.join(changes)}" for law, changes in BROKEN])
def test_a_broken_game_is_caught(law: str, changes: dict[str, Callable[..., Any]]) -> None:
    broken = ModuleType("broken")
    broken.__dict__.update(vars(pig), **changes)
    case = Case(broken, 2, pig.Options(target=50), Sample())
    with pytest.raises((AssertionError, LookupError, ValueError)) as caught:
        check_often(case)
    assert any(note.startswith(f"{law}:") for note in caught.value.__notes__)


def check_often(case: Case) -> None:
    for seed in range(5):
        check(case, seed)


def test_the_game_that_is_broken_for_these_tests_is_sound_otherwise() -> None:
    check_often(Case(pig, 2, pig.Options(target=50), Sample()))
