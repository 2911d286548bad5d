"""The page of one game: the answer first, then tabs; without a game in the address the list of all games."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlencode

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.game import categories, game_course, game_statistics, last_by_moves, timed
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import dates_of
from eventstore.readmodels.population import Population
from eventstore.statistics.answers import GameAnswer, game_answer
from eventstore.statistics.cost import Cost, TimedPlays, costs
from eventstore.statistics.game import CategoryMeans, GameCourse, GameStatistics
from eventstore.statistics.overview import DAY, Count
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, number, translate
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.pages.game import game_sections, head
from viewer.pages.game.games_list import games_list, people_tab
from viewer.pages.person.plays_tab import days_section, latest, mini
from viewer.pages.shared import flash, session
from viewer.pages.shared.dataset import dataset_key, names_of
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.picture_form import picture_form
from viewer.pages.shared.record_table import show_records
from viewer.pages.shared.session import reader_theme
from viewer.pages.shared.tabs import open_tab, tab_address, tab_bar, tab_filters
from viewer.statistics.figure import drawn
from viewer.surface.kept import kept
from viewer.texts.load_match import MatchUnavailable, load_match

MAX_COMPANY = 5


class _GameFigures(NamedTuple):
    game: GameStatistics
    answer: GameAnswer


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the game in `?game=`, over the filtered matches."""
    title = surface.address().get("game", "")
    if not title:
        name_page(gettext("Games"))
        games_list(index, matches)
        return
    name_page(fit(translate(title), 60))
    flash.show()
    heading = head.title_row(title, emblems_of(matches), pages)
    if surface.address().get("tab") == "edit" and pages.has_role("recorder"):
        html_block(heading, key="head")
        edit_tab(matches, title)
        return
    top = surface.container()
    match_filter = tab_filters(index, matches, "game") | MatchFilter(game=title)
    counted, names = index.counted(), names_of(matches)
    population, key = counted.population(**match_filter), dataset_key(counted, match_filter)
    found = _found(population, title, key)
    if not found.game.plays:
        with top:
            says = gettext("No play of this game is found.")
            everything = element("a", gettext("All games"), href="game", class_="link")
            html_block(heading, element("p", says), element("p", everything), key="head")
        return
    tabs = {**head.TABS, **(head.OF_MOVES if found.game.depths.moves else {})}
    tab = open_tab(tabs)
    answers = head.answers(found.game, found.answer, names)
    bar = tab_bar("game", tabs, tab, fit(translate(title), 60))
    with top:
        html_block(heading, *answers, bar, key="head")
    faces = faces_of(matches)
    if tab == "plays":
        rows = latest(index, matches, match_filter, found.game.plays, None)
        days = dates_of(counted.plays_by_day(**match_filter).items(), DAY)
        html_block(element("div", rows, _beside(found.game, days, names, faces), class_="two"), key="plays")
    elif tab == "people":
        people_tab(found.game, names, faces)
    elif tab == "points":
        figures = game_sections.points(found.game, _course(population, key), _categories(population, key))
        html_block(*map(drawn, figures), key="points")
        show_records(index, found.game.records, names)
    elif tab == "seats":
        html_block(*game_sections.seats(found.game), key="seats")
    elif tab == "time":
        html_block(*map(drawn, game_sections.minutes(found.game)), key="minutes")
        price_panel(title, timed(population), pages)
    else:
        figures = game_sections.board(_course(population, key), _last(matches, population), reader_theme())
        html_block(*map(drawn, figures), key="board")


def _beside(found: GameStatistics, days: Sequence[Count], names: Mapping[str, str], faces: Faces) -> Json:
    people = [Count(row.label, names[row.label], row.plays) for row in found.people if row.label in names][:MAX_COMPANY]
    company = element("section", element("h2", gettext("Played by")), *(mini(c, faces) for c in people), class_="sec")
    return element("aside", *days_section(days), *([company] if people else []), class_="below")


def _last(matches: MatchRepository, population: Population) -> Match | None:
    """The last match recorded by moves; its board is the one drawn."""
    id = last_by_moves(population)
    if id is None:
        return None
    with suppress(MatchUnavailable):
        return load_match(matches, id)
    return None


@kept(16)
def _found(_population: Population, title: str, key: str) -> _GameFigures:
    found = game_statistics(_population, title)
    return _GameFigures(found, game_answer(found))


@kept(16)
def _course(_population: Population, key: str) -> GameCourse:
    return game_course(_population)


@kept(16)
def _categories(_population: Population, key: str) -> tuple[CategoryMeans, ...]:
    return categories(_population)


def price_panel(game: str, plays: TimedPlays, pages: Pages) -> None:
    """Show what a play has cost so far; recorders can note or change the price."""
    with session.open_session() as user_session:
        price = user_session.collection.prices().get(game)
    with surface.container("price", row="center"):
        if price:
            (cost,) = costs({game: plays}, {game: price})
            surface.text(price_sentence(cost), width="content")
        if pages.has_role("recorder"):
            with surface.popover(gettext("Price"), icon=":material/sell:", width="content", key="price-form"):
                _price_form(game, price.amount if price else None, price.currency if price else "")


def price_sentence(cost: Cost) -> str:
    """`A play has cost 2.50 EUR so far, an hour 1.80 EUR (price 50 EUR).`"""
    price = money(cost.price, cost.currency)
    if cost.each is None:
        return gettext("Price: {price}; not played yet.", price=price)
    each = money(cost.each, cost.currency)
    if cost.hour is None:
        return gettext("A play has cost {each} so far (price {price}).", each=each, price=price)
    hour = money(cost.hour, cost.currency)
    return gettext("A play has cost {each} so far, an hour {hour} (price {price}).", each=each, hour=hour, price=price)


def money(amount: float, currency: str) -> str:
    """An amount with its currency, if that is known."""
    return f"{number(round(amount, 2))} {currency}".rstrip()


def _price_form(game: str, amount: float | None, currency: str) -> None:
    key = f"price-of-{game}"
    surface.state().setdefault(key, amount)  # A field with an initial value could not be emptied.
    value = surface.number_input(gettext("Price of the game"), key=key)
    unit = surface.text_input(gettext("Currency"), value=currency, max_chars=10, key=f"currency-of-{game}")
    if surface.button(gettext("Save"), key="save-price", type="primary"):
        with session.open_session() as user_session:
            user_session.collection.note(game, value, unit.strip())
        surface.run_again()


def edit_tab(matches: MatchRepository, title: str) -> None:
    back = element("a", gettext("Back to the page"), href=tab_address("game", ""), class_="link")
    html_block(element("p", back), key="back")
    surface.subheader(gettext("Picture"))
    surface.caption(gettext("It stands in place of the emblem."))
    has_picture = title in matches.portraits.portraits().games
    picture_form(f"api/games/picture?{urlencode({'game': title})}", has_picture=has_picture)
