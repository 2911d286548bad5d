"""The laws of the contract of a game that need no match: its options, its events, its facts, any text as notation."""

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any, Final, TypeAlias, get_type_hints

from core.game import AnyGame, facts_of, set_up
from core.games.contract import missing_names
from core.record_events import RECORD_EVENTS
from eventstore.codec import decode_options, encode_options
from viewer.conformance.game_laws import check_parse
from viewer.conformance.samples import Sample, cases, range_of

ContractLaw: TypeAlias = Callable[[AnyGame, Sample, Random], None]

_LETTERS: Final = " -:>.,|!0123456789abcxyzABC\u00e9\u0159\u0444\u2028\n\t\"'()[]{}\\\0"
TEXTS: Final = 500
"""The number of random texts that are read as notation."""


def the_names_of_the_contract_are_there(game: AnyGame, sample: Sample, rng: Random) -> None:
    lacks = missing_names(game.KEY, game)
    assert not lacks, ", ".join(lacks)


def events_have_names_of_their_own_and_are_read_strictly(game: AnyGame, sample: Sample, rng: Random) -> None:
    names = [cls.__name__ for cls in (*game.EVENTS, *RECORD_EVENTS)]
    assert len(set(names)) == len(names)
    for cls in game.EVENTS:
        assert is_dataclass(cls)
        assert fields(cls), f"{cls.__name__} has no fields"
        assert vars(cls).get("__pydantic_config__") == {"extra": "forbid", "strict": True}, f"{cls.__name__}: @fact"


def covered_events_are_choices_of_a_seat(game: AnyGame, sample: Sample, rng: Random) -> None:
    for cls in facts_of(game).covered:
        assert cls in game.EVENTS, f"{cls.__name__} is not among EVENTS"
        assert "seat" in (field.name for field in fields(cls)), f"{cls.__name__} has no seat"
        assert hasattr(game, "actors"), f"{cls.__name__} is covered, but the game has no actors"


def every_option_has_values_to_try(game: AnyGame, sample: Sample, rng: Random) -> None:
    tried = {case.seats for case in cases(game, sample)}
    assert tried == set(sample.seats or game.SEATS), f"no options for {set(game.SEATS) - tried} seats"


def options_read_back_from_json(game: AnyGame, sample: Sample, rng: Random) -> None:
    for case in cases(game, sample):
        assert decode_options(game, encode_options(case.options)) == case.options


def it_is_played_without_choosing_options(game: AnyGame, sample: Sample, rng: Random) -> None:
    """With at least one number of seats: other numbers may need options."""
    playable = [seats for seats in game.SEATS if _can_be_set_up(game, seats, game.Options())]
    assert playable, "no number of seats can play with the default options"
    for seats in playable:
        assert len(game.scores(game.setup(seats, game.Options()))) == seats


def _can_be_set_up(game: AnyGame, seats: int, options: Any) -> bool:
    try:
        game.setup(seats, options)
    except ValueError:
        return False
    return True


def whole_numbers_outside_of_their_range_are_refused_with_a_sentence(
    game: AnyGame, sample: Sample, rng: Random
) -> None:
    for name, kind in get_type_hints(game.Options, include_extras=True).items():
        if bounds := range_of(kind):
            for value in (bounds[0] - 1, bounds[-1] + 1):
                sentence = _refused(game, name, value)
                assert re.search(r"\w+ .*\w\.$", sentence or ""), f"{name}={value}: {sentence}"


def _refused(game: AnyGame, name: str, value: int) -> str | None:
    try:
        game.setup(game.SEATS[-1], game.Options(**{name: value}))
    except ValueError as error:
        return str(error)
    return None


def any_text_is_notation_or_a_value_error(game: AnyGame, sample: Sample, rng: Random) -> None:
    for _ in range(TEXTS):
        check_parse(game, "".join(rng.choices(_LETTERS, k=rng.randrange(24))))


def each_number_of_rules_sets_up_a_table(game: AnyGame, sample: Sample, rng: Random) -> None:
    """So that matches of earlier rules are computed as they were played."""
    every = list(cases(game, sample))
    for case in rng.sample(every, min(10, len(every))):
        for rules in range(1, getattr(game, "RULES", 1) + 1):
            assert len(game.scores(set_up(game, case.seats, case.options, rules))) == case.seats


CONTRACT_LAWS: Final[tuple[ContractLaw, ...]] = (
    the_names_of_the_contract_are_there,
    events_have_names_of_their_own_and_are_read_strictly,
    covered_events_are_choices_of_a_seat,
    every_option_has_values_to_try,
    options_read_back_from_json,
    it_is_played_without_choosing_options,
    whole_numbers_outside_of_their_range_are_refused_with_a_sentence,
    any_text_is_notation_or_a_value_error,
    each_number_of_rules_sets_up_a_table,
)
