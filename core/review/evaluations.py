"""The games that can be reviewed: those with a kernel that can be loaded, and those of packages with an evaluation."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from core import games
from core.game import AnyEvaluation, AnyGame, facts_of
from core.games.azacru import evaluation as azacru
from core.games.chocolatier import evaluation as chocolatier
from core.games.pavilion import evaluation as pavilion
from core.messages import message
from core.review.kernels import LIBRARY, Face, Kernel, sealed_library

_GROUP: Final = "partie.evaluations"
"""The entry points of packages."""

FACES: Final[dict[str, Face]] = {"azacru": azacru, "chocolatier": chocolatier, "pavilion": pavilion}
"""By key of the game; annotated so that mypy checks each module against the Protocol."""


class _Evaluations(Mapping[str, AnyEvaluation]):
    """The kernels that can be loaded, and the evaluations of packages, by key of the game.

    What a package brings is not checked; its game has `package_of`, so that code can contain its failures.
    """

    def __getitem__(self, key: str) -> AnyEvaluation:
        found: Any = _kernel(key) if key in FACES else games.part_of(_GROUP, key)
        if found is None or isinstance(found, str):
            raise KeyError(key)
        return found  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str]:
        yield from (key for key in FACES if key in self)
        yield from (game.key for game in games.every() if game.package and games.part_of(_GROUP, game.key))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _kernel(key: str) -> Kernel | str:
    """The kernel of a game, or the reason why it cannot be loaded: empty where it was not built."""
    folder = files(f"core.games.{key}.evaluation")
    if not (folder / LIBRARY).is_file():
        return ""
    try:
        return Kernel(sealed_library(folder, files("core.review") / "kernel"), FACES[key])
    except (OSError, AttributeError) as error:  # Not the one that was built, of another machine, or of another version.
        return re.sub(rf"/proc/self/fd/\d+|{re.escape(str(folder / LIBRARY))}", LIBRARY, str(error))


EVALUATIONS: Final[Mapping[str, AnyEvaluation]] = _Evaluations()


def lacks_kernel(game: AnyGame) -> bool:
    """True if the game could be reviewed by its kernel, which is not to be had here."""
    return game.KEY in FACES and game.KEY not in EVALUATIONS


def why_not(game: AnyGame) -> str:
    """The reason why a game cannot be reviewed, as a sentence; empty if it can."""
    if game.KEY in EVALUATIONS:
        return ""
    if game.KEY not in FACES:
        usual = message("{game} cannot be reviewed: its positions cannot be judged.", game=game.TITLE)
        return facts_of(game).not_reviewed or usual
    if problem := _kernel(game.KEY):
        return message(
            "{game} cannot be reviewed here: its compiled search cannot be loaded ({problem}).",
            game=game.TITLE,
            problem=str(problem),
        )
    return message("{game} cannot be reviewed here: Partie was installed without its compiled search.", game=game.TITLE)
