"""The question of the page, kept in the address: what is asked by what, and the sentence that changes it."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import plays_by_game
from eventstore.readmodels.year import years
from eventstore.statistics.insights import PRESETS, REVIEWED, Dimension, Metric, QueryPreset
from viewer.boards.scene import Json
from viewer.locale.language import date, gettext, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.shared.address import say_unknown
from viewer.pages.shared.question import Choice, Menu, address_with, question
from viewer.statistics.insight_words import BY, OF_ALL, does

_FACTS: Final[tuple[Dimension, ...]] = ("role", "color", "expansion", "scenario", "difficulty")
"""Dimensions that few stores have: offered where a match has one."""

_OTHERS: Final = ("luck", "start", "role", "new", "lead", "longest", "minutes-by-players", "most", "month")
"""Keys of the questions beside the answer; the sentence asks all others."""

Key = TypeVar("Key", Metric, Dimension)


def asked() -> tuple[Metric, Dimension] | None:
    """The question in the address; None for the page without one."""
    usual = PRESETS["luck"]
    metric, dimension = _word("metric", OF_ALL), _word("by", BY)
    return (metric or usual.metric, dimension or usual.dimension) if metric or dimension else None


def _word(parameter: str, known: Mapping[Key, str]) -> Key | None:
    requested = st.query_params.get(parameter, "")
    if requested and requested not in known:
        say_unknown(parameter, requested)
    return next((key for key in known if key == requested), None)


def sentence(
    index: MatchIndex, match_filter: MatchFilter, metric: Metric, dimension: Dimension, *, has_reviews: bool
) -> Json:
    """The question; a menu changes one of its words and keeps the others."""
    menus = {"by": _by(index, metric, dimension), "does": _does(metric, dimension, has_reviews=has_reviews)}
    if dimension != "game" or match_filter.get("game"):
        menus["games"] = _games(index, match_filter)
    if since := _since(index, match_filter):
        menus["since"] = since
    match "games" in menus, "since" in menus:
        case True, True:
            return question(gettext("{by} {does} {games} {since}?"), **menus)
        case True, False:
            return question(gettext("{by} {does} {games}?"), **menus)
        case False, True:
            return question(gettext("{by} {does} {since}?"), **menus)
    return question(gettext("{by} {does}?"), **menus)


def title(metric: Metric, dimension: Dimension) -> str:
    """The question without games and years."""
    by, asked = (Menu(phrase, "", ()).text() for phrase in (gettext(BY[dimension]), does(metric, dimension)))
    return gettext("{by} {does}?", by=by, does=asked)


def _by(index: MatchIndex, metric: Metric, chosen: Dimension) -> Menu:
    known = index.facts()
    offered = [dimension for dimension in BY if dimension not in _FACTS or known.get(dimension) or dimension == chosen]
    choices = [
        Choice(Menu(gettext(BY[each]), "", ()).parts()[1], question_address(metric, each), each == chosen)
        for each in offered
    ]
    return Menu(gettext(BY[chosen]), gettext("Group by"), choices)


def _does(chosen: Metric, dimension: Dimension, *, has_reviews: bool) -> Menu:
    offered = [metric for metric in OF_ALL if metric not in REVIEWED or has_reviews or metric == chosen]
    choices = [
        Choice(Menu(does(each, dimension), "", ()).parts()[1], question_address(each, dimension), each == chosen)
        for each in offered
    ]
    return Menu(does(chosen, dimension), gettext("Value"), choices)


def _games(index: MatchIndex, match_filter: MatchFilter) -> Menu:
    """The games, most plays first."""
    chosen = match_filter.get("game", "")
    plays = plays_by_game(index)
    games = sorted(plays, key=lambda game: -plays[game])
    choices = [Choice(gettext("all games"), _address(game=""), not chosen)]
    choices += [Choice(fit(translate(game), 60), _address(game=game), game == chosen) for game in games if game]
    phrase = gettext("at [{game}]") if chosen else gettext("at [all games]")
    return Menu(phrase, gettext("Game"), choices, {"game": fit(translate(chosen), 40)} if chosen else {})


def _since(index: MatchIndex, match_filter: MatchFilter) -> Menu | None:
    """The years with plays, the newest first; the first of all asks without a limit. None without a dated play."""
    all_years = years(index)
    if not all_years:
        return None
    since = match_filter.get("since") or ""
    first_day = f"{all_years[-1]}-01-01"
    chosen = since or first_day
    shown = chosen[:4] if chosen.endswith("-01-01") else date(chosen)
    choices = [
        Choice(year, _address(since="" if f"{year}-01-01" == first_day else f"{year}-01-01"), year == shown)
        for year in all_years
    ]
    return Menu(gettext("since [{year}]"), gettext("Since"), choices, {"year": shown})


def others(metric: Metric, dimension: Dimension, *, has_reviews: bool) -> Iterable[tuple[str, str]]:
    """Other questions with their addresses."""
    keys = [*_OTHERS, *(("lucky", "choices") if has_reviews else ())]
    for preset in (PRESETS[key] for key in keys):
        if (preset.metric, preset.dimension) != (metric, dimension):
            yield translate(preset.question), preset_address(preset)


def preset_address(preset: QueryPreset) -> str:
    return question_address(preset.metric, preset.dimension)


def question_address(metric: Metric, dimension: Dimension) -> str:
    return _address(metric=metric, by=dimension)


def _address(**changes: str) -> str:
    """The address without the row that was looked at."""
    return address_with(**changes, row="")


def own_person(match_filter: MatchFilter) -> str | None:
    """The person whose seats alone count: the only one in the filter, unless the address says otherwise."""
    people = match_filter.get("person") or ()
    return people[0] if len(people) == 1 and st.query_params.get("own") != "false" else None


def own_seats(matches: MatchRepository, match_filter: MatchFilter, person: str | None) -> list[Json]:
    """Whose seats count, where the filter names one person, and the way to the other."""
    people = match_filter.get("person") or ()
    if len(people) != 1:
        return []
    called = fit(matches.people().name(people[0]), 40)
    if person:
        says, way = gettext("Only the seats of {name} count.", name=called), gettext("Count all players")
    else:
        says, way = gettext("All players of these plays count."), gettext("Count only {name}", name=called)
    link = element("a", way, href=address_with(own="false" if person else ""), class_="link")
    return [element("p", f"{says} ", link, class_="soft s14")]
