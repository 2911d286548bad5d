"""Templates of score sheets that people keep, in the stream `templates`; those of matches are in the matches."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.errors import InvalidInput
from core.game import fact
from core.messages import message
from core.sheet_template import Template, problem
from eventstore.matches.event_stream import EventStream
from eventstore.store.store import Store

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
        nothing: Mapping[str, Template] = {}
        self._saved = EventStream(store, STREAM, EVENTS, _folded, nothing, by=by, now=now)

    def saved(self) -> tuple[Template, ...]:
        """All templates, by title."""
        return tuple(template for _, template in sorted(self._saved.read().items()))

    def find(self, title: str) -> Template | None:
        return self._saved.read().get(_key(title))

    def save(self, template: Template) -> None:
        """Save a template; nothing is written if it is saved already. Raises InvalidInput for an impossible one."""
        if why := problem(template):
            raise InvalidInput(why)
        self._saved.write(
            lambda saved: () if saved.get(_key(template.title)) == template else (TemplateSaved(template),)
        )

    def remove(self, title: str) -> None:
        """Remove a template. Raises InvalidInput if there is none of this title."""

        def removed(saved: Mapping[str, Template]) -> tuple[Event, ...]:
            known = saved.get(_key(title))
            if known is None:
                raise InvalidInput(message("There is no saved template for {title!r}.", title=title[:40]))
            return (TemplateRemoved(known.title),)

        self._saved.write(removed)


def _key(title: str) -> str:
    return title.strip().casefold()


def _folded(events: Iterable[Event], before: Mapping[str, Template]) -> Mapping[str, Template]:
    result = dict(before)
    for event in events:
        match event:
            case TemplateSaved(template):
                result[template.title.casefold()] = template
            case TemplateRemoved(title):
                result.pop(title.casefold(), None)
    return result
