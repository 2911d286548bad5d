"""The toy game with one thing wrong: for every law of games, changes that break it and no law before it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from core.game import Gain, Outcome, Refusal, Step
from tests.viewer.conformance import toy_choices as odds
from tests.viewer.conformance import toy_game as pig


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


BROKEN: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
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
)
"""A law, and the names of the toy game that are changed."""


def first_come_first_served(state: odds.State, event: odds.FingersShown) -> odds.State:
    after = odds.evolve(state, event)
    is_first = not any(state.shown) and None in after.shown
    return replace(after, points=(after.points[0] + event.fingers, *after.points[1:])) if is_first else after


def exclusive(state: odds.State, event: odds.FingersShown) -> Refusal | None:
    """No two seats may show the same, which is no broken law."""
    taken = Refusal("O-SHOW-1", "Another seat shows that.") if event.fingers in state.shown else None
    return odds.refusal(state, event) or taken


def exclusive_moves(state: odds.State) -> Iterator[odds.FingersShown]:
    return (move for move in odds.legal_moves(state) if exclusive(state, move) is None)


EXCLUSIVE: Final[dict[str, Any]] = {
    "refusal": exclusive,
    "legal_moves": exclusive_moves,
    "choose": lambda state, rng: rng.choice([*exclusive_moves(state)]),
}
"""The names of the toy game with choices made at once that are changed so that two of them exclude each other."""


def exclusive_in_one_order(state: odds.State, event: odds.FingersShown) -> Refusal | None:
    return exclusive(state, event) if event.seat == 0 else odds.refusal(state, event)


BROKEN_AT_ONCE: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("choices_made_at_once_come_in_any_order", {"evolve": first_come_first_served}),
    ("choices_made_at_once_come_in_any_order", {"actors": lambda state: odds.actors(state)[::-1]}),
    (
        "choices_made_at_once_come_in_any_order",
        EXCLUSIVE
        | {
            "refusal": exclusive_in_one_order,
            "legal_moves": lambda state: (
                move for move in odds.legal_moves(state) if exclusive_in_one_order(state, move) is None
            ),
        },
    ),
)
"""A law of choices made at once, and the names of the toy game with such choices that are changed."""
