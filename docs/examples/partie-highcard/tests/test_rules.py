"""The rules of High Card by example."""

import partie_highcard as game
from partie_highcard import CardPlayed, HandsDealt, Options, State


def dealt() -> State:
    return game.evolve(game.setup(2, Options(3)), HandsDealt(((3, 17, 44), (8, 21, 60))))


def test_the_highest_card_takes_the_trick_and_leads() -> None:
    state = game.evolve(game.evolve(dealt(), CardPlayed(0, 44)), CardPlayed(1, 60))
    assert game.scores(state) == (0, 1)
    assert game.turn(state) == 1


def test_a_card_of_another_hand_is_refused() -> None:
    refused = game.refusal(dealt(), CardPlayed(0, 60))
    assert refused is not None
    assert str(refused) == "60 is not in this hand. (H-PLAY-1)"
