"""The games that can be reviewed."""

from typing import Final

from core.game import AnyEvaluation, AnyGame
from core.games.azacru import evaluation as azacru
from core.games.chocolatier import evaluation as chocolatier
from core.games.pavilion import evaluation as pavilion
from core.messages import message

EVALUATIONS: Final[dict[str, AnyEvaluation]] = {"azacru": azacru, "chocolatier": chocolatier, "pavilion": pavilion}
"""By key of the game; annotated so that mypy checks each module against the contract."""


def why_not(game: AnyGame) -> str:
    """Why a game cannot be reviewed, as a sentence; empty if it can."""
    if game.KEY in EVALUATIONS:
        return ""
    if game.KEY == "schokoly":
        return message("Schokoly is not reviewed: players choose by hands that nobody else knows.")
    return message("{game} cannot be reviewed: its positions cannot be judged.", game=game.TITLE)
