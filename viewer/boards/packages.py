"""Boards of packages (entry points `partie.boards`): checked before they reach a page, contained where they fail.

A board may add a `STYLE`: rules of one class and, in `.partie-light` and `.partie-dark`, colors as custom properties.
Every class and property begins with the key of the game, so that no board changes the page or another board.
"""

import logging
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from core import games
from core.game import AnyGame
from viewer.boards.chance_input import Draws
from viewer.boards.fallback import Fallback
from viewer.boards.scene import Scene
from viewer.boards.seat import label
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_log: Final = logging.getLogger("partie.defects")

GROUP: Final = "partie.boards"

_REQUIRED: Final = ("scene", "text", "sentence", "symbols")
_THEMES: Final = (".partie-light", ".partie-dark")
_PROPERTIES: Final = frozenset(
    (
        *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity"),
        *("fill-opacity", "stroke-opacity", "font-size", "font-weight", "font-style", "text-anchor", "paint-order"),
    )
)
_VALUE: Final = re.compile(r"[\w\s#.,%()+*/-]+")
_SYMBOLS: Final = frozenset(
    ("g", "symbol", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text", "use", "title")
)
_FORBIDDEN: Final = re.compile(r"^on|^style$|href$", re.IGNORECASE)


def board_of_package(game: AnyGame) -> "PackageBoard | None":
    """The board that a package brings for its game; None: it brings none that can be used."""
    return None if games.package_of(game.KEY) is None else _loaded(game)


_boards: dict[int, "tuple[AnyGame, PackageBoard | None]"] = {}
"""By the `id` of the module of the game, which is kept with it."""


def _loaded(game: AnyGame) -> "PackageBoard | None":
    if id(game) not in _boards:
        board = games.part_of(GROUP, game.KEY)
        usable = board is not None and all(callable(getattr(board, name, None)) for name in _REQUIRED)
        _boards[id(game)] = game, PackageBoard(game, board) if usable else None
    return _boards[id(game)][1]


class PackageBoard:
    """A board of a package. Where it fails, the plain board takes its place until the program ends.

    It has the optional functions that the package's board has, as long as it does not fail.
    """

    def __init__(self, game: AnyGame, board: Any) -> None:
        self._board, self._plain, self._has_failed = board, Fallback(game), False
        self._last: Scene | None = None
        self._optional = {name for name in _WITHOUT if callable(getattr(board, name, None))}
        for name in self._optional:
            setattr(self, name, partial(self._optional_part, name))

    def scene(self, state: Any, names: Sequence[str]) -> Scene:
        if not self._has_failed:
            try:
                self._last = self._board.scene(state, names)
                return self._last
            except Exception as error:
                self._give_up(error)
                if self._last and len(self._last.panels) > len(names):
                    return _undrawn(self._last)
        return self._plain.scene(state, names)

    def text(self, state: Any, names: Sequence[str]) -> str:
        return str(self._contained("text", state, names))

    def sentence(self, before: Any, event: Any, names: Sequence[str]) -> str:
        return str(self._contained("sentence", before, event, names))

    def symbols(self) -> str:
        text = str(self._contained("symbols"))
        return text if are_harmless(text) else ""

    def _contained(self, name: str, *arguments: Any) -> Any:
        if not self._has_failed:
            try:
                return getattr(self._board, name)(*arguments)
            except Exception as error:
                self._give_up(error)
        return getattr(self._plain, name)(*arguments)

    def _optional_part(self, name: str, *arguments: Any) -> Any:
        """The answer of an optional function; once it fails, the board has none of them, like the plain one."""
        try:
            return getattr(self._board, name)(*arguments)
        except Exception as error:
            if name == "drawn" and isinstance(error, ValueError):  # Taps that do not fit, which is no failure.
                raise
            self._give_up(error)
        return _WITHOUT[name](self._plain.game, *arguments)

    def _give_up(self, error: Exception) -> None:
        self._has_failed = True
        _log.error("The board of %s failed with %s.", self._plain.game.TITLE, type(error).__name__, exc_info=error)
        for name in self._optional:
            delattr(self, name)
        self._optional = set()


def _no_event(game: AnyGame, state: Any, tapped: Any) -> Any:
    raise ValueError(gettext("This table cannot be tapped."))


_WITHOUT: Final[Mapping[str, Callable[..., Any]]] = {
    "taps": lambda game, state, event: (f"={game.write(event)}",),
    "task": lambda game, state, taps, names: gettext("{name} moves", name=plain(names[game.turn(state)])),
    "draws": lambda game, state: Draws((), ()),
    "drawn": _no_event,
    "spots": lambda game, state: {},
    "picture": lambda game, words: (),
    "gain": lambda game, reason, fact, names: "",
}
"""The optional functions of a board, and their answers in place of a board that fails."""


def _undrawn(scene: Scene) -> Scene:
    """The panels of a scene in the middle of a match, with a sentence in place of the drawing that failed."""
    says = gettext("This table cannot be drawn. Load the page again for a plain drawing.")
    first, *rest = (replace(panel, shapes=()) for panel in scene.panels)
    return Scene((replace(first, shapes=(label("undrawn", 0.7, 1.2, says, "small", says),)), *rest))


def are_harmless(symbols: str) -> bool:
    """True if `symbols` are drawings alone: no script, style, event handler or reference to anything else."""
    # Deferred: a phone has no packages of games.
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root: Element = fromstring(f"<defs>{symbols}</defs>")
    except (ParseError, ValueError):
        return False
    return all(
        element.tag in _SYMBOLS
        and not any(_FORBIDDEN.search(name) or "url(" in value for name, value in _named(element))
        for element in list(root.iter())[1:]
    )


def _named(element: "Element") -> list[tuple[str, str]]:
    """The attributes but for a reference of `use` to a symbol of the same drawing."""
    own = element.tag == "use"
    return [(name, value) for name, value in element.items() if not (own and name == "href" and value.startswith("#"))]


def package_css() -> str:
    """The styles of all boards of packages that pass the check."""
    styles = []
    for found in games.every():
        if found.package and found.game and (board := games.part_of(GROUP, found.key)):
            styles.append(checked_style(getattr(board, "STYLE", ""), found.key))
    return "\n".join(filter(None, styles))


def checked_style(style: object, key: str) -> str:
    """The rules of a style sheet as ours are written; empty unless all of them are of the board of this game alone.

    A rule is of one class that begins with the key. The colors of both themes have the same names, which begin with the
    key too, and values refer to these or to the colors of all boards.
    """
    rest = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL) if isinstance(style, str) else "?"
    rules = [(selector.strip(), _declarations(body)) for selector, body in _RULE.findall(rest)]
    if _RULE.sub("", rest).strip():
        return ""
    colors = {theme: {name for selector, body in rules if selector == theme for name, _ in body} for theme in _THEMES}
    known = colors[_THEMES[0]] | _colors_of_all()
    if colors[_THEMES[0]] != colors[_THEMES[1]] or not all(_is_own(*rule, key, known) for rule in rules):
        return ""
    texts = {selector: "; ".join(f"{name}: {value}" for name, value in body) for selector, body in rules}
    return "\n".join(f"{selector} {{ {text}; }}" for selector, text in texts.items())


_RULE: Final = re.compile(r"([^{}]*)\{([^{}]*)\}")
_REFERENCE: Final = re.compile(r"var\((--[\w-]+)\)")


def _declarations(body: str) -> list[tuple[str, str]]:
    parts = (declaration.partition(":") for declaration in body.split(";") if declaration.strip())
    return [(name.strip(), value.strip()) for name, _, value in parts]


def _is_own(selector: str, body: Sequence[tuple[str, str]], key: str, known: Collection[str]) -> bool:
    if selector not in _THEMES and not re.fullmatch(rf"\.{key}-[\w-]+", selector):
        return False
    for name, value in body:
        is_color = re.fullmatch(rf"--{key}-[\w-]+", name) is not None
        if not (is_color if selector in _THEMES else name in _PROPERTIES):
            return False
        without = _REFERENCE.sub(lambda found: "" if found[1] in known else "@", value)
        if not _VALUE.fullmatch(value) or re.search(r"@|var|url|image|expression", without, re.IGNORECASE):
            return False
    return True


@cache
def _colors_of_all() -> frozenset[str]:
    """The names of the colors in `boards.css`."""
    own = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    return frozenset(re.findall(r"(--[\w-]+):", own))
