"""Three players swap cards before they lay (S-SWAP-1). A plays white, B dark, C milk."""

from dataclasses import replace

import pytest

from core.games import schokoly
from core.games.schokoly.events import CardLaid, HandSeen, SwapAnswered, SwapOffered
from core.games.schokoly.faces import KIND_OF, KINDS
from core.games.schokoly.state import Options, State
from tests.core.games.schokoly.table import SWAPS, played, read, refused_by, table


def three(*hands: tuple[str, ...], deck: str = "36") -> State:
    """Hands known whole for the seats given."""
    state = table("wm", "dd", seats=3, options=SWAPS if deck == "36" else Options(deck="open", swaps=True))
    for seat, hand in enumerate(hands):
        if hand:
            state = played(state, HandSeen(seat, hand))
    return state


def known(state: State, seat: int) -> dict[str, int]:
    return {KINDS[kind]: number for kind, number in enumerate(state.known[seat]) if number}


def test_the_offer_waits_for_its_answer_and_the_turn_comes_back() -> None:
    state = read(three(), "A: offer B 2")
    assert (schokoly.turn(state), state.phase) == (1, "answer")
    assert refused_by(state, CardLaid(0, "wd/dd", 2, 0)) == "S-SWAP-1"
    assert refused_by(state, SwapAnswered(0, True)) == "S-TURN-1"
    assert refused_by(state, SwapAnswered(2, True)) == "S-TURN-1"
    for answer in ("B: swap", "B: decline"):
        after = read(state, answer)
        assert (schokoly.turn(after), after.phase) == (0, "lay")
        assert schokoly.round_number(after) == 3


def test_an_offer_goes_to_one_opponent() -> None:
    for to in (0, 3, -1):
        assert refused_by(three(), SwapOffered(0, to, 1)) == "S-SWAP-1"
    assert refused_by(three(), SwapOffered(1, 2, 1)) == "S-TURN-1"
    assert refused_by(three(), SwapOffered(0, 2, 1)) is None


def test_the_number_said_is_true() -> None:
    state = three()
    assert refused_by(state, SwapOffered(0, 1, 3, "wd/dd")) is None
    assert refused_by(state, SwapOffered(0, 1, 2, "wd/dd")) == "S-SWAP-1"
    assert refused_by(state, SwapOffered(0, 2, 0, "wd/dd")) is None
    offered = read(state, "A: offer B 3")
    assert refused_by(offered, SwapAnswered(1, True, "dw/dd")) is None
    assert refused_by(offered, SwapAnswered(1, True, "ww/dd")) == "S-SWAP-1"


def test_the_number_said_can_be_true() -> None:
    for count in (-1, 4, 5):
        assert refused_by(three(), SwapOffered(0, 1, count)) == "S-SWAP-1"
    assert refused_by(three(deck="open"), SwapOffered(0, 1, 4)) is None
    whole = three(("ww/mm", "ww/md", "ww/mm", "wm/mm"))
    assert refused_by(whole, SwapOffered(0, 1, 1)) is None
    assert refused_by(whole, SwapOffered(0, 1, 2)) == "S-SWAP-1"


def test_the_cards_come_from_the_hands() -> None:
    state = three(("ww/mm", "ww/md", "ww/mm", "wm/mm"), ("dd/dw", "dd/dw", "dd/dm", "dd/mm"))
    assert refused_by(state, SwapOffered(0, 1, 3, "wd/dd")) == "S-HAND-1"
    assert refused_by(state, SwapOffered(0, 1, 4, "dd/dd")) == "S-DECK-1"
    offered = read(state, "A: offer B 1 ww/md")
    assert refused_by(offered, SwapAnswered(1, True, None, "ww/dd")) == "S-HAND-1"
    assert refused_by(offered, SwapAnswered(1, True, None, "ww/mm")) == "S-HAND-1"
    assert refused_by(offered, SwapAnswered(1, True, "wm/mm", "dd/mm")) == "S-SWAP-1"
    assert refused_by(offered, SwapAnswered(1, True, "md/ww", "dd/mm")) == "S-DECK-1"
    assert refused_by(offered, SwapAnswered(1, True, "dm/ww", "dd/mm")) is None
    assert refused_by(offered, SwapAnswered(1, True, "ww/md", "dd/mm")) is None


def test_known_cards_change_hands() -> None:
    state = three(("ww/mm", "ww/md", "ww/mm", "wm/mm"), ("dd/dw",))
    after = read(state, "A: offer B 1 ww/md", "B: swap ? for dd/dw")
    assert known(after, 0) == {"ww/mm": 2, KINDS[KIND_OF["wm/mm"]]: 1, KINDS[KIND_OF["dd/dw"]]: 1}
    assert known(after, 1) == {"ww/md": 1}
    assert after.hands == (4, 4, 4)
    assert refused_by(after, CardLaid(0, "wd/dd", 2, 0)) is None
    assert refused_by(after, CardLaid(0, "dm/ww", 2, 0)) == "S-HAND-1"


def test_a_card_named_only_in_the_answer_is_known_as_well() -> None:
    after = read(three(), "A: offer B 3", "B: swap dd/dw for ww/mm")
    assert known(after, 0) == {"ww/mm": 1}
    assert known(after, 1) == {KINDS[KIND_OF["dd/dw"]]: 1}


def test_a_hidden_swap_leaves_known_only_what_is_certain() -> None:
    state = three(("dd/mm", "dd/ww", "ww/mm", "ww/mm"), ("dd/dw", "dd/dw", "dd/dm"))
    after = read(state, "A: offer B 2", "B: swap")
    # Either card with two dark pieces may be gone; the third hand of B may be any.
    assert known(after, 0) == {"ww/mm": 2}
    assert known(after, 1) == {KINDS[KIND_OF["dd/dw"]]: 1}


def test_a_declined_offer_changes_no_hand_and_another_may_follow() -> None:
    state = three(("dd/mm", "dd/ww", "ww/mm", "ww/mm"))
    after = read(state, "A: offer B 2", "B: decline")
    assert after.known == state.known
    assert refused_by(after, SwapOffered(0, 2, 2)) is None
    offered = read(state, "A: offer B 2")
    assert refused_by(offered, SwapAnswered(1, False, "dd/mm")) == "S-SWAP-1"
    assert refused_by(offered, SwapAnswered(1, False, None, "dd/mm")) == "S-SWAP-1"


def test_one_swap_a_turn() -> None:
    swapped = read(three(), "A: offer B 2", "B: swap")
    assert refused_by(swapped, SwapOffered(0, 2, 1)) == "S-SWAP-1"
    assert not any(isinstance(move, SwapOffered) for move in schokoly.legal_moves(swapped))
    later = read(swapped, "A: ww/wd 0,-2")
    assert refused_by(later, SwapOffered(1, 2, 1)) is None


def test_a_swap_comes_before_the_card() -> None:
    start = schokoly.setup(3, SWAPS)
    assert refused_by(start, SwapOffered(0, 1, 1)) == "S-COLOUR-1"
    # Nobody else has a color when the first card is laid.
    assert refused_by(read(start, "A: white"), SwapOffered(0, 1, 1)) == "S-SWAP-1"
    second = read(start, "A: white", "A: ww/mm 0,0", "B: dark")
    assert refused_by(second, SwapOffered(1, 2, 1)) is None
    assert refused_by(second, SwapOffered(1, 0, 1)) is None


def test_an_opponent_without_cards_has_nothing_to_give() -> None:
    state = replace(three(), hands=(2, 0, 2), stack=0)
    assert refused_by(state, SwapOffered(0, 1, 1)) == "S-SWAP-1"
    assert refused_by(state, SwapOffered(0, 2, 1)) is None


def test_one_card_cannot_be_in_both_hands() -> None:
    state = replace(three(), unseen=tuple(6 if face == "ww/mm" else face == "ww/dd" for face in KINDS))
    offered = read(state, "A: offer B 2")
    assert refused_by(offered, SwapAnswered(1, True, "ww/dd", "ww/dd")) == "S-HAND-1"
    assert refused_by(offered, SwapAnswered(1, True, "ww/dd", "ww/mm")) is None


def test_an_offer_that_a_hand_seen_belies_is_not_taken() -> None:
    offered = read(three(), "A: offer B 3", "A: hand ww/mm ww/mm ww/wd mm/mw")
    assert refused_by(offered, SwapAnswered(1, True)) == "S-SWAP-1"
    assert set(schokoly.legal_moves(offered)) == {SwapAnswered(1, False)}


@pytest.mark.parametrize("offer", ["A: offer B 2", "A: offer C 1 ww/wm"])
def test_legal_answers_are_exactly_what_is_not_refused(offer: str) -> None:
    state = read(three(("ww/mm", "ww/wm"), ("dd/dw",)), offer)
    seat = schokoly.turn(state)
    assert isinstance(seat, int)
    faces = (None, *KINDS)
    answers = {SwapAnswered(seat, yes, face, given) for yes in (True, False) for face in faces for given in faces}
    allowed = {answer for answer in answers if refused_by(state, answer) is None}
    moves = list(schokoly.legal_moves(state))
    assert set(moves) == allowed
    assert len(moves) == len(allowed)
