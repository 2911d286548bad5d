"""The page of a phone that reads a match behind the `#` of its address, of a link or of a code, and keeps it."""

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from core.errors import InvalidInput
from core.folding import folded
from eventstore.formats import handover
from eventstore.formats.script_import import import_script
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.known_words import closest
from eventstore.store.sqlite_exclusive import ExclusiveStore
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.handover import receiving
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element, field_form
from viewer.look.emblem import Faces
from viewer.look.icons import icon
from viewer.pages.shared.faces import emblems_of, faces_of

CODE: Final = "handover-code"
"""The match that is read, in the state of the visitor."""

_KEY: Final = "handover-phone"
_WHO: Final = "handover-who"
"""In the state of the visitor: who the people are that are not known here, `(match, name)` by the id of a known one."""

_MAX_NEAR: Final = 3


def show(index: MatchIndex, matches: MatchRepository) -> None:
    """Show the match, and keep it at a tap; below it a field for a link, and the button that scans a code.

    What `shell/scan.js` reads comes as if it had been sent by the form.
    """
    state, sent = surface.state(), pressed(_KEY)
    if sent and sent.name == "read":
        state[CODE] = sent.value
    code = state.get(CODE, "")
    who = state.setdefault(_WHO, {})
    if sent and sent.name == "who":
        name, _, person = sent.value.rpartition("=")
        who[code, name] = person
    if sent and sent.name == "keep":
        with suppress(InvalidInput):  # Nothing is kept then, and the page says why.
            _keep(code, matches, {name: person for (about, name), person in who.items() if about == code and person})
    parts = _read(code, index, matches) if code else [element("h1", gettext("A match for you"), class_="h24")]
    html_block(element("div", *parts, _form(), class_="handed"), key=_KEY)


def scan_button() -> Json:
    return element("button", icon("scan"), gettext("Scan a code"), type="button", class_="btn", data_shell="scan")


def _keep(code: str, matches: MatchRepository, who: Mapping[str, str]) -> None:
    """Record the match; those who are `who` by their name become one with these known people."""
    before = matches.people()
    match = import_script(matches, handover.unpacked(code)).match
    for name, person in who.items():
        after = matches.people()
        new = after.named(name)
        if new and not before.named(name) and after.one(person) not in map(after.one, match.header.players):
            matches.people_repository.merge(new[0], person)


def _read(code: str, index: MatchIndex, matches: MatchRepository) -> list[Json]:
    leave = element("a", gettext("Not now"), class_="btn", href=".")
    with (
        TemporaryDirectory(prefix="partie-") as folder,
        closing(ExclusiveStore(Path(folder) / "read.db", synchronous="OFF")) as store,
    ):
        emblems, faces = emblems_of(matches).emblem, faces_of(matches)
        who = partial(_who, code, index, matches, faces)
        return receiving.answer(code, index, matches, MatchRepository(store), emblems, faces, leave, who=who)


def _who(code: str, index: MatchIndex, matches: MatchRepository, faces: Faces, match: Match) -> list[Json]:
    """The question about each person who is not known here: a new one, one with a similar name, or another one."""
    people, chosen, plays = matches.people(), surface.state()[_WHO], index.plays_by_person()
    seated = {id for name in match.names for id in people.named(name)}
    free = {id: name for id, name in people.current_names().items() if id not in seated}
    often = sorted(free, key=lambda id: -plays.get(id, 0))
    asked = [name for name in match.names if free and not people.named(name)]
    return [_question(name, chosen.get((code, name), ""), free, often, faces) for name in asked]


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


def _form() -> Json:
    """The field for a link that somebody sent."""
    label = gettext("Link of a match")
    send = element("button", gettext("Read it"), type="submit", class_="btn")
    return field_form("read", label, send, scan_button())
