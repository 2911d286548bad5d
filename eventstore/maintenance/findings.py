"""The findings of the checks of a store, and the report that collects them."""

import re
from dataclasses import dataclass, field, fields
from typing import Final

from eventstore.access import grants
from eventstore.matches import (
    collection,
    confirmed_mappings,
    exchanges,
    imports,
    notes,
    people,
    photos,
    portraits,
    simulated,
    templates,
    told_apart,
    training,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect of a stream from `version` on. `match` is the id of the match, for other streams the stream's name.

    For a defect of the file as a whole `match` is empty and `version` 0.
    """

    match: str
    version: int
    sentence: str

    @property
    def where(self) -> str:
        """The place, in words for people."""
        if not self.match:
            return "the store"
        is_match = self.match not in EVENTS_OF and re.fullmatch(r"[\w-]+", self.match)
        return f"{'match ' if is_match else ''}{self.match}, event {self.version}"


EVENTS_OF: Final = {
    notes.STREAMS: notes.EVENTS,
    photos.STREAMS: photos.EVENTS,
    people.STREAM: people.EVENTS,
    grants.STREAM: grants.EVENTS,
    simulated.STREAM: simulated.EVENTS,
    templates.STREAM: templates.EVENTS,
    confirmed_mappings.STREAM: confirmed_mappings.EVENTS,
    exchanges.STREAM: exchanges.EVENTS,
    imports.STREAMS: imports.EVENTS,
    collection.STREAM: collection.EVENTS,
    portraits.STREAM: portraits.EVENTS,
    told_apart.STREAM: told_apart.EVENTS,
    training.STREAMS: training.EVENTS,
}
"""Event classes of the streams that are not matches, by the start of the stream's name: all of a single one."""


@dataclass(slots=True)
class Report:
    """`events` counts rows of matches; people and notes are checked too, but not counted. `schema` are objects of the
    schema that are not as Partie creates them. `not_checked` are matches without their game: their rows are as written.

    `redacted` counts the rows that were redacted to forget a person.
    """

    matches: int = 0
    events: int = 0
    redacted: int = 0
    tampered: list[Finding] = field(default_factory=list)
    damaged: list[Finding] = field(default_factory=list)
    rules_changed: list[Finding] = field(default_factory=list)
    not_checked: list[Finding] = field(default_factory=list)
    schema: list[Finding] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """True if every row and the schema is as it was written; findings of changed rules do not count."""
        return not (self.tampered or self.damaged or self.schema)

    def add(self, other: "Report") -> None:
        """Add the findings and counts of other streams."""
        for each in fields(Report):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
