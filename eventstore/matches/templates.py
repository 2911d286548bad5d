"""Templates of score sheets that people keep, in the stream `templates`; those of matches are in the matches."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from core.errors import InvalidInput
from core.game import fact
from core.messages import message
from core.sheet_template import Template, problem
from eventstore import codec
from eventstore.store.store import Store
from eventstore.store.stream_state import StreamState, retry_on_conflict

STREAM: Final = "templates"


@fact
@dataclass(frozen=True, slots=True)
class TemplateSaved:
    """A template was saved; it replaces the one of the same title, without regard to case."""

    template: Template


@fact
@dataclass(frozen=True, slots=True)
class TemplateRemoved:
    """The template of this title is no longer offered; matches keep theirs."""

    title: str


Event: TypeAlias = TemplateSaved | TemplateRemoved
EVENTS: Final = (TemplateSaved, TemplateRemoved)


class TemplateRepository:
    """The templates in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store, self._by, self._now = store, by, now
        nothing: Mapping[str, Template] = {}
        self._saved = StreamState(store, STREAM, partial(codec.decode_row, EVENTS), _folded, nothing)

    def saved(self) -> tuple[Template, ...]:
        """All templates, by title."""
        return tuple(template for _, template in sorted(self._saved.read()[1].items()))

    def find(self, title: str) -> Template | None:
        return self._saved.read()[1].get(title.strip().casefold())

    def save(self, template: Template) -> None:
        """Save a template; nothing is written if it is saved already. Raises InvalidInput for an impossible one."""
        if why := problem(template):
            raise InvalidInput(why)
        if self.find(template.title) != template:
            self._append(TemplateSaved(template))

    def remove(self, title: str) -> None:
        """Remove a template. Raises InvalidInput if there is none of this title."""
        known = self.find(title)
        if known is None:
            raise InvalidInput(message("There is no saved template for {title!r}.", title=title[:40]))
        self._append(TemplateRemoved(known.title))

    def _append(self, event: Event) -> None:
        def write() -> None:
            version, _ = self._saved.read()
            self._store.append(STREAM, (codec.row(event),), expected_version=version, by=self._by, at=self._now())

        retry_on_conflict(write)


def _folded(events: Iterable[Event], before: Mapping[str, Template]) -> Mapping[str, Template]:
    found = dict(before)
    for event in events:
        match event:
            case TemplateSaved(template):
                found[template.title.casefold()] = template
            case TemplateRemoved(title):
                found.pop(title.casefold(), None)
    return found
