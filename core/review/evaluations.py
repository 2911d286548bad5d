"""The games that can be reviewed."""

from typing import Final

from core.game import AnyEvaluation
from core.games.azacru import evaluation as azacru
from core.games.chocolatier import evaluation as chocolatier
from core.games.pavilion import evaluation as pavilion

EVALUATIONS: Final[dict[str, AnyEvaluation]] = {"azacru": azacru, "chocolatier": chocolatier, "pavilion": pavilion}
"""By key of the game; annotated so that mypy checks each module against the contract."""
