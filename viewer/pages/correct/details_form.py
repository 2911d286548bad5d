"""The form for the details of a play: roles, teams, expansions, scenario, series."""

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.details import details_changed
from core.errors import InvalidInput
from core.game import facts_of
from core.games.scoresheet import RanksNamed
from core.record_events import DetailsNoted, Entry, SeatDetails
from eventstore.matches.match import Match
from eventstore.readmodels.index import MatchIndex
from viewer.locale.language import gettext, gettext_noop, translate
from viewer.locale.plain_text import plain
from viewer.pages.correct.draft import Draft, write
from viewer.pages.shared import flash
from viewer.texts.markdown import escape
from viewer.texts.play_details import REASONS, read_roles, write_roles

TRUTHS: Final = {None: gettext_noop("Not known"), True: gettext_noop("Yes"), False: gettext_noop("No")}
_MAX_LENGTH: Final = 200
_TEXTS: Final = ("scenario", "variant", "difficulty", "series")


def details_form(index: MatchIndex, draft: Draft) -> None:
    """Show all details of the match; the changed ones are written as one event."""
    noted = draft.match.details
    if draft.match.state == "open" and not facts_of(draft.match.game).records_moves:
        st.caption(gettext("Ranks of all players end a sheet without points: rank 1 wins."))
    with st.form(draft.key("details"), border=False):
        for seat, (name, known) in enumerate(zip(draft.match.names, noted.seats or (), strict=True)):
            with st.expander(escape(plain(name)), expanded=len(draft.match.names) <= 4):
                _seat(draft, seat, known)
        used = noted.expansions or ()
        st.multiselect(
            gettext("Expansions"),
            list(dict.fromkeys((*used, *index.facts().get("expansion", ())))),
            default=list(used),
            accept_new_options=True,
            placeholder=gettext("Choose some, or write new ones"),
            select_all=False,
            key=draft.key("expansions"),
        )
        labels = (gettext("Scenario"), gettext("Variant"), gettext("Difficulty"), gettext("Series"))
        for name, label in zip(_TEXTS, labels, strict=True):
            st.text_input(label, value=getattr(noted, name), max_chars=_MAX_LENGTH, key=draft.key(name))
        number = gettext("Place in the series (2 for the second match)")
        st.number_input(number, value=noted.number, min_value=1, max_value=99_999, key=draft.key("number"))
        st.selectbox(
            gettext("Counts in statistics"),
            ["", *REASONS],
            index=["", *REASONS].index(noted.uncounted or ""),
            format_func=_counts,
            key=draft.key("uncounted"),
        )
        st.form_submit_button(gettext("Save"), type="primary", on_click=partial(_save, draft))


def _counts(reason: str) -> str:
    return gettext("No: {reason}", reason=gettext(REASONS[reason])) if reason else gettext("Yes")


def _seat(draft: Draft, seat: int, known: SeatDetails) -> None:
    left, right = st.columns(2)
    example = gettext("faction: Orcs; Medic")
    written = write_roles(known.roles)
    left.text_input(gettext("Roles"), value=written, placeholder=example, key=draft.key("roles", seat))
    _text(right, gettext("Team"), known.team, draft.key("team", seat))
    left, right = st.columns(2)
    _text(left, gettext("Color"), known.color, draft.key("color", seat))
    _text(right, gettext("Handicap"), known.handicap, draft.key("handicap", seat))
    left, middle, right = st.columns(3)
    _truth(left, gettext("Had the first turn"), known.started, draft.key("started", seat))
    _truth(middle, gettext("First time playing"), known.new, draft.key("new", seat))
    rank = gettext("Rank (1 is the best)")
    right.number_input(rank, value=known.rank, min_value=1, max_value=99_999, key=draft.key("rank", seat))


def _text(place: DeltaGenerator, label: str, value: str, key: str) -> None:
    place.text_input(label, value=value, max_chars=_MAX_LENGTH, key=key)


def _truth(place: DeltaGenerator, label: str, value: bool | None, key: str) -> None:
    values = list(TRUTHS)
    place.selectbox(label, values, index=values.index(value), format_func=lambda each: gettext(TRUTHS[each]), key=key)


def _save(draft: Draft) -> None:
    before = draft.match.details
    try:
        after = _entered(draft, before)
    except InvalidInput as error:
        flash.put(translate(str(error)), is_error=True)
        return
    if before.number and after.number is None and after.series:
        flash.put(gettext("A known place in the series can be corrected here, but not removed."), is_error=True)
        return
    change = details_changed(before, after)
    if change == DetailsNoted():
        flash.put(gettext("Nothing was changed."))
        return
    done = gettext("Saved. The previous values stay in the record.")
    events = (change, *_result(draft.match, after))
    write(draft, tuple(Entry(0, event) for event in events), draft.match.now.version, done, "details")


def _result(match: Match, noted: DetailsNoted) -> tuple[RanksNamed, ...]:
    """The ranks as the result of an open score sheet without points, if there is one for each seat."""
    named = RanksNamed(tuple(seat.rank for seat in noted.seats or ()))
    if match.state != "open" or facts_of(match.game).records_moves or not all(named.ranks):
        return ()
    return () if match.game.refusal(match.now.state, named) else (named,)


def _entered(draft: Draft, before: DetailsNoted) -> DetailsNoted:
    """The details in the form. Raises InvalidInput."""
    reason: Literal["", "aborted", "learning", "other"] = st.session_state[draft.key("uncounted")]
    scenario, variant, difficulty, series = (_typed(draft, name) for name in _TEXTS)
    return DetailsNoted(
        expansions=tuple(st.session_state[draft.key("expansions")]),
        seats=_entered_seats(draft, before.seats or ()),
        scenario=scenario,
        variant=variant,
        difficulty=difficulty,
        counted=not reason,
        uncounted=reason,
        series=series,
        number=st.session_state[draft.key("number")] if series else None,
    )


def _entered_seats(draft: Draft, before: Sequence[SeatDetails]) -> tuple[SeatDetails, ...]:
    def entered(seat: int, known: SeatDetails) -> SeatDetails:
        roles = _typed(draft, "roles", seat)
        return SeatDetails(
            known.roles if roles == write_roles(known.roles) else read_roles(roles),
            _typed(draft, "team", seat),
            _typed(draft, "color", seat),
            st.session_state[draft.key("started", seat)],
            st.session_state[draft.key("new", seat)],
            _typed(draft, "handicap", seat),
            st.session_state[draft.key("rank", seat)],
        )

    return tuple(entered(seat, known) for seat, known in enumerate(before))


def _typed(draft: Draft, *names: object) -> str:
    text: str = st.session_state[draft.key(*names)]
    return text.strip()
