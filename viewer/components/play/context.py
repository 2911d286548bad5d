"""The data that the parts of the page of a play need, and its values that can be edited."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlencode

from core.game import Seat
from eventstore.matches.match import Match
from eventstore.statistics.play_changes import PlayPast
from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.icons import icon
from viewer.texts.match_sentences import MAX_NAME
from viewer.texts.play_story import ToldPlay

Edit: TypeAlias = Mapping[str, str | int | None]
"""The value that `editing.js` changes: its `kind`, and the `seat` and the version of the line (`row`) that it is of."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match whose values are edited where they stand; readers without the role recorder get plain text."""

    match: Match
    faces: Faces
    is_editable: bool

    def name(self, seat: Seat) -> str:
        return fit(plain(self.match.names[seat]), MAX_NAME)

    def person(self, seat: Seat) -> Json:
        """The name of a person, with a link to their page."""
        query = urlencode({"person": self.match.people.one(self.match.header.players[seat])})
        return element("a", self.name(seat), href=f"person?{query}", class_="name")

    def value(self, text: str, label: str, edit: Edit, **more: str) -> Json:
        """A value: a button that edits it, or its text. `label` names it to a screen reader, with the value."""
        if not self.is_editable:
            return element("span", text)
        named = {"aria_label": gettext("{label}: {value}. Change it", label=label, value=text), **more}
        return element("button", text, type="button", data_edit=_json(edit), **({"class_": "value"} | named))

    def missing(self, text: str, edit: Edit) -> list[Json]:
        """A button that adds a value, for those who may."""
        if not self.is_editable:
            return []
        return [element("button", icon("plus"), text, type="button", class_="value missing", data_edit=_json(edit))]

    def face(self, seat: Seat) -> Json:
        """The face of a person; a button that puts somebody else there, as the name beside it is a link."""
        face = self.faces.face(self.match.names[seat])
        if not self.is_editable:
            return face
        label = gettext("Change {name}", name=self.name(seat))
        edit = _json({"kind": "name", "seat": seat})
        return element("button", face, type="button", class_="value who", data_edit=edit, aria_label=label, title=label)

    def pencil(self, label: str, edit: Edit) -> list[Json]:
        """A button beside a link, which cannot be the button itself."""
        if not self.is_editable:
            return []
        named = {"aria_label": label, "title": label}
        return [element("button", icon("edit"), type="button", class_="value pen", data_edit=_json(edit), **named)]


@dataclass(frozen=True, slots=True)
class PlayPage(MatchPage):
    """A play with its past."""

    play: ToldPlay
    past: PlayPast
    emblem: Json


def _json(edit: Edit) -> str:
    return json.dumps(dict(edit), separators=(",", ":"))
