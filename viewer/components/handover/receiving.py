"""The page of a match that is read from a code or a link, as elements; whether it is here already, and its keeping.

Its buttons send a form on a server, and an event to the page on a phone. An answer to the question about a player that
is not known here is `who`, as `name=id of the person`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import quote

from core import record
from core.errors import InvalidInput
from core.folding import folded
from eventstore.formats import handover
from eventstore.formats.match_file import Script, named
from eventstore.formats.script_import import import_script
from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.people import SOMEBODY, People
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.known_words import closest
from viewer.boards.scene import Json
from viewer.locale.language import day_of_week, gettext, ngettext, pgettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.icons import crown, icon
from viewer.texts.own_words import own_title

_MAX_NAME: Final = 60
_MAX_NEAR: Final = 3


def who_is(sent: Iterable[str]) -> dict[str, str]:
    """Ids of people by the names of the players that they are; the last answer about a name counts."""
    return {name: person for name, _, person in (one.rpartition("=") for one in sent)}


def keep(text: str, matches: MatchRepository, who: Mapping[str, str]) -> Match:
    """Record the match in a text; a player who is new by it becomes one with the known person that `who` names."""
    before = matches.people()
    match = import_script(matches, handover.unpacked(text)).match
    for name, person in who.items():
        after = matches.people()
        new = after.named(name)
        seated = person not in before.names or after.one(person) in map(after.one, match.header.players)
        if new and not seated and not before.named(name):
            matches.people_repository.merge(new[0], person)
    return match


def answer(
    text: str,
    index: MatchIndex,
    matches: MatchRepository,
    empty: MatchRepository,
    emblems: Callable[[str], Json],
    faces: Faces,
    who: Mapping[str, str] | None,
    *others: Json,
) -> list[Json]:
    """The page about the match in a text; it is recorded in the `empty` store only.

    `who` is None for a reader who may not keep it. `others` go beside *Keep it*.
    """
    try:
        script = handover.unpacked(text)
        match = import_script(empty, script).match
    except InvalidInput as error:
        return unreadable(str(error))
    emblem = emblems(match.game_title)
    if (here := _held(matches, script)) is not None:
        events = [named(match, entry.event) for entry in match.log[1:]]
        own = [named(here, entry.event) for entry in here.log[1:]]
        if events[: len(own)] != own or len(events) <= len(own):
            return known(here, emblem, differs=own[: len(events)] != events)
    return _unknown(match, emblem, faces, matches.people(), index.plays_by_person(), who, others)


def _held(matches: MatchRepository, script: Script) -> Match | None:
    try:
        return matches.match(str(script.header.get("id", "")))
    except UnknownMatch:
        return None


def _unknown(
    match: Match, emblem: Json, faces: Faces, everybody: People, plays: Mapping[str, int],
    who: Mapping[str, str] | None, others: Sequence[Json],
) -> list[Json]:  # fmt: skip
    """The page of a match that is not here yet; `plays` counts those of each person here."""
    people = ngettext("{number} person", "{number} people", len(match.names))
    ended = record.kept_result(match.log)
    scores = match.frames[-1].scores
    sides = [_side(match.names[seat], scores[seat], seat in (ended.winners if ended else ()), faces, everybody, plays)
             for seat in _order(match)]  # fmt: skip
    asked, keep = list[Json](), list[Json]()
    if who is not None:
        later = element("p", gettext("You can join two people later, too."), class_="soft s14")
        asked = [*_questions(match, everybody, plays, who, faces), later]
        sends = {"formaction": "handover/keep", "data_send": "keep"}
        keep = [element("button", icon("check"), gettext("Keep it"), class_="btn go", **sends)]
    return [
        element("div", element("h1", gettext("A match for you")), class_="head"),
        about(match, emblem, [day_of(match), people, gettext("new here")]),
        element("div", *sides, class_="standing"),
        *asked,
        element("div", *keep, *others, class_="foot"),
    ]


def known(match: Match, emblem: Json, *, differs: bool) -> list[Json]:
    """The page of a match that is here already; it `differs` where it went on otherwise."""
    sentence = (
        gettext("You have this match, and it went on differently here.") if differs else gettext("You already have it.")
    )
    return [
        element("div", element("h1", gettext("A match for you")), class_="head"),
        about(match, emblem, [day_of(match), ", ".join(results(match))]),
        element("p", sentence, class_="answer"),
        element(
            "div",
            element("a", pgettext("open a match", "Open"), class_="btn go", href=address_of(match)),
            class_="foot",
        ),
    ]


def unreadable(sentence: str) -> list[Json]:
    return [
        element("div", element("h1", gettext("A match for you")), class_="head"),
        element("p", translate(sentence), class_="answer", role="alert"),
    ]


def _side(name: str, points: object, won: bool, faces: Faces, everybody: People, plays: Mapping[str, int]) -> Json:
    found = everybody.named(name)
    counted = plays.get(found[0], 0) if found else 0
    who = ngettext("{number} play here", "{number} plays here", counted) if found else gettext("not known here")
    label = element("span", fit(plain(name), _MAX_NAME), *([" ", crown(gettext("winner"))] if won else []))
    about = element("span", label, element("span", who, class_="soft s14"), class_="who")
    total = element("span", "" if points is None else number(points), class_="pt")  # type: ignore[arg-type]
    return element("div", faces.face(name, 28), about, total, class_="side w" if won else "side")


def _questions(
    match: Match, everybody: People, plays: Mapping[str, int], who: Mapping[str, str], faces: Faces
) -> Iterator[Json]:
    """The question about each person who is not known here: a new one, one with a similar name, or another one."""
    names = [name for id, name in zip(match.header.players, match.names, strict=True) if id != SOMEBODY]
    seated = {id for name in names for id in everybody.named(name)}
    for name in names:
        taken = seated | {person for other, person in who.items() if other != name}
        free = {id: known for id, known in everybody.current_names().items() if id not in taken}
        if free and not everybody.named(name):
            yield _question(name, who.get(name, ""), free, sorted(free, key=lambda id: -plays.get(id, 0)), faces)


def _question(name: str, chosen: str, free: Mapping[str, str], often: Sequence[str], faces: Faces) -> Json:
    near = closest(folded(name), {id: folded(known) for id, known in free.items()})[:_MAX_NEAR]
    choices = [_choice(name, "", chosen, icon("plus"), gettext("A new person"))]
    choices += [_choice(name, id, chosen, faces.face(free[id], 28), fit(plain(free[id]), 40)) for id in near]
    others = [
        element("option", fit(plain(free[id]), 40), value=id, **({"selected": ""} if id == chosen else {}))
        for id in often
        if id not in near
    ]
    label = gettext("Somebody else")
    look = "pp bare on" if chosen and chosen not in near else "pp bare"
    pick = element("select", element("option", label, value=""), *others, class_=look, aria_label=label,
                   data_send="who", data_value=name)  # fmt: skip
    heading = element("h2", gettext("Who is {name}?", name=fit(plain(name), 40)))
    return element(
        "section", heading, element("div", *choices, *([pick] if others else []), class_="ppl"), class_="sec"
    )


def _choice(name: str, person: str, chosen: str, *says: Json) -> Json:
    look, is_on = ("pp on", "true") if person == chosen else ("pp", "false")
    sends = {"data_send": "who", "data_value": f"{name}={person}"}
    return element("button", *says, type="button", class_=look, aria_pressed=is_on, **sends)


def about(match: Match, emblem: Json, facts: list[str]) -> Json:
    line = " · ".join(filter(None, facts))
    return element(
        "div",
        emblem,
        element("div", element("h2", title_of(match)), element("p", line, class_="soft s14")),
        class_="about",
    )


def title_of(match: Match) -> str:
    return fit(own_title(match) or plain(translate(match.game_title)), 100)


def day_of(match: Match) -> str:
    return day_of_week(match.header.played_on) if match.header.played_on else ""


def _order(match: Match) -> list[int]:
    """The seats by rank."""
    ended = record.kept_result(match.log)
    return sorted(range(len(match.names)), key=lambda seat: ended.ranks[seat] or 0 if ended else 0)


def results(match: Match) -> Iterator[str]:
    for seat in _order(match):
        name, points = match.names[seat], match.frames[-1].scores[seat]
        yield fit(plain(name), _MAX_NAME) + ("" if points is None else f" {number(points)}")


def address_of(match: Match) -> str:
    return f"{'table' if match.state == 'open' else 'replay'}?match={quote(match.id)}"
