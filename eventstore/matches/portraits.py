"""The picture of a person and of a game: the stream `portraits`, with which the store also keeps their contents.

A picture is a photo as in `photos`, within the same bounds; each person and each game has one at most.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from core.errors import InvalidInput, NotFound
from core.game import fact
from core.messages import message
from eventstore.matches.event_stream import EventStream
from eventstore.matches.people import People
from eventstore.matches.photo_file import PhotoFile, photo_file
from eventstore.store.store import Store

STREAM: Final = "portraits"

MAX_TITLE: Final = 200
"""Maximum characters of the title of a game with a picture."""


@fact
@dataclass(frozen=True, slots=True)
class PersonPictured:
    """A person has this picture from now on, in place of an earlier one; `digest` None: no picture any more.

    `digest` is the SHA-256 of the stored JPEG file, in hexadecimal.
    """

    person: str
    digest: str | None = None
    width: int = 0
    height: int = 0


@fact
@dataclass(frozen=True, slots=True)
class GamePictured:
    """The same for a game, by its title."""

    game: str
    digest: str | None = None
    width: int = 0
    height: int = 0


Event: TypeAlias = PersonPictured | GamePictured
EVENTS: Final = (PersonPictured, GamePictured)


class NoPicture(NotFound):
    """The person or the game has no picture."""


@dataclass(frozen=True, slots=True)
class Portraits:
    """Digests of the present pictures, by id of the person and by title of the game."""

    people: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)

    @property
    def digests(self) -> frozenset[str]:
        return frozenset((*self.people.values(), *self.games.values()))

    def of_person(self, people: People, person: str) -> str | None:
        """The picture of a person, also one given before a merge."""
        return next((self.people[id] for id in people.ids(person) if id in self.people), None)


def fold(events: Iterable[Event], before: Portraits = Portraits()) -> Portraits:
    people, games = dict(before.people), dict(before.games)
    for event in events:
        pictures, key = (people, event.person) if isinstance(event, PersonPictured) else (games, event.game)
        pictures.pop(key, None)
        if event.digest is not None:
            pictures[key] = event.digest
    return Portraits(people, games)


class PortraitRepository:
    """The pictures in `store`; `by` and `now` as for `MatchRepository`.

    Writing methods are atomic and delete a content that is no picture any more. With an `idempotency_key` they are safe
    to repeat, else raise KeyReused.
    """

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store = store
        self._portraits = EventStream(store, STREAM, EVENTS, fold, Portraits(), by=by, now=now)

    def portraits(self) -> Portraits:
        return self._portraits.read()

    def content(self, digest: str | None) -> bytes:
        """The JPEG file. Raises NoPicture, and InvalidInput for a content that is not as Partie writes photos."""
        content = self._store.blob(STREAM, digest) if digest else None
        if content is None:
            raise NoPicture(message("There is no picture."))
        return photo_file(content).content

    def give_person(self, person: str, file: PhotoFile, *, idempotency_key: str | None = None) -> None:
        """Give a person (a current id) a picture."""
        event = PersonPictured(person, file.digest, file.width, file.height)
        self._write(lambda before: (event,), file, idempotency_key)

    def give_game(self, game: str, file: PhotoFile, *, idempotency_key: str | None = None) -> None:
        """Give a game a picture, by its title. Raises InvalidInput for an empty or a too long title."""
        if not game.strip() or len(game) > MAX_TITLE:
            raise InvalidInput(message("A title has 1 to {most} characters.", most=MAX_TITLE))
        event = GamePictured(game, file.digest, file.width, file.height)
        self._write(lambda before: (event,), file, idempotency_key)

    def remove_person(self, ids: Sequence[str], *, idempotency_key: str | None = None) -> None:
        """Remove the pictures of a person with these ids; nothing happens without one."""
        self._write(
            lambda before: tuple(PersonPictured(id) for id in ids if id in before.people), None, idempotency_key
        )

    def remove_game(self, game: str, *, idempotency_key: str | None = None) -> None:
        """The same for a game."""
        self._write(lambda before: (GamePictured(game),) if game in before.games else (), None, idempotency_key)

    def _write(
        self,
        make: Callable[[Portraits], Sequence[Event]],
        file: PhotoFile | None,
        idempotency_key: str | None,
    ) -> None:
        def blobs(before: Portraits) -> Mapping[str, bytes | None]:
            unused = before.digests - fold(make(before), before).digests
            return {**dict.fromkeys(unused, None), **({file.digest: file.content} if file else {})}

        self._portraits.write(make, idempotency_key, blobs=blobs)
