"""The games that can be reviewed."""

from typing import Any, Final, Protocol

from core.game import AnyEvaluation, AnyGame, Trust, Value, facts_of
from core.game_parts import GameParts
from core.games.azacru import evaluation as azacru
from core.games.azacru.evaluation import compiled as azacru_compiled
from core.games.chocolatier import evaluation as chocolatier
from core.games.chocolatier.evaluation import compiled as chocolatier_compiled
from core.games.pavilion import evaluation as pavilion
from core.messages import message

_OWN: Final[dict[str, AnyEvaluation]] = {"azacru": azacru, "chocolatier": chocolatier, "pavilion": pavilion}
"""By key of the game; annotated so that mypy checks each module against the contract."""


class Face(Protocol):
    """The module `compiled` of an evaluation: positions and moves of its game as the kernel knows them."""

    @property
    def SPEED(self) -> int:
        """Iterations as a multiple of those of the search in Python."""

    @property
    def TRUST(self) -> Trust:
        """As of an evaluation, for the search by the kernel."""

    def tables(self) -> bytes:
        """What the kernel takes from Python once: weights, and tables of the rules."""

    def covers(self, state: Any) -> bool:
        """Whether the kernel knows the variant that is played."""

    def tempered(self, state: Any, value: Value) -> Value:
        """As of an evaluation, for the search by the kernel."""

    def pack(self, state: Any) -> bytes: ...

    def code(self, state: Any, event: Any) -> int: ...

    def move(self, state: Any, code: int) -> Any: ...


KERNELS: Final[dict[str, Face]] = {"azacru": azacru_compiled, "chocolatier": chocolatier_compiled}
"""By key of the game."""

EVALUATIONS: Final = GameParts("partie.evaluations", _OWN)

_JUDGED: Final = 2
"""Number of players at which moves are judged; only there one seat's loss is the other one's gain."""


def judges(key: str, seats: int) -> bool:
    """Whether moves of a game are judged: it has an evaluation, and more search plays better with so many players."""
    evaluation = EVALUATIONS.get(key)
    return evaluation is not None and seats == _JUDGED and seats in evaluation.JUDGED_SEATS


def why_not(game: AnyGame) -> str:
    """The reason why a game cannot be reviewed, as a sentence; empty if it can."""
    if game.KEY in EVALUATIONS:
        return ""
    usual = message("{game} cannot be reviewed: its positions cannot be judged.", game=game.TITLE)
    return facts_of(game).not_reviewed or usual
