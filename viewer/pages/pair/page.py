"""The head-to-head page of two to six people, over their common matches: the answer first."""

from collections.abc import Mapping
from typing import Final, cast
from urllib.parse import quote, urlencode

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import plays_by_person
from eventstore.readmodels.play_lists import companion, together
from eventstore.readmodels.plays_of import details_of, plays_of
from eventstore.statistics import extract
from eventstore.statistics.pair import Comeback, Pair, pair
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, listed, ngettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.pair import pair_sections
from viewer.pages.pair.pair_sections import KINDS, Kind
from viewer.pages.shared.address import say_unknown
from viewer.pages.shared.dataset import dataset_key, names_of, people_labels
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.filters import filters
from viewer.pages.shared.nothing_yet import nothing_yet
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.play_rows import play_rows
from viewer.pages.shared.question import Choice, Menu, address_with, question
from viewer.surface.kept import kept
from viewer.texts import pair_words
from viewer.texts.load_match import MatchUnavailable, load_match

MAX_PEOPLE: Final = 6
"""Maximum number of people compared at once."""

_ROWS: Final = 5
"""Latest plays together."""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the people in `?people=ID,ID`, else those who play together most, over the filtered matches."""
    counted, known = index.counted(), names_of(matches)
    people = _asked(counted, known, matches)
    if len(people) < 2:
        says = gettext("Once two people have played, here will be who is ahead, at which game, and since when.")
        html_block(nothing_yet(gettext("Nobody to compare yet"), says, pages), key="nothing")
        return
    names = {id: fit(known[id], 40) for id in people}
    name_page(listed([*names.values()]))
    top = st.container()
    match_filter = filters(index, matches, without=["person", "only"])
    found = _found(counted, match_filter, known, people, dataset_key(counted, match_filter))
    head = _question(people_labels(plays_by_person(counted.population()), known), names)
    if not found.plays:
        says = gettext("They have not played together yet.")
        if any(match_filter.values()):
            says = gettext("No match in the selection has all of them at the table.")
        with top:
            html_block(head, element("p", says, class_="answer"), key="answer")
        return
    with top:
        standing = pair_sections.standing(found, faces_of(matches))
        html_block(head, *pair_sections.answer(found), standing, key="answer")
    of, counted_by = st.query_params.get("of", ""), st.query_params.get("counted", "")
    place = people.index(of) if of in people else pair_sections.leader(found) or 0
    kind = cast(Kind, counted_by) if counted_by in KINDS else "ahead"
    first = pair_sections.duels(found) + pair_sections.by_game(found, place, emblems_of(matches))
    first += pair_sections.over_time(found, kind)
    first.append(_latest(index, matches, match_filter, people, found))
    side = pair_sections.by_seats(found, place)
    if found.comeback:
        side.append(_comeback(found.comeback, known[found.comeback.person], matches))
    html_block(element("div", element("div", *first), element("aside", *side), class_="two"), key="sections")


def _asked(index: MatchIndex, names: Mapping[str, str], matches: MatchRepository) -> tuple[str, ...]:
    """The ids of the people in the address; one alone beside the most frequent companion."""
    everybody, words = matches.people(), filter(None, st.query_params.get("people", "").split(","))
    requested = list(dict.fromkeys(everybody.one(word) for word in words))
    known = [id for id in requested if id in names and id in everybody.names][:MAX_PEOPLE]
    if unknown := [id for id in requested if id not in known]:
        say_unknown("people", unknown[0])
    if len(known) == 1 and (other := companion(index, known[0], names)):
        known.append(other)
    if not known:
        both = [id for both in together(index, names, 1) for id in (both.one, both.other)]
        known = sorted(both, key=lambda id: names[id].casefold())
    return tuple(known)


def _question(known: Mapping[str, str], names: Mapping[str, str]) -> Json:
    """A menu for each person, and one to add another."""
    labels = {**known, **{id: name for id, name in names.items() if id not in known}}
    menus = {f"p{place}": _menu(id, labels, names) for place, id in enumerate(names)}
    sentence = gettext("{people}: who is ahead?", people=listed([f"{{{name}}}" for name in menus])) + " {more}"
    more = [Choice(label, _address([*names, id])) for id, label in labels.items() if id not in names]
    menus["more"] = Menu("[+]", gettext("Add a person"), more if len(names) < MAX_PEOPLE else [])
    if not menus["more"].choices:
        menus["more"] = Menu("", "", [])
    return question(sentence, **menus)


def _menu(id: str, labels: Mapping[str, str], names: Mapping[str, str]) -> Menu:
    """The choices that replace a person, and one that leaves this one out."""
    rest = [other for other in names if other != id]
    without = Choice(gettext("without {name}", name=names[id]), _address(rest))
    others = [
        Choice(label, _address([other if one == id else one for one in names]), other == id)
        for other, label in labels.items()
        if other not in rest
    ]
    return Menu("[{name}]", gettext("Person"), [*([without] if len(rest) > 1 else []), *others], {"name": names[id]})


def _address(people: list[str]) -> str:
    return address_with(people=",".join(people), of="")


@kept(32)
def _found(
    _index: MatchIndex, _filter: MatchFilter, _names: Mapping[str, str], people: tuple[str, ...], key: str
) -> Pair:
    population = _index.population(**_filter)
    return pair(plays_of(population, people), people, _names, details_of(population, people))


def _comeback(back: Comeback, name: str, matches: MatchRepository) -> Json:
    """The biggest comeback, with a link to the moment of the largest deficit."""
    says: list[Json] = [pair_words.comeback(back, name)]
    try:
        end = extract.round_ends(load_match(matches, back.match).frames)[back.round - 1]
        href = f"replay?match={quote(back.match)}&at={end.version}"
        says += [" ", element("a", gettext("Show this moment"), href=href, class_="link")]
    except MatchUnavailable:
        pass
    return element("section", element("h2", gettext("Biggest comeback")), element("p", *says), class_="sec")


def _latest(
    index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter, people: tuple[str, ...], found: Pair
) -> Json:
    """The latest plays together, and the way to all of them."""
    rows = index.counted().matches(limit=_ROWS, **(match_filter | MatchFilter(person=people)))
    keep = [(key, word) for key, word in st.query_params.items() if key not in ("people", "of", "counted")]
    href = f".?{urlencode([*keep, *(('person', id) for id in people)])}"
    label = ngettext("All {number} plays", "All {number} plays", found.plays)
    head = element("div", element("h2", gettext("Latest plays together")), element("a", label, href=href), class_="h")
    return element("section", head, *play_rows(index, matches, rows, people[0]), class_="sec")
