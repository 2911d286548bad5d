"""The opponents of a person as a list, with the results against each."""

from urllib.parse import quote

from eventstore.statistics.person import Opponent, PersonStatistics
from eventstore.statistics.simple_fraction import simple_fraction
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.sortable_list import Column, ListRow
from viewer.locale.language import gettext, number
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.face import Faces
from viewer.pages.shared.lists import first_cells, list_of_people
from viewer.texts import answer_words


def opponents_tab(person: PersonStatistics, faces: Faces) -> None:
    if not person.opponents:
        html_block(element("p", gettext("Nobody played against {name} yet.", name=fit(person.name, 40))), key="nobody")
        return
    list_of_people(
        [
            Column(gettext("Finished before"), gettext("Most often before them"), is_first_high=True, kind="num wide"),
            Column(gettext("Finished after"), gettext("Most often after them"), is_first_high=True, kind="num wide"),
            Column(gettext("Ahead"), gettext("Highest share first"), is_first_high=True, kind="wide soft"),
            Column("", kind="over last"),
        ],
        [_row(person, one, faces) for one in person.opponents],
        gettext("Opponents"),
        limit=15,
        aside=_aside(person, faces),
        key="opponents",
    )


def _row(person: PersonStatistics, one: Opponent, faces: Faces) -> ListRow:
    share = simple_fraction(one.before, one.share.n)
    result = gettext("{before} before, {after} after", before=number(one.before), after=number(one.after))
    both = f"pair?people={quote(person.person)},{quote(one.person)}"
    duel = element("a", gettext("Head to head"), href=both, class_="link s14")
    first = first_cells(one.name, result, faces.face(one.name, 40), f"person?person={quote(one.person)}", one.plays)
    cells = [*first, number(one.before), number(one.after), answer_words.of_plays(share), duel]
    return ListRow(cells, [plain(one.name), one.plays, one.before, one.after, one.share.value, None], plain(one.name))


def _aside(person: PersonStatistics, faces: Faces) -> list[Json]:
    special = (
        (gettext("Hardest to beat"), person.nemesis),
        (gettext("Easiest to beat"), person.favorite),
    )
    return [
        element("section", element("h2", title), _special(person, one, faces), class_="sec")
        for title, one in special
        if one
    ]


def _special(person: PersonStatistics, one: Opponent, faces: Faces) -> Json:
    result = gettext("{before} before, {after} after", before=number(one.before), after=number(one.after))
    end = element("span", result, class_="end")
    both = f"pair?people={quote(person.person)},{quote(one.person)}"
    return element("a", faces.face(one.name, 24), element("span", fit(one.name, 30)), end, href=both, class_="mini")
