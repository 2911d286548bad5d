"""The course of a match: colors, turns, the deck and the hands, passing and the end."""

from dataclasses import replace

import pytest

from core.games import schokoly
from core.games.schokoly.events import CardLaid, ColorChosen, HandSeen, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.faces import COPIES, DECK_FACES, KIND_OF, KINDS, PIECES, turns
from core.games.schokoly.state import Options
from tests.core.games.schokoly.table import OPEN, SWAPS, holding, named, played, read, refused_by, table
from tests.viewer.boards.boards import play
from viewer.conformance.game_laws import check
from viewer.conformance.samples import Case, Sample


def test_the_first_two_name_a_color_before_their_first_card() -> None:
    state = schokoly.setup(2, Options())
    assert (schokoly.turn(state), state.phase, schokoly.scores(state)) == (0, "color", (0, 0))
    assert refused_by(state, CardLaid(0, "ww/mm", 0, 0)) == "S-COLOUR-1"
    assert refused_by(state, Passed(0)) == "S-COLOUR-1"
    state = read(state, "A: milk")
    assert refused_by(state, ColorChosen(0, "dark")) == "S-COLOUR-1"
    state = read(state, "A: ww/mm 0,0")
    assert refused_by(state, CardLaid(1, "ww/mm", 2, 0)) == "S-COLOUR-1"
    assert refused_by(state, ColorChosen(1, "milk")) == "S-COLOUR-1"
    assert set(schokoly.legal_moves(state)) == {ColorChosen(1, "white"), ColorChosen(1, "dark")}
    state = read(state, "B: dark")
    assert named(state.colors) == ["milk", "dark"]


def test_the_third_of_three_players_has_the_color_that_is_left() -> None:
    state = read(schokoly.setup(3, Options()), "A: dark")
    assert named(state.colors) == ["dark", None, None]
    state = read(state, "A: ww/mm 0,0", "B: white")
    assert named(state.colors) == ["dark", "white", "milk"]
    state = read(state, "B: ww/mm 2,0", "C: ww/mm 4,0")
    assert (schokoly.turn(state), state.phase) == (0, "lay")


def test_of_four_players_those_who_sit_opposite_share_a_color() -> None:
    state = read(schokoly.setup(4, Options()), "A: dark")
    assert named(state.colors) == ["dark", None, "dark", None]
    state = read(state, "A: ww/mm 0,0", "B: milk", "B: ww/mm 2,0")
    assert named(state.colors) == ["dark", "milk", "dark", "milk"]
    assert (schokoly.turn(state), state.phase) == (2, "lay")


def test_players_lay_clockwise_and_a_round_begins_with_the_first() -> None:
    state = schokoly.setup(3, Options())
    assert schokoly.round_number(state) == 1
    state = read(state, "A: white", "A: ww/mm 0,0", "B: dark", "B: ww/mm 2,0")
    for seat in (0, 1, 3, -1):
        assert refused_by(state, CardLaid(seat, "ww/mm", 4, 0)) == "S-TURN-1"
    assert schokoly.round_number(state) == 1
    state = read(state, "C: ww/mm 4,0")
    assert (schokoly.turn(state), schokoly.round_number(state)) == (0, 2)


def test_nobody_answers_what_nobody_offered() -> None:
    assert refused_by(table("ww", "ww", seats=3, options=SWAPS), SwapAnswered(0, False)) == "S-SWAP-1"


def test_the_default_deck_is_three_copies_of_twelve_faces_and_the_box_has_four() -> None:
    assert COPIES == {"36": 3, "48": 4}
    assert (
        *("ww/wm", "ww/wd", "wm/mm", "wd/dd", "mm/md", "md/dd"),
        *("ww/mm", "ww/dd", "mm/dd"),
        *("ww/md", "mm/wd", "dd/wm"),
    ) == DECK_FACES
    assert len({KIND_OF[face] for face in DECK_FACES}) == 12
    for name, copies in COPIES.items():
        state = schokoly.setup(2, Options(deck="48" if name == "48" else "36"))
        assert schokoly.inventory(state) == {
            "counters": 12,
            **{f"card {KINDS[KIND_OF[face]]}": copies for face in DECK_FACES},
        }


def test_a_card_may_be_turned_but_not_mirrored() -> None:
    assert turns("wm/dd") == ("wm/dd", "dw/dm", "dd/mw", "md/wd")
    assert turns("wd/dw") == ("wd/dw", "dw/wd")
    assert turns("mm/mm") == ("mm/mm",)
    assert KIND_OF["wm/dd"] == KIND_OF["dd/mw"] != KIND_OF["mw/dd"]
    assert (len(PIECES), len(KINDS)) == (81, 24)
    state = table("mmww", "mmww", options=Options())
    assert refused_by(state, CardLaid(0, "mw/dd", 0, 2)) is None
    assert refused_by(state, CardLaid(0, "wm/dd", 0, 2)) == "S-DECK-1"


def test_a_face_is_four_letters_in_two_rows() -> None:
    for face in ("", "ww/w", "wwdd", "ww/xx", "WW/DD", "ww/dd "):
        assert refused_by(table("ww", "ww"), CardLaid(0, face, 2, 0)) == "S-DECK-1"
        assert refused_by(table("ww", "ww"), HandSeen(0, (face,))) == "S-DECK-1"
        with pytest.raises(ValueError, match="face"):
            schokoly.setup(2, Options(deck=(face,) * 8))


def test_no_more_cards_are_laid_than_the_deck_has() -> None:
    start = ["A: white", "A: ww/mm 0,0", "B: dark", "B: ww/mm 2,0", "A: mm/ww 0,2"]
    state = read(schokoly.setup(2, Options()), *start)
    assert refused_by(state, CardLaid(1, "ww/mm", 4, 0)) == "S-DECK-1"
    assert refused_by(state, CardLaid(1, "mw/mw", 4, 0)) == "S-DECK-1"
    assert refused_by(read(schokoly.setup(2, Options(deck="48")), *start), CardLaid(1, "ww/mm", 4, 0)) is None
    assert not any(
        isinstance(move, CardLaid) and KIND_OF[move.face] == KIND_OF["ww/mm"] for move in schokoly.legal_moves(state)
    )


def test_a_match_may_bring_its_own_cards_or_any() -> None:
    own = read(schokoly.setup(2, Options(deck=("ww/ww",) * 7 + ("wd/dw",))), "A: white")
    assert refused_by(own, CardLaid(0, "dw/wd", 0, 0)) is None
    assert refused_by(own, CardLaid(0, "dd/dw", 0, 0)) == "S-DECK-1"
    everything = read(schokoly.setup(2, OPEN), "A: white")
    assert all(refused_by(everything, CardLaid(0, face, 0, 0)) is None for face in PIECES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_four_cards(seats: int) -> None:
    assert schokoly.setup(seats, Options()).hands == (4,) * seats
    assert schokoly.setup(seats, Options()).stack == 36 - 4 * seats
    schokoly.setup(seats, Options(deck=("ww/mm",) * 4 * seats))
    with pytest.raises(ValueError, match="deck"):
        schokoly.setup(seats, Options(deck=("ww/mm",) * (4 * seats - 1)))


def test_hands_are_drawn_up_while_the_stack_lasts() -> None:
    state = read(schokoly.setup(2, Options(deck=("ww/ww",) * 9)), "A: white", "A: ww/ww 0,0", "B: dark")
    assert (state.hands, state.stack) == ((4, 4), 0)
    state = read(state, "B: ww/ww 2,0")
    assert (state.hands, state.stack) == ((4, 3), 0)


def test_a_hand_that_is_known_whole_holds_nothing_else() -> None:
    state = played(table("wm", "dd", options=Options()), HandSeen(0, ("ww/mm", "ww/mm", "mm/ww", "dd/wm")))
    assert refused_by(state, CardLaid(0, "ww/dd", 2, 0)) == "S-HAND-1"
    assert refused_by(state, CardLaid(0, "mm/ww", 2, 0)) is None
    assert {KIND_OF[move.face] for move in schokoly.legal_moves(state) if isinstance(move, CardLaid)} == {
        KIND_OF["ww/mm"],
        KIND_OF["dd/wm"],
    }
    # The deck has three of the first kind, and all are in this hand.
    assert refused_by(replace(state, mover=1), CardLaid(1, "ww/mm", 2, 0)) == "S-HAND-1"
    after = played(state, CardLaid(0, "mm/ww", 2, 0))
    assert refused_by(replace(after, mover=0), CardLaid(0, "dd/ww", 0, 2)) is None  # the card drawn


def test_a_hand_may_be_known_in_part() -> None:
    state = played(table("wm", "dd", options=Options()), HandSeen(0, ("ww/mm",)))
    assert refused_by(state, CardLaid(0, "dd/wd", 0, 2)) is None
    assert sum(state.known[0]) == 1
    assert played(state, HandSeen(0, ("ww/mm",))).known == state.known
    assert sum(played(state, HandSeen(0, ("ww/mm", "ww/mm"))).known[0]) == 2
    assert sum(played(state, HandSeen(0, ("ww/dd",))).known[0]) == 2


def test_what_is_seen_in_a_hand_can_be_there() -> None:
    state = table("wm", "dd", options=Options())
    assert refused_by(state, HandSeen(0, ())) == "S-HAND-1"
    assert refused_by(state, HandSeen(2, ("ww/mm",))) == "S-HAND-1"
    assert refused_by(state, HandSeen(-1, ("ww/mm",))) == "S-HAND-1"
    assert refused_by(state, HandSeen(0, ("ww/mm",) * 4)) == "S-DECK-1"
    assert refused_by(state, HandSeen(0, ("ww/mm",) * 3)) is None
    assert refused_by(state, HandSeen(0, ("ww/mm", "ww/dd", "mm/dd", "ww/md", "dd/wm"))) == "S-HAND-1"
    seen = played(state, HandSeen(0, ("ww/mm", "ww/dd", "mm/dd")))
    assert refused_by(seen, HandSeen(0, ("ww/md", "dd/wm"))) == "S-HAND-1"
    assert refused_by(seen, HandSeen(1, ("ww/mm",) * 3)) == "S-DECK-1"
    assert refused_by(replace(seen, phase="over", mover=None), HandSeen(1, ("ww/mm",))) == "S-END-1"


def test_a_hand_may_be_seen_at_any_time_and_the_turn_stays() -> None:
    state = schokoly.setup(2, Options())
    seen = played(state, HandSeen(1, ("ww/mm",)))
    assert (seen.phase, schokoly.turn(seen), schokoly.round_number(seen)) == ("color", 0, 1)
    assert schokoly.scores(seen) == schokoly.scores(state)


def test_nobody_passes_who_must_have_a_legal_card() -> None:
    state = table("wm", "dd", options=Options())
    assert refused_by(state, Passed(0)) == "S-PASS-1"
    assert Passed(0) not in set(schokoly.legal_moves(state))


def test_a_pass_is_believed_when_the_hidden_hand_may_have_no_legal_card() -> None:
    deck = ("ww/ww",) * 4 + ("dd/dd",) * 3 + ("mm/mm",)
    state = table("ww", "ww", options=Options(deck=deck))
    assert refused_by(state, Passed(0)) is None
    assert Passed(0) in set(schokoly.legal_moves(state))
    assert refused_by(table("ww", "ww", options=Options(deck=deck[:5] + deck[:3])), Passed(0)) == "S-PASS-1"


def test_a_known_card_that_is_legal_forbids_passing() -> None:
    state = table("ww", "ww")
    assert refused_by(holding(state, ("dd/dd", "mm/dd")), Passed(0)) is None
    assert refused_by(holding(state, ("dd/dd", "md/ww")), Passed(0)) == "S-PASS-1"
    # Only on top, and only with a counter, would the white card be legal.
    walled = table("wwdd", "wwdd", "ddww", "ddww", guarded=[(0, 0)])
    assert refused_by(holding(walled, ("mm/mm",)), Passed(0)) is None
    inside = table("dddddd", "dddddd", "ddwwdd", "ddwwdd", "dddddd", "dddddd")
    assert refused_by(holding(inside, ("ww/mm",)), Passed(0)) == "S-PASS-1"
    assert refused_by(holding(replace(inside, counters=(0, 0)), ("ww/mm",)), Passed(0)) is None


def test_with_an_open_deck_a_player_may_have_run_out_of_cards() -> None:
    assert refused_by(table("wm", "dd"), Passed(0)) is None
    assert refused_by(replace(table("wm", "dd"), cards=()), Passed(0)) == "S-PASS-1"


def test_after_a_pass_the_next_player_lays_and_nothing_is_drawn() -> None:
    state = table("wm", "dd")
    after = played(state, Passed(0))
    assert (schokoly.turn(after), after.hands, after.phase) == (1, state.hands, "lay")


def test_the_match_ends_when_all_pass_in_a_row() -> None:
    for seats in (2, 3, 4):
        state = table("ww", "ww", seats=seats)
        for seat in range(seats - 1):
            state = played(state, Passed(seat))
            assert schokoly.turn(state) == seat + 1
        assert schokoly.turn(played(state, CardLaid(seats - 1, "ww/ww", 2, 0), Passed(0))) == 1
        state = played(state, Passed(seats - 1))
        assert schokoly.turn(state) is None
        assert refused_by(state, CardLaid(0, "ww/ww", 2, 0)) == "S-END-1"
        assert list(schokoly.legal_moves(state)) == []


def test_the_match_ends_with_the_last_card() -> None:
    state = holding(table("ww", "ww", options=Options(deck=("ww/ww",) * 8)), ("ww/ww",), ("ww/ww",))
    state = replace(state, stack=0, unseen=tuple(2 if face == "ww/ww" else 0 for face in KINDS))
    state = read(state, "A: ww/ww 2,0")
    assert schokoly.turn(state) == 1
    assert schokoly.outcome(state) is None
    state = read(state, "B: ww/ww 4,0")
    assert schokoly.turn(state) is None
    assert state.hands == (0, 0)
    assert schokoly.outcome(state) is not None


def test_a_player_without_cards_is_left_out_without_an_event() -> None:
    state = replace(table("ww", "ww", seats=3), hands=(1, 0, 1), stack=0, mover=0)
    state = replace(state, unseen=tuple(2 if face == "ww/ww" else 0 for face in KINDS), options=Options())
    after = read(state, "A: ww/ww 2,0")
    assert schokoly.turn(after) == 2
    passed = read(state, "A: ww/ww 2,0")
    assert schokoly.turn(passed) == 2
    # The one who still has cards is all there is to pass.
    alone = replace(after, cards=table("dd", "dd").cards)
    assert schokoly.turn(played(alone, Passed(2))) is None


def test_a_round_goes_on_past_a_first_player_without_cards() -> None:
    state = replace(table("ww", "ww", seats=3), hands=(0, 1, 2), stack=0, mover=2, options=Options())
    state = replace(state, unseen=tuple(3 if face == "ww/ww" else 0 for face in KINDS))
    after = read(state, "C: ww/ww 2,0")
    assert (schokoly.turn(after), schokoly.round_number(after)) == (1, 4)


def test_swaps_are_for_three_players() -> None:
    schokoly.setup(3, SWAPS)
    for seats in (2, 4):
        with pytest.raises(ValueError, match="three"):
            schokoly.setup(seats, SWAPS)
    assert refused_by(table("ww", "ww", seats=3), SwapOffered(0, 1, 0)) == "S-SWAP-1"


def sample(most_events: int) -> Sample:
    return Sample(most_events=most_events, endless=lambda options: "cut short", unlisted=schokoly.choose)


@pytest.mark.slow
@pytest.mark.parametrize("deck", ["48", "open"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_with_other_decks_keep_the_laws(seats: int, deck: str) -> None:
    options = Options(deck="open") if deck == "open" else Options(deck="48")
    check(Case(schokoly, seats, options, sample(60)), seed=seats)


def test_the_simulated_players_end_an_open_match_by_passing() -> None:
    match = play(schokoly, 3, OPEN, seed=1)
    assert sum(isinstance(event, CardLaid) for event in match.events) == 36
    assert match.events[-3:] == (Passed(0), Passed(1), Passed(2))
    assert schokoly.outcome(match.states[-1]) is not None
