"""The page that starts a match: game, players, seats and recording depth on one screen."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import streamlit as st

from core.game import AnyGame
from core.games import scoresheet
from eventstore import codec
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository, new_id
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.store.store import Conflict
from viewer import seating
from viewer.boards.text import fit
from viewer.game_choices import game_choices
from viewer.language import gettext, gettext_noop, listed, translate
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.option_inputs import chosen_variants, key_of, kinds_of, vars_of
from viewer.presets import Depth, Preset, last_preset, preset_from

DEPTHS: Final[dict[Depth, str]] = {
    "moves": gettext_noop("Every move"),
    "rounds": gettext_noop("Points by round"),
    "final": gettext_noop("Final points"),
}

STYLE: Final = """
<style>
.st-key-new-match button { min-height: 44px; min-width: 44px; }
.st-key-new-match [data-tag] { height: auto; }
.st-key-new-match [data-testid=stMultiSelectTagsContainer] input { min-width: 5rem; min-height: 44px; }
.st-key-new-match [data-testid=stCheckbox] label { min-height: 44px; align-items: center; }
[class*=st-key-seat-] button { min-width: 44px; }
[class*=st-key-seat-] button [data-testid=stMarkdownContainer] { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); }
</style>
"""
"""Buttons large enough for fingers. The labels beside the arrows are hidden visually."""

GAME: Final = "new-game"
PRESET: Final = "new-preset"


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Ask for everything that a new match needs, and start it; `?again=` names the match it begins like."""
    st.html(STYLE)
    choices = game_choices()
    preset = _remembered(library, records)
    with st.container(width=640, key="new-match"):
        st.title(gettext("New match"), anchor=False)
        if preset and _again(preset):
            options = codec.encode_options(preset.options)
            _start(records, pages, preset.recorded, preset.rotated, options, date.today(), "", preset.depth)
        first = next(iter(choices))
        key = st.pills(
            gettext("Game"), choices, default=first, required=True, format_func=lambda key: choices[key].label, key=GAME
        )
        choice = choices[key or first]
        depth = _depth(choice.game)
        is_whole = depth == "moves" or choice.game is scoresheet
        options = chosen_variants(choice.game, choice.fixed) if is_whole else dict[str, object](title=choice.title)
        names = seating.seated(library, records)
        with st.expander(gettext("Date and place")):
            day: date | None = st.date_input(
                gettext("Played on"), value=date.today(), format="YYYY-MM-DD", key="new-day"
            )
            place = st.text_input(gettext("Place"), key="new-place", placeholder=gettext("unknown"))
        if st.button(gettext("Start the match"), type="primary", width="stretch", disabled=not names):
            recorded = choice.game if depth == "moves" else scoresheet
            _start(records, pages, recorded, names, options, day, place, depth)
        st.caption(
            gettext("At the table, “More” leads to a light page for phones and to a large screen for a television.")
        )


def _depth(game: AnyGame) -> Depth:
    depths = list(DEPTHS)[game is scoresheet :]
    depth: Depth | None = st.segmented_control(
        gettext("Recorded"),
        depths,
        default=depths[0],
        required=True,
        format_func=lambda depth: gettext(DEPTHS[depth]),
        key=_depth_key(game),
    )
    return depth or depths[0]


def _depth_key(game: AnyGame) -> str:
    # One key for all games with rules, so that a click right after a change of the game is not lost.
    return "new-depth-of-points" if game is scoresheet else "new-depth"


def _start(
    records: MatchRepository,
    pages: Pages,
    game: AnyGame,
    names: Sequence[str],
    options: dict[str, object],
    day: date | None,
    place: str,
    depth: Depth,
) -> None:
    """Start the match and go to its table; if it is refused, the page shows the reason."""
    # The id exists before the button is pressed, so that a double click starts one match only.
    id: str = st.session_state.setdefault("new-id", new_id())
    try:
        records.start(
            game,
            names,
            options=options,
            played_on=day.isoformat() if day else None,
            place=place.strip() or None,
            id=id,
        )
    except Conflict as conflict:
        if conflict.stream != MATCHES + id:
            raise
    except ValueError as error:
        st.error(escape(translate(str(error))), icon=":material/info:")
        return
    del st.session_state["new-id"]
    st.switch_page(pages.table, query_params={"match": id} | ({"depth": "final"} if depth == "final" else {}))


def _remembered(library: MatchIndex, records: MatchRepository) -> Preset | None:
    """The table of an earlier match; a page that was just opened begins with it."""
    is_new = GAME not in st.session_state  # Streamlit forgets the fields of a page that was left.
    if again := st.query_params.get("again", ""):
        del st.query_params["again"]
    if again or is_new or PRESET not in st.session_state:
        st.session_state[PRESET] = preset_from(records, again) if again else last_preset(library, records)
    preset: Preset | None = st.session_state[PRESET]
    if preset and (again or is_new):
        _fill_in(preset)
    return preset


def _again(preset: Preset) -> bool:
    """The button that starts the next match of a table at once; whether it was pressed."""
    return st.button(_same_again(preset), icon=":material/replay:", width="stretch", key="same-again")


def _same_again(preset: Preset) -> str:
    title = fit(translate(preset.choice.title), 40)
    if preset.recorded is scoresheet and preset.choice.game is scoresheet:
        title = fit(preset.options.title, 40) or gettext("Score sheet")
    names = listed([fit(name, 16) for name in preset.rotated])
    return escape(gettext("Same again: {game} with {names}", game=title, names=names))


def offer_again(records: MatchRepository, last: MatchRow) -> bool:
    """A button that fills in the page with the table of a match, the seats rotated by one; whether it was pressed."""
    preset = preset_from(records, last.id)
    if preset is None:
        return False
    return st.button(_same_again(preset), icon=":material/replay:", on_click=_fill_in, args=(preset,), key="same-again")


def _fill_in(preset: Preset) -> None:
    game = preset.choice.game
    st.session_state[PRESET] = preset
    st.session_state[GAME] = preset.choice.key
    st.session_state[_depth_key(game)] = preset.depth
    if game is preset.recorded:
        whole = vars_of(preset.options)
        for field in kinds_of(game):
            if isinstance(value := whole[field], str | int):
                st.session_state[key_of(game, field)] = value
    seating.seat(preset.rotated)
