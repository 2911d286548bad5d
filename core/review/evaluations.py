"""The games that can be reviewed."""

from typing import Any, Final, Protocol

from core.game import AnyEvaluation, AnyGame, Trust, Value, facts_of
from core.game_parts import GameParts
from core.games.azacru import evaluation as azacru
from core.games.azacru.evaluation import compiled as azacru_compiled
from core.games.chocolatier import evaluation as chocolatier
from core.games.chocolatier.evaluation import compiled as chocolatier_compiled
from core.games.pavilion import evaluation as pavilion
from core.games.pavilion.evaluation import compiled as pavilion_compiled
from core.messages import message

_OWN: Final[dict[str, AnyEvaluation]] = {"azacru": azacru, "chocolatier": chocolatier, "pavilion": pavilion}
"""By key of the game; annotated so that mypy checks each module against the contract."""


class Face(Protocol):
    """The module `compiled` of an evaluation: positions and moves of its game as the kernel knows them."""

    @property
    def SPEED(self) -> int:
        """Iterations as a multiple of those of the search in Python."""

    @property
    def JUDGED_SEATS(self) -> frozenset[int]:
        """As of an evaluation, for the search by the kernel; so are `TRUST` and `tempered`."""

    @property
    def TRUST(self) -> Trust: ...

    def tables(self) -> bytes:
        """What the kernel takes from Python once: weights, and tables of the rules."""

    def covers(self, state: Any) -> bool:
        """Whether the kernel knows the variant that is played."""

    def tempered(self, state: Any, value: Value) -> Value: ...

    def pack(self, state: Any) -> bytes: ...

    def code(self, state: Any, event: Any) -> int: ...

    def move(self, state: Any, code: int) -> Any: ...


KERNELS: Final[dict[str, Face]] = {
    "azacru": azacru_compiled,
    "chocolatier": chocolatier_compiled,
    "pavilion": pavilion_compiled,
}
"""By key of the game."""

EVALUATIONS: Final = GameParts("partie.evaluations", _OWN)


def why_not(game: AnyGame) -> str:
    """The reason why a game cannot be reviewed, as a sentence; empty if it can."""
    if game.KEY in EVALUATIONS:
        return ""
    usual = message("{game} cannot be reviewed: its positions cannot be judged.", game=game.TITLE)
    return facts_of(game).not_reviewed or usual
