"""A message about the last change, shown when the page runs again."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from eventstore.matches.match import Refused
from eventstore.store.store import Conflict, UnusableStore
from viewer import surface
from viewer.locale.language import gettext, translate
from viewer.surface.host import host
from viewer.texts.rule_texts import rule_address

_KEY: Final = "flash"
_STAYS_S: Final = 5
"""For so long later runs of the page repeat the message: a page that follows its store runs again at once."""


@dataclass(frozen=True, slots=True)
class _Message:
    """`page` is where it was first shown, at `shown_at`; `rule_page` is the address of the rule that refused."""

    sentence: str
    is_error: bool
    rule_page: str = ""
    page: str | None = None
    shown_at: float = 0


def put(sentence: str, *, is_error: bool = False, rule_page: str = "") -> None:
    surface.state()[_KEY] = _Message(sentence, is_error, rule_page)


def is_pending() -> bool:
    """True if there is a message that was not shown yet."""
    message: _Message | None = surface.state().get(_KEY)
    return message is not None and message.page is None


def show() -> None:
    """Show the message, if there is one."""
    with surface.container():  # Always created, so that the elements below keep their position and state.
        message: _Message | None = surface.state().pop(_KEY, None)
        if message is None:
            return
        here, now = host().path, time.monotonic()
        if message.page is None:
            message = replace(message, page=here, shown_at=now)
        if message.page == here and now - message.shown_at < _STAYS_S:
            surface.state()[_KEY] = message
            kind: surface.Saying = "error" if message.is_error else "success"
            surface.say(kind, message.sentence, more=gettext("See the rule."), href=message.rule_page)


@contextmanager
def catch_errors(*, conflict: str | None = None) -> Iterator[None]:
    """Run a write in the body and show its refusal, failure or conflict (of matches, without its own words)."""
    try:
        yield
    except Conflict:
        of_matches = gettext("Somebody else recorded at the same time. Check the matches and try again.")
        put(of_matches if conflict is None else conflict, is_error=True)
    except Refused as error:
        put(translate(error.refusal.sentence), is_error=True, rule_page=rule_address(error.refusal.rule))
    except (ValueError, UnusableStore) as error:
        put(translate(str(error)), is_error=True)
