"""The page that starts a match: game, players, seats and recording depth on one screen."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

import streamlit as st

from core.game import AnyGame
from core.games import scoresheet
from core.games.scoresheet import RanksNamed, TemplateChosen
from core.sheet_template import Template
from eventstore import codec
from eventstore.matches.match import MATCHES
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository, new_id
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.store.store import Conflict
from viewer.boards.text import fit
from viewer.game_choices import GameChoice, choice_of_row, offered
from viewer.language import gettext, gettext_noop, listed, translate
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.option_inputs import chosen_variants, key_of, kinds_of, vars_of
from viewer.people.picker import Person, choose, known_people, people_picker
from viewer.presets import Depth, Preset, last_preset, preset_from
from viewer.seat_inputs import ranks_of_seats, roles_of_seats
from viewer.templates import options_of, template_for
from viewer.visit import visit

DEPTHS: Final[dict[Depth, str]] = {
    "moves": gettext_noop("Every move"),
    "rounds": gettext_noop("Rounds or categories"),
    "final": gettext_noop("Final points"),
}

RECENT: Final = 8
"""Number of titles played last that are offered with one tap."""

STYLE: Final = """
<style>
.st-key-new-match button { min-height: 44px; min-width: 44px; }
.st-key-new-match [data-testid=stCheckbox] label { min-height: 44px; align-items: center; }
</style>
"""
"""Buttons large enough for fingers."""

GAME: Final = "new-game"
TITLE: Final = "new-title"
PRESET: Final = "new-preset"
PEOPLE: Final = "new-people"
ID: Final = "new-id"
REFUSAL: Final = "new-refusal"


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Ask for everything that a new match needs, and start it; `?again=` names the match it begins like."""
    st.html(STYLE)
    preset = _remembered(library, records)
    last = library.last_of_each_game(RECENT)
    choices = offered(last)
    if preset:
        choices = {preset.choice.key: preset.choice} | choices if preset.choice.key not in choices else choices
    with st.container(width=640, key="new-match"):
        st.title(gettext("New match"), anchor=False)
        if preset and _again(preset):
            options = codec.encode_options(preset.options)
            begun = _events_so_far(preset.template)
            _start(
                records, pages, preset.recorded, preset.rotated, options, date.today(), "", preset.depth, begun, preset
            )
        _show_refusal(preset)
        choice = _choice(choices, last)
        depth = _depth(choice.game)
        options = _options(choice, depth, library)
        template = None if depth != "rounds" else _template(library, records, pages, options)
        people = people_picker(gettext("People"), known_people(library, records), key=PEOPLE, kind="seats", new=True)
        events = _events_so_far(template, depth, people)
        is_over = any(isinstance(event, RanksNamed) for event in events)
        with st.expander(gettext("Date and place")):
            day: date | None = st.date_input(
                gettext("Played on"), value=date.today(), format="YYYY-MM-DD", key="new-day"
            )
            place = st.text_input(gettext("Place"), key="new-place", placeholder=gettext("unknown"))
        button = gettext("Save the places") if is_over else gettext("Start the match")
        recorded = choice.game if depth == "moves" else scoresheet
        if template:
            options |= {name: value for name, value in options_of(template, len(people)).items() if value}
        asked = (recorded.KEY, people, options, day, place, depth)
        if st.button(button, type="primary", width="stretch", disabled=not people):
            _start(records, pages, recorded, people, options, day, place, depth, events, asked)
        _show_refusal(asked)
        st.caption(
            gettext("At the table, “More” leads to a light page for phones and to a large screen for a television.")
        )


def _choice(choices: Mapping[str, GameChoice], last: Sequence[MatchRow]) -> GameChoice:
    """Ask for the game; a title played before comes with the options and the depth of its last match."""
    first = next(iter(choices))
    if st.session_state.get(GAME) not in choices:  # It was played last when the page was opened, and is not any more.
        st.session_state.pop(GAME, None)
    key = st.pills(
        gettext("Game"),
        choices,
        default=first,
        required=True,
        format_func=lambda key: escape(choices[key].label),
        key=GAME,
        on_change=lambda: _recall(choices, last),
    )
    return choices[key or first]


def _recall(choices: Mapping[str, GameChoice], last: Sequence[MatchRow]) -> None:
    """Fill in what the last match of the chosen game was recorded with."""
    choice = choices[st.session_state[GAME]]
    row = next((row for row in last if (known := choice_of_row(row)) and known.key == choice.key), None)
    if row is None:
        return
    is_sheet = row.game == scoresheet.KEY
    st.session_state[_depth_key(choice.game)] = row.depth if is_sheet else "moves"
    if row.game == choice.game.KEY:
        _fill_options(choice.game, vars_of(codec.decode_options(choice.game, dict(row.options))))


def _options(choice: GameChoice, depth: Depth, library: MatchIndex) -> dict[str, object]:
    """The options of the match: those of a game with rules, or what is known about the title of a score sheet."""
    if choice.game is not scoresheet:
        return chosen_variants(choice.game, choice.fixed) if depth == "moves" else {"title": choice.title}
    if choice.fixed:
        with st.expander(gettext("How it is scored")):
            return chosen_variants(scoresheet, choice.fixed)
    title: str | None = st.selectbox(
        gettext("Title"),
        library.games(),
        index=None,
        accept_new_options=True,
        placeholder=gettext("What was played"),
        key=TITLE,
    )
    return chosen_variants(scoresheet, {"title": (title or "").strip()})


def _template(
    library: MatchIndex, records: MatchRepository, pages: Pages, options: Mapping[str, object]
) -> Template | None:
    """The template of the title, which can be left out; a link to make one."""
    template = template_for(library, records, str(options.get("title", "")), options.get("bgg_id"))
    with st.container(horizontal=True, vertical_alignment="center"):
        if template:
            words = listed([fit(category.name, 24) for category in template.categories])
            if not st.toggle(gettext("With these categories"), value=True, key="new-with-template", help=escape(words)):
                template = None
        st.page_link(pages.templates, label=gettext("Score sheets"), icon=":material/table_chart:")
    return template


def _events_so_far(
    template: Template | None, depth: Depth | None = None, people: Sequence[Person] = ()
) -> list[object]:
    """What is known before the match starts: its sheet, the roles that the sheet names, or the places as its result."""
    chosen = [TemplateChosen(template), *roles_of_seats(template, people)] if template else []
    return [*chosen, *(ranks_of_seats(people) if depth == "final" else ())]


def _depth(game: AnyGame) -> Depth:
    depths = list(DEPTHS)[game is scoresheet :]
    usual = depths[-1] if game is scoresheet else depths[0]
    depth: Depth | None = st.segmented_control(
        gettext("Recorded"),
        depths,
        default=usual,
        required=True,
        format_func=lambda depth: gettext(DEPTHS[depth]),
        key=_depth_key(game),
    )
    return depth or usual


def _depth_key(game: AnyGame) -> str:
    # One key for all games with rules, so that a click right after a change of the game is not lost.
    return "new-depth-of-points" if game is scoresheet else "new-depth"


def _start(
    records: MatchRepository,
    pages: Pages,
    game: AnyGame,
    people: Sequence[Person],
    options: dict[str, object],
    day: date | None,
    place: str,
    depth: Depth,
    events: Sequence[object],
    asked: object,
) -> None:
    """Start the match and go to its table, or to its report if it is over; a refusal is kept with what was `asked`."""
    # The id is that of the page as it was opened, so that a double click starts one match only.
    id: str = st.session_state.setdefault(ID, new_id())
    try:
        records.start(
            game,
            [Player(person.name, id=person.id) for person in people],
            *events,
            options=options,
            played_on=day.isoformat() if day else None,
            place=place.strip() or None,
            id=id,
        )
    except Conflict as conflict:
        if conflict.stream != MATCHES + id:
            raise
    except ValueError as error:
        st.session_state[REFUSAL] = asked, str(error)
        return
    if any(isinstance(event, RanksNamed) for event in events):
        visit(pages.report, match=id)
    elif depth == "final":
        visit(pages.table, match=id, depth=depth)
    else:
        visit(pages.table, match=id)


def _show_refusal(asked: object) -> None:
    """Show why a match was not started while the same is asked for: other runs of the page follow that of the click."""
    refused, sentence = st.session_state.get(REFUSAL, (None, ""))
    if sentence and refused == asked:
        st.error(escape(translate(sentence)), icon=":material/info:")


def _remembered(library: MatchIndex, records: MatchRepository) -> Preset | None:
    """The table of an earlier match; a page that was just opened begins with it."""
    is_new = GAME not in st.session_state  # Streamlit forgets the fields of a page that was left.
    if is_new:
        st.session_state.pop(ID, None)
        st.session_state.pop(REFUSAL, None)
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
    title = fit(preset.choice.label, 40)
    names = listed([fit(person.name, 16) for person in preset.rotated])
    return escape(gettext("Same again: {game} with {names}", game=title, names=names))


def offer_again(records: MatchRepository, last: MatchRow) -> bool:
    """A button that fills in the page with the table of a match, the seats rotated by one; whether it was pressed."""
    preset = preset_from(records, last.id)
    if preset is None:
        return False
    return st.button(_same_again(preset), icon=":material/replay:", on_click=_fill_in, args=(preset,), key="same-again")


def _fill_in(preset: Preset) -> None:
    game = preset.choice.game
    st.session_state.pop(ID, None)
    st.session_state[PRESET] = preset
    st.session_state[GAME] = preset.choice.key
    st.session_state[_depth_key(game)] = preset.depth
    if game is preset.recorded:
        _fill_options(game, vars_of(preset.options))
    choose(PEOPLE, preset.rotated)


def _fill_options(game: AnyGame, options: Mapping[str, Any]) -> None:
    for field in kinds_of(game):
        if isinstance(value := options[field], str | int):
            st.session_state[key_of(game, field)] = value
