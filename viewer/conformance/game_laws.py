"""The laws that every game keeps, tried on random matches: `check(case, seed)` plays one and tries them all.

A law is a function with the name of what it asserts. Some are laws of one event (`EVENT_LAWS`), some of one state of
the table (`STATE_LAWS`), some of the whole match (`MATCH_LAWS`). A broken law raises; a note names it, the case and the
seed.
"""

import math
import re
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final

from core.game import CHANCE, AnyGame, Refusal, actors_of, facts_of
from eventstore.codec import decode_event, encode_event
from viewer.conformance.evaluation_laws import (
    exact_ends_are_the_best_of_all_lines,
    priors_are_different_legal_moves,
    values_are_shares_of_a_win,
)
from viewer.conformance.mutants import altered, invented, vocabulary
from viewer.conformance.samples import Case, SimulatedMatch, Trial, play

RULE_ID: Final = re.compile(r"[A-Z]+(-[A-Z0-9]+)+")

POSITIONS: Final = 12
"""The number of states of a match the costly laws are tried on."""

ATTEMPTS: Final = 25
"""The number of altered events that are tried on each of them."""


# Laws of one event that was accepted.


def evolve_is_pure(case: Case, state: Any, event: Any, rng: Random) -> None:
    before = repr(state), hash(state), repr(event), hash(event)
    after = case.game.evolve(state, event)
    again = case.game.evolve(state, event)
    assert (repr(state), hash(state), repr(event), hash(event)) == before
    assert again == after
    assert hash(again) == hash(after)


def components_are_neither_lost_nor_made(case: Case, state: Any, event: Any, rng: Random) -> None:
    first = case.game.setup(case.seats, case.options)
    assert case.game.inventory(case.game.evolve(state, event)) == case.game.inventory(first)


def rounds_never_fall(case: Case, state: Any, event: Any, rng: Random) -> None:
    before, after = case.game.round_number(state), case.game.round_number(case.game.evolve(state, event))
    assert 0 <= before <= after


def the_story_adds_up(case: Case, state: Any, event: Any, rng: Random) -> None:
    story = case.game.story(state, event)
    after = case.game.evolve(state, event)
    assert story
    assert all(step.label for step in story)
    assert story[-1].state == after
    gains = [gain for step in story for gain in step.gains]
    assert all(0 <= gain.seat < case.seats and gain.source for gain in gains)
    assert all(gain.rule == "" or RULE_ID.fullmatch(gain.rule) for gain in gains)
    scores = zip(case.game.scores(state), case.game.scores(after), strict=True)
    for seat, (old, new) in enumerate(scores):
        gained = sum(gain.points for gain in gains if gain.seat == seat)
        assert math.isclose(gained, (new or 0) - (old or 0), rel_tol=1e-9, abs_tol=1e-6), seat


def json_reads_back(case: Case, state: Any, event: Any, rng: Random) -> None:
    line = encode_event(event)
    assert line.startswith(f'{{"type":"{type(event).__name__}"')
    assert "\n" not in line
    # Written out, because 2, 2.0 and True are equal.
    assert repr(decode_event(case.game, line)) == repr(event)


def notation_reads_back(case: Case, state: Any, event: Any, rng: Random) -> None:
    line = case.game.write(event)
    assert line.splitlines() == [line]
    assert line == line.strip()
    assert repr(case.game.parse(line)) == repr(event)


def slips_in_notation_are_value_errors(case: Case, state: Any, event: Any, rng: Random) -> None:
    line = case.game.write(event)
    for _ in range(3):
        line = _slip(line, rng)
        check_parse(case.game, line)


def _slip(line: str, rng: Random) -> str:
    """The line with one slip of the pen."""
    place = rng.randrange(len(line) + 1)
    words = line.split(" ")
    return rng.choice(
        (
            line[:place] + line[place + 1 :],
            line[:place] + rng.choice(" -:>.,!0123456789abcxé\n\"'()[]{}") + line[place:],
            line[:place],
            line.swapcase(),
            " ".join(rng.sample(words, len(words))),
            " ".join((*words, rng.choice(words))),
            line.replace(rng.choice(words), str(rng.randrange(1000))),
        )
    )


def check_parse(game: AnyGame, text: str) -> None:
    """Any text is notation, which reads back, or a ValueError with a sentence; nothing else is raised."""
    try:
        event = game.parse(text)
    except ValueError as refused:
        if not str(refused):
            raise AssertionError("a refusal without a sentence") from refused
        return
    assert isinstance(event, game.EVENTS)
    assert game.parse(game.write(event)) == event


EVENT_LAWS: Final = (
    evolve_is_pure,
    components_are_neither_lost_nor_made,
    rounds_never_fall,
    the_story_adds_up,
    json_reads_back,
    notation_reads_back,
    slips_in_notation_are_value_errors,
)


# Laws of one state of the table.


def scores_and_outcome_are_whole(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game, seats = match.case.game, match.case.seats
    scores, outcome = game.scores(state), game.outcome(state)
    assert len(scores) == seats
    assert all(points is None or math.isfinite(points) for points in scores)
    assert (outcome is None) == (game.turn(state) is not None)
    if outcome is None:
        return
    assert outcome.winners == tuple(seat for seat in range(seats) if seat in outcome.winners)
    assert len(outcome.ranks) == seats
    assert all(rank >= 1 for rank in outcome.ranks)
    assert all(outcome.ranks[seat] == 1 for seat in outcome.winners)
    assert outcome.why


def whoever_has_the_turn_can_act(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game, turn = match.case.game, match.case.game.turn(state)
    if turn == CHANCE:
        assert game.refusal(state, game.deal(state, rng)) is None
    elif turn is not None:
        assert turn in range(match.case.seats)
    assert (next(game.legal_moves(state), None) is not None) == (turn not in (None, CHANCE))


def legal_moves_are_accepted_and_listed_once(match: SimulatedMatch, state: Any, rng: Random) -> None:
    moves = list(match.case.game.legal_moves(state))
    assert len(set(map(match.case.sample.same, moves))) == len(moves)
    for move in moves:
        assert isinstance(move, match.case.game.EVENTS)
        assert match.case.game.refusal(state, move) is None, move


def only_legal_moves_are_accepted(match: SimulatedMatch, state: Any, rng: Random) -> None:
    """Also: a refusal names its rule, and what is accepted (a few of it are tried) breaks no other law."""
    game, turn = match.case.game, match.case.game.turn(state)
    if turn is None:
        return
    moves = tuple(game.legal_moves(state))
    must_be_listed = turn != CHANCE and match.case.sample.unlisted is None
    same = match.case.sample.same
    listed = {same(move): move for move in moves}
    accepted = set()
    for event in _attempts(match, moves, rng):
        refusal = game.refusal(state, event)
        if refusal is not None:
            assert isinstance(refusal, Refusal)
            assert RULE_ID.fullmatch(refusal.rule), refusal
            assert refusal.sentence.endswith("."), refusal
        else:
            assert same(event) in listed or not must_be_listed, event
            twin = listed.get(same(event), event)
            assert twin == event or game.evolve(state, twin) == game.evolve(state, event), event
            accepted.add(event)
    for event in rng.sample(sorted(accepted, key=repr), min(3, len(accepted))):
        for law in EVENT_LAWS:
            law(match.case, state, event, rng)


def _attempts(match: SimulatedMatch, moves: tuple[Any, ...], rng: Random) -> Iterator[Any]:
    """Events of other moments, slips of the hand beside them and beside `moves`, and inventions."""
    known = vocabulary((*match.events, *moves))
    for pile in (match.events, moves):
        for event in rng.choices(pile, k=ATTEMPTS) if pile else ():
            yield event
            yield altered(event, known, rng)
    for cls in match.case.game.EVENTS:
        yield invented(cls, known, rng)


def seats_and_chance_keep_to_their_turns(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game, turn = match.case.game, match.case.game.turn(state)
    at_the_table = zip(match.states, match.events, strict=False)
    by_chance = {type(event) for before, event in at_the_table if game.turn(before) == CHANCE}
    for event in rng.sample(match.events, min(ATTEMPTS, len(match.events))):
        if turn is not None and (type(event) in by_chance) != (turn == CHANCE):
            assert game.refusal(state, event) is not None, event


def deals_come_from_the_generator(match: SimulatedMatch, state: Any, rng: Random) -> None:
    if match.case.game.turn(state) == CHANCE:
        seed = rng.random()
        assert match.case.game.deal(state, Random(seed)) == match.case.game.deal(state, Random(seed))


def choices_are_legal(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game = match.case.game
    if game.turn(state) in (None, CHANCE):
        return
    seed = rng.random()
    choice = game.choose(state, Random(seed))
    assert game.choose(state, Random(seed)) == choice
    assert game.refusal(state, choice) is None, choice


def partners_share_points_and_result(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game = match.case.game
    facts = facts_of(game)
    teams = facts.teams(match.case.seats, match.case.options) if facts.team_scores else ()
    assert sorted(seat for team in teams for seat in team) == ([*range(match.case.seats)] if teams else [])
    scores, outcome = game.scores(state), game.outcome(state)
    for first, *others in teams:
        for seat in others:
            assert scores[seat] == scores[first]
            assert outcome is None or outcome.ranks[seat] == outcome.ranks[first]
            assert outcome is None or (seat in outcome.winners) == (first in outcome.winners)


def choices_made_at_once_come_in_any_order(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game, actors = match.case.game, actors_of(match.case.game, state)
    if len(actors) < 2:
        return
    assert actors[0] == game.turn(state)
    assert list(actors) == sorted(set(actors))
    moves = {seat: [move for move in game.legal_moves(state) if move.seat == seat] for seat in actors}
    assert all(moves.values())
    first, second = (rng.choice(moves[seat]) for seat in rng.sample(actors, 2))
    orders = ((game.evolve(state, first), second), (game.evolve(state, second), first))
    if any(refused := [game.refusal(between, other) is not None for between, other in orders]):
        assert all(refused), f"refused in one order alone: {first}, {second}"
        for between, other in orders:  # They exclude each other, and the seat can still choose something else.
            assert any(move.seat == other.seat for move in game.legal_moves(between)), (first, second)
        return
    ends = [game.evolve(between, other) for between, other in orders]
    assert ends[0] == ends[1], (first, second)


STATE_LAWS: Final = (
    choices_made_at_once_come_in_any_order,
    partners_share_points_and_result,
    priors_are_different_legal_moves,
    values_are_shares_of_a_win,
    scores_and_outcome_are_whole,
    whoever_has_the_turn_can_act,
    legal_moves_are_accepted_and_listed_once,
    only_legal_moves_are_accepted,
    seats_and_chance_keep_to_their_turns,
    deals_come_from_the_generator,
    choices_are_legal,
)


def the_match_ends_for_good(match: SimulatedMatch, state: Any, rng: Random) -> None:
    game = match.case.game
    if game.turn(state) is not None:
        reason = match.case.sample.endless(match.case.options)
        assert reason, f"still going on after {len(match.events)} events"
        print(f"{match.case}: left after {len(match.events)} events; {reason}")
        return
    for event in (*match.events, *_attempts(match, (), rng)):
        assert game.refusal(state, event) is not None, event


MATCH_LAWS: Final = (exact_ends_are_the_best_of_all_lines, the_match_ends_for_good)


def trials(case: Case, seed: int) -> Iterator[Trial]:
    """Every law of a game on one match that this seed gives; the match is played by the first trial."""
    rng = Random(seed)
    played = list[SimulatedMatch]()
    yield Trial("a_match_can_be_played", lambda: played.append(play(case, rng)), f"{case}, seed {seed}")
    for match in played:
        for number, (state, event) in enumerate(zip(match.states, match.events, strict=False)):
            where = f"{case}, seed {seed}, event {number}: {event}"
            for event_law in EVENT_LAWS:
                yield Trial(event_law.__name__, partial(event_law, case, state, event, rng), where)
        places = range(len(match.states))
        for number in sorted({0, places[-1], *rng.sample(places, min(POSITIONS, len(places)))}):
            where = f"{case}, seed {seed}, before event {number}"
            for state_law in STATE_LAWS:
                yield Trial(state_law.__name__, partial(state_law, match, match.states[number], rng), where)
        for match_law in MATCH_LAWS:
            yield Trial(match_law.__name__, partial(match_law, match, match.states[-1], rng), f"{case}, seed {seed}")


def check(case: Case, seed: int) -> None:
    """Play one match and try every law on it."""
    for trial in trials(case, seed):
        trial()
