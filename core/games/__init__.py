"""The games that are known, by key: Partie's own, and those of installed packages (entry points `partie.games`).

A game is imported when it is asked for. One that cannot be used says why in one sentence, and no other game suffers.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from sys import path as import_path
from typing import TYPE_CHECKING, Any, Final

from core.absent_game import AbsentGame
from core.contained_game import ContainedGame
from core.errors import InvalidInput
from core.game import CONTRACT, AnyGame, GameFacts, facts_of, rules_of
from core.games import importing
from core.games.contract import FUNCTIONS, missing_names
from core.messages import Message, message

if TYPE_CHECKING:
    from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet

    _CHECKED: Final[tuple[AnyGame, ...]] = (chocolatier, pavilion, azacru, schokoly, scoresheet)
    """So that mypy checks each module against the contract."""

    GAMES: tuple[AnyGame, ...]
    """Every game that can be used, in the order of selection lists: Partie's own, then the others by key."""

GROUP: Final = "partie.games"

VARIABLE: Final = "PARTIE_GAMES"
"""Environment variable with the keys of the games to load, separated by commas; all others are left out."""

OWN: Final = ("chocolatier", "pavilion", "azacru", "schokoly", "scoresheet")
"""The keys of Partie's own games, in the order of selection lists; no package can take them."""


class GameMissing(InvalidInput):
    """The game of this key cannot be used: no installed package brings it, or it fails; the message says which."""

    def __init__(self, key: str, why: Message) -> None:
        super().__init__(why)
        self.key, self.why = key, why


@dataclass(frozen=True, slots=True)
class InstalledGame:
    """A game that Partie or a package brings. `package` and `version` are None for Partie's own.

    `game` is None if it cannot be used, for the reason `problem`.
    """

    key: str
    package: str | None
    version: str | None
    game: AnyGame | None
    problem: Message | None = None


def find(key: str) -> AnyGame:
    """The game with this key. Raises GameMissing, an InvalidInput, with the known keys."""
    games: tuple[AnyGame, ...] = globals().get("GAMES", ())  # Set by tests alone.
    for game in games:
        if key == game.KEY:
            return game
    if _is_left_out(key):
        raise GameMissing(key, message("The game {key} is left out by {variable}.", key=key, variable=VARIABLE))
    found = installed(key)
    if found is None:
        known = ", ".join(_keys())
        raise GameMissing(key, message("There is no game called {key!r}; known are {known}.", key=key, known=known))
    if found.game is None:
        raise GameMissing(key, found.problem or message("The game {key} cannot be used.", key=key))
    return found.game


def find_or_absent(key: str, package: str | None = None, rules: int = 1) -> AnyGame:
    """The game of this key that plays the rules of this number, or what stands in for it. `package` brought it once."""
    try:
        game = find(key)
    except GameMissing as error:
        return AbsentGame(key, error.why if installed(key) or _is_left_out(key) else None, package)
    if rules <= rules_of(game):
        return game
    of_ours = message("rules {rules} of {title} need a newer Partie.", rules=rules, title=game.TITLE)
    newer = message("its rules {rules} need a newer version of {title}.", rules=rules, title=game.TITLE)
    newer = of_ours if key in OWN else newer
    return AbsentGame(key, newer, package)


def is_usable(key: str, rules: int = 1) -> bool:
    """True if the game of this key can be used, with the rules of this number."""
    if key in OWN and rules == 1:  # Answered without an import, for lists.
        return not _is_left_out(key)
    return not isinstance(find_or_absent(key, None, rules), AbsentGame)


def facts_for(key: str) -> GameFacts:
    """The facts of the game of this key, of one that cannot be used those of its stand-in."""
    return facts_of(find_or_absent(key))


def package_of(key: str) -> str | None:
    """The distribution that brings the game of this key; None for Partie's own, and for one that is not installed."""
    return None if key in OWN or not (found := _of_packages().get(key)) else _name(found[0])


def part_of(group: str, key: str) -> Any:
    """The module that the package of a game brings in another group of entry points; None: none to import."""
    package = package_of(key)
    for entry in _named(group, tuple(import_path)).get(key, ()):
        if package is not None and _name(entry) == package:
            try:
                return importing.load(entry)
            except (Exception, SystemExit):
                return None
    return None


def every() -> tuple[InstalledGame, ...]:
    """Every game that is installed, usable or not, in the order of selection lists; last, those with a key of ours."""
    return (*filter(None, map(installed, _keys())), *_claiming_ours())


def _claiming_ours() -> Iterator[InstalledGame]:
    """The games of packages that claim a key of Partie's own, which are left out."""
    for key, entries in _named(GROUP, tuple(import_path)).items():
        for entry in entries if key in OWN and not _is_left_out(key) else ():
            name = f"{_name(entry)} {_version(entry)}"
            why = message("The game {key} of {name} is left out: Partie has a game of this key.", key=key, name=name)
            yield InstalledGame(key, _name(entry), _version(entry), None, why)


def _keys() -> tuple[str, ...]:
    return tuple(key for key in (*OWN, *_of_packages()) if not _is_left_out(key))


_limit: frozenset[str] | None = None
"""The keys of the games that are not left out; None: no game is."""


def limit_to(keys: Collection[str] | None) -> None:
    """Leave all other games out, as if they were not installed; None: no game is left out.

    The score sheet always stays. Raises InvalidInput for a key that no package brings.
    """
    global _limit
    _limit = None
    if keys is not None:
        known = _keys()
        for key in keys:
            if key not in known:
                names = ", ".join(known)
                raise InvalidInput(
                    message(
                        "{variable}: there is no game called {key!r}; known are {known}.",
                        variable=VARIABLE,
                        key=key,
                        known=names,
                    )
                )
        _limit = frozenset((*keys, "scoresheet"))


def _is_left_out(key: str) -> bool:
    return _limit is not None and key not in _limit


def installed(key: str) -> InstalledGame | None:
    """The game of this key as it is installed; None: it is not."""
    if _is_left_out(key):
        return None
    if key in OWN:
        return _own(key)
    brought = _of_packages().get(key)
    if not brought:
        return None
    names = [f"{_name(entry)} {_version(entry)}" for entry in brought]
    package, version = _name(brought[0]), _version(brought[0])
    if len(brought) > 1:
        both = " and ".join(names)
        why = message("Several packages bring the game {key}: {both}. Uninstall all but one.", key=key, both=both)
        return InstalledGame(key, package, version, None, why)
    try:
        game: AnyGame = importing.load(brought[0])
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"[:_MAX_REASON]
        why = message("The game {key} of {name} cannot be imported ({reason}).", key=key, name=names[0], reason=reason)
        return InstalledGame(key, package, version, None, why)
    problem = _problem(key, names[0], game)
    return InstalledGame(key, package, version, None if problem else _contained(game, package), problem)


_games: dict[int, tuple[AnyGame, AnyGame]] = {}
"""Each module of a package with the game that stands for it, by the `id` of the module."""


def _contained(game: AnyGame, package: str) -> AnyGame:
    if id(game) not in _games:
        contained: Any = ContainedGame(game, package, (*FUNCTIONS, "actors"))
        _games[id(game)] = game, contained
    return _games[id(game)][1]


@cache
def _own(key: str) -> InstalledGame:
    return InstalledGame(key, None, None, import_module(f"{__name__}.{key}"))


_MAX_REASON: Final = 200
"""Maximum characters of the words of an error."""

_ACCEPTED: Final = range(max(1, CONTRACT - 1), CONTRACT + 1)
"""The numbers of contracts that are accepted: the current one and the one before."""


def _problem(key: str, name: str, game: AnyGame) -> Message | None:
    """The reason why a module cannot be used as this game; None: it can."""
    contract = getattr(game, "CONTRACT", None)
    if contract not in _ACCEPTED:
        return message(
            "The game {key} of {name} follows contract {contract}; this Partie knows contract {known}.",
            key=key,
            name=name,
            contract=str(contract),
            known=CONTRACT,
        )
    if wrong := missing_names(key, game):
        return message("The game {key} of {name} lacks {wrong}.", key=key, name=name, wrong=", ".join(wrong))
    if rules_of(game) < 1:
        return message("The game {key} of {name} numbers its rules from 1 on.", key=key, name=name)
    return None


def _of_packages() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of packages by key, keys in order; those that claim a key of Partie's own are left out."""
    return {key: entries for key, entries in _named(GROUP, tuple(import_path)).items() if key not in OWN}


@lru_cache(maxsize=8)
def _named(group: str, _: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    by_key: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, _name(entry))):
        by_key[entry.name] = (*by_key.get(entry.name, ()), entry)
    return by_key


def _name(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


def _version(entry: EntryPoint) -> str:
    return entry.dist.version if entry.dist else "?"


def __getattr__(name: str) -> object:
    if name == "GAMES":
        return tuple(found.game for found in every() if found.game is not None)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
