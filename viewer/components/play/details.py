"""All that is known of a match besides its moves and points, as values that are edited where they stand."""

from collections.abc import Iterable, Iterator
from typing import Final, TypedDict

from core.game import Seat
from eventstore.matches.match import Match
from eventstore.matches.play_edit import detail_of
from eventstore.readmodels.index import MatchIndex
from viewer.boards.scene import Json
from viewer.components.play.context import Edit, MatchPage
from viewer.locale.language import day_of_week, gettext, length
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.texts.own_words import own_title, tag_text
from viewer.texts.play_details import LABELS, LISTS, OF_A_SEAT, choices_of, write_detail

MAX_VALUE: Final = 200
"""Maximum columns of a value."""


class DetailJson(TypedDict):
    """A detail as it is typed (`viewer.texts.play_details.write_detail`), of the play (`seat` None) or of a seat.

    `choices` are values with their words, for one that is chosen; `words` are suggestions, in a list for each part.
    """

    name: str
    seat: Seat | None
    label: str
    value: str
    choices: list[tuple[str, str]]
    is_list: bool
    words: list[str]


def details_data(match: Match, index: MatchIndex) -> list[DetailJson]:
    words = {"tags": index.tags(), "expansions": index.facts().get("expansion", ())}
    return [
        {
            "name": name,
            "seat": seat,
            "label": gettext(LABELS[name]),
            "value": _written(match, name, seat),
            "choices": [*choices_of(name).items()],
            "is_list": name in LISTS,
            "words": [plain(word) for word in words.get(name, ())],
        }
        for seat in (None, *range(len(match.names)))
        for name in LABELS
        if (name in OF_A_SEAT) is (seat is not None)
    ]


def _written(match: Match, name: str, seat: Seat | None) -> str:
    value = match.header.tags if name == "tags" else detail_of(match.details, name, seat)
    return write_detail(name, value)


def details(page: MatchPage) -> list[Json]:
    """The header and the details of the play, then the people with theirs."""
    return [*_values(page, [*_header(page.match), *_details(page.match, None)]), *_seats(page)]


def _seats(page: MatchPage) -> Iterator[Json]:
    for seat in range(len(page.match.names)):
        person = element("h2", page.face(seat), page.person(seat), class_="n")
        yield element("section", person, *_values(page, _details(page.match, seat)), class_="sec")


def _values(page: MatchPage, rows: Iterable[tuple[str, str, Edit]]) -> Iterator[Json]:
    """Known values with their labels, then a button for each value that is not."""
    known, missing = list[Json](), list[Json]()
    for label, text, edit in rows:
        if text:
            value = page.value(fit(text, MAX_VALUE), label, edit)
            known.append(element("div", element("dt", label), element("dd", value)))
        else:
            missing += page.missing(label, edit)
    yield element("dl", *known, class_="details")
    yield element("p", *missing, class_="adds")


def _header(match: Match) -> Iterator[tuple[str, str, Edit]]:
    header = match.header
    yield gettext("Title of this play"), own_title(match), {"kind": "title"}
    yield gettext("Date"), day_of_week(header.played_on) if header.played_on else "", {"kind": "date"}
    yield gettext("Place"), header.place or "", {"kind": "place"}
    yield gettext("Length"), length(header.minutes) if header.minutes else "", {"kind": "length"}


def _details(match: Match, seat: Seat | None) -> Iterator[tuple[str, str, Edit]]:
    for name, label in LABELS.items():
        if (name in OF_A_SEAT) is (seat is None) or (name == "number" and not match.details.series):
            continue
        text = _written(match, name, seat)
        if name == "tags":
            text = ", ".join(map(tag_text, match.header.tags))
        elif text or name == "uncounted":
            text = choices_of(name).get(text, text)
        yield gettext(label), text, {"kind": "detail", "name": name, **({} if seat is None else {"seat": seat})}
