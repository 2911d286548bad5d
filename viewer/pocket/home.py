"""The home of a phone: where it is, how far the two are in step, and their meeting, whose bytes the worker carries.

What is kept of a home is a text that the worker keeps beside the store. Lost, it costs a new pairing, and no row.
"""

import json
from collections.abc import Callable, Generator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from core.errors import InvalidInput
from eventstore.access.authorized_store import match_of
from eventstore.maintenance.exchange import Checkpoints, Exchanged, exchange
from eventstore.maintenance.photo_check import holds_photos
from eventstore.matches.repository import utc_now
from eventstore.store.store import Store
from viewer.locale.language import gettext, translate

_REFUSED: Final = frozenset({401, 403})


@dataclass(frozen=True, slots=True)
class Known:
    """The facts that are kept of a home.

    `address` is relative to the pocket where both are on one server; empty: no home is paired. `at` is when both held
    the same. `went` and `came` are the matches of the last meeting that had any, `photos` and `people` the
    numbers of those that went and came; `refused` are the sentences about what one side did not take. `trouble` says
    why the last meeting did not come to its end.
    """

    address: str = ""
    token: str = ""
    checkpoints: str = ""
    at: str = ""
    went: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    photos: int = 0
    people: int = 0
    refused: tuple[str, ...] = ()
    trouble: str = ""

    @classmethod
    def of(cls, text: str) -> "Known":
        """That in a text, which an earlier version may have written; none if it is damaged."""
        names = {each.name for each in fields(cls)}
        try:
            said = {name: value for name, value in json.loads(text).items() if name in names}
            values: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
            return cls(**values)
        except (ValueError, TypeError, AttributeError):
            return cls()


class Home:
    """The home of a phone with this store; `asks` is what the worker is to do next, as JSON."""

    def __init__(self, store: Store, kept: str = "") -> None:
        self._store = store
        self.known = Known.of(kept)
        self.asks = ""
        self._meeting: Generator[bytes, bytes, Exchanged] | None = None
        self.is_news = False
        """True until another page than Plays is shown after a meeting."""
        self._photos, self._before = 0, tuple[str, ...]()

    @property
    def is_paired(self) -> bool:
        return bool(self.known.address)

    @property
    def progress(self) -> tuple[int, int] | None:
        """The plays that went in the present meeting, and all that go; None: there is none."""
        return (len({*self._before} - {*self.waiting()}), len(self._before)) if self._meeting else None

    def text(self) -> str:
        return json.dumps(asdict(self.known))

    def ask_pairing(self, link: str) -> None:
        """Let the worker pair with the home of a link; of an empty one that from which the pocket came."""
        address, sign, code = link.strip().rpartition("#")
        code = code.partition("/")[0] if sign or not address else code
        self.asks = json.dumps({"root": address.removesuffix("/").removesuffix("/pairing"), "code": code})

    def ask_meeting(self) -> None:
        self.asks = json.dumps({"meet": True})

    def pair(self, address: str, token: str) -> None:
        self.known = Known(address, token)

    def unpaired(self) -> None:
        """Forget a home with which the first meeting did not come to its end, but not why."""
        self.known = Known(trouble=self.known.trouble)

    def part(self) -> None:
        """Know no home any more; the plays stay."""
        self.known, self.asks = Known(), json.dumps({"parted": True})

    def end(self) -> str:
        """The end of the log, by which the worker notices that a request wrote something."""
        return self._store.checkpoint()

    def waiting(self) -> tuple[str, ...]:
        """The matches of which the home lacks something, as far as this phone knows."""
        if not self.is_paired:
            return ()
        known, found = Checkpoints.of(self.known.checkpoints), dict[str, None]()
        after = known.mine if self._store.holds(known.mine) else ""
        while changes := self._store.changed_streams(after):
            found |= dict.fromkeys(change.stream for change in changes)
            after = changes.checkpoint
        names = (*found, *known.again, *(name for name, _ in known.photos))
        return tuple(dict.fromkeys(match for name in names if (match := match_of(name)) is not None))

    def begin(self) -> bytes | None:
        """The first request of a meeting; None: no home is paired, or they meet already."""
        if not self.is_paired or self._meeting:
            return None
        self._before = self.waiting()
        known = Checkpoints.of(self.known.checkpoints)
        self._photos = sum(holds_photos(name) for name, _ in known.photos)
        self._meeting = meeting = exchange(self._store, known, self._keep)
        return self._next(lambda: next(meeting))

    def go_on(self, answer: bytes) -> bytes | None:
        """The request after an answer; None: the meeting is over."""
        meeting, said = self._meeting, bytes(answer)
        return self._next(lambda: meeting.send(said)) if meeting else None

    def stop(self, status: int, sentence: str) -> None:
        """End a meeting that got no answer (status 0), or another one than those of an exchange."""
        self._meeting = None
        if status in _REFUSED:
            sentence = gettext("Home does not know this phone. Pair it again.")
        elif not status or not sentence:
            sentence = gettext("Home does not answer. Nothing is lost.")
        self.known = replace(self.known, trouble=sentence)

    def _next(self, step: Callable[[], bytes]) -> bytes | None:
        try:
            return step()
        except StopIteration as end:
            self._ended(end.value)
        except InvalidInput as error:
            self.stop(400, translate(str(error)))
        return None

    def _keep(self, checkpoints: Checkpoints) -> None:
        self._photos = max(self._photos, len(checkpoints.photos))
        self.known = replace(self.known, checkpoints=checkpoints.text())

    def _ended(self, met: Exchanged) -> None:
        self._meeting, self.is_news = None, True
        left = {*self.waiting()}
        went = tuple(match for match in self._before if match not in left)
        came = tuple(dict.fromkeys((*met.here.copied, *met.here.continued)))
        refused = tuple(dict.fromkeys(map(translate, (*met.refused_here.values(), *met.refused_there.values()))))
        self.known = replace(self.known, at=utc_now(), refused=refused, trouble="")
        if went or came or met.here.people:
            people, photos = met.here.people, self._photos
            self.known = replace(self.known, went=went, came=came, photos=photos, people=people)
