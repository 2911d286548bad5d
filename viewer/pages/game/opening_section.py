"""The section of a game's page with the tree of opening moves: the board, and the wins of each next move."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import streamlit as st

from core.game import AnyGame
from core.games import find
from eventstore import codec
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.openings import Opening, Openings, OpeningStart, openings
from viewer.boards import Charting, board_of
from viewer.boards.scene import Scene
from viewer.boards.svg import Theme, svg
from viewer.locale.language import gettext, listed, ngettext
from viewer.pages.game.plays_by_moves import plays_by_moves
from viewer.pages.shared.address import read_address, write_address
from viewer.pages.shared.chart_panel import ChartContext
from viewer.pages.shared.dataset import dataset_key
from viewer.statistics import figures
from viewer.statistics.figures import Bar
from viewer.statistics.spread import players
from viewer.texts.markdown import escape

_BETWEEN: Final = ","
"""Between the moves in the address."""


class _Path(NamedTuple):
    """The moves followed, as far as they are legal, the table after them, and a sentence for each."""

    moves: tuple[str, ...]
    state: Any
    sentences: tuple[str, ...]


def opening_section(index: MatchIndex, match_filter: MatchFilter, context: ChartContext) -> None:
    """Nothing where no match has a tree. The start and the moves followed are kept in the address."""
    counted = index.counted()
    key = dataset_key(counted, match_filter)
    known, played = _known(counted, match_filter, key), plays_by_moves(counted, match_filter, key)
    whole = openings(played, known, depth=0)
    if whole.start is None:
        return
    st.subheader(gettext("Openings"), anchor=False)
    game = find(next(match.key for match in played if match.id in known))
    start = _ask_start(whole.starts)
    asked = tuple(filter(None, st.query_params.get("line", "").split(_BETWEEN)))
    path = _follow(game, start, asked)
    found = openings(played, known, path.moves, players=start.players, options=start.options)
    _show_path(path, found)
    st.image(
        _picture(game, start, path, found.opening, context.theme),
        width=520,
        alt=_board_sentence(found.opening),
    )
    what = gettext("Share of wins of the player who makes the move; a thick line marks chance.")
    following = {_bar(each): each.move for each in found.opening.next}
    picked = context.bars(list(following), what, gettext("Next move"), key=f"of-openings-{len(path.moves)}")
    if picked and (move := following[picked]):
        label = escape(gettext("Go on with {move}", move=move))
        st.button(label, icon=":material/arrow_forward:", on_click=_go, args=[(*path.moves, move)])


def _ask_start(starts: Sequence[OpeningStart]) -> OpeningStart:
    """The most frequent start, or another one; asked only if there are several."""
    labels = {_start_label(start): start for start in starts}
    if len(labels) == 1:
        return starts[0]
    read_address("start", labels, next(iter(labels)))
    label = st.segmented_control(gettext("Start"), list(labels), required=True, key="start", on_change=_go, args=[()])
    write_address("start", label if label != next(iter(labels)) else None)
    return labels.get(str(label), starts[0])


def _start_label(start: OpeningStart) -> str:
    options = [" ".join(map(str, each)) if isinstance(each, list) else str(each) for each in start.options.values()]
    return ", ".join((players(start.players), *options))


def _go(moves: Sequence[str]) -> None:
    """Follow these moves from now on."""
    if moves:
        st.query_params["line"] = _BETWEEN.join(moves)
    elif "line" in st.query_params:
        del st.query_params["line"]


def _names(number: int) -> list[str]:
    return [gettext("Seat {number}", number=seat + 1) for seat in range(number)]


def _follow(game: AnyGame, start: OpeningStart, asked: Sequence[str]) -> _Path:
    state = game.setup(start.players, codec.decode_options(game, dict(start.options)))
    moves, sentences = list[str](), list[str]()
    for text in asked:
        try:
            event = game.parse(text)
        except ValueError:
            break
        if game.refusal(state, event) is not None:
            break
        moves.append(game.write(event))
        sentences.append(board_of(game).sentence(state, event, _names(start.players)))
        state = game.evolve(state, event)
    return _Path(tuple(moves), state, tuple(sentences))


def _show_path(path: _Path, openings: Openings) -> None:
    plays = ngettext("{number} match", "{number} matches", openings.opening.plays)
    if not path.moves:
        st.text(gettext("{plays} began here; equal tables, turned or mirrored, count as one.", plays=plays))
        return
    st.text(gettext("{plays} began so: {moves}.", plays=plays, moves="; ".join(path.sentences)))
    with st.container(horizontal=True):
        st.button(gettext("One move back"), icon=":material/undo:", on_click=_go, args=[path.moves[:-1]])
        st.button(gettext("Back to the start"), icon=":material/first_page:", on_click=_go, args=[()])


def _bar(following: Opening) -> Bar:
    """The wins of the seat that makes the move, named by the move and its plays."""
    assert following.share is not None
    label = f"{following.move}  ×{following.plays}"
    return figures.of_share(label, following.share, following.matches, 1 / len(following.seats))


def _board_sentence(opening: Opening) -> str:
    most = [f"{each.move} {each.plays}" for each in opening.next[:3]]
    return (
        gettext("The next moves on the board; most often {moves}.", moves=listed(most))
        if most
        else gettext("The table")
    )


def _picture(game: AnyGame, start: OpeningStart, path: _Path, opening: Opening, theme: Theme) -> str:
    board = board_of(game)
    scene = board.scene(path.state, _names(start.players))
    moves = {game.parse(each.move): each.plays / opening.plays for each in opening.next if each.move}
    drawn = board.arrows(path.state, moves) if isinstance(board, Charting) else {}
    panels = tuple(replace(panel, shapes=panel.shapes + drawn.get(panel.id, ())) for panel in scene.panels)
    return svg(Scene(panels), board.symbols(), theme=theme)


@st.cache_resource(max_entries=8, show_spinner=False)
def _known(_library: MatchIndex, match_filter: MatchFilter, key: str) -> Mapping[str, str]:
    return _library.openings(**match_filter)
