"""Answers about people; only for principals with a role for the whole store."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from core.errors import NotFound
from core.messages import message
from core.review.review import Effort
from eventstore.answers.bodies import AccountLink, PersonReference, PersonRename
from eventstore.answers.content import PersonResponse
from eventstore.answers.context import Key, Name, RequestContext
from eventstore.answers.parameters import InDocument, MadeBy
from eventstore.matches.people import People
from eventstore.matches.people_repository import PeopleRepository
from eventstore.reviews.luck import luck_of
from eventstore.reviews.repository import ReviewRepository
from eventstore.statistics.reviews import LuckAndChoices

EffortOfMost: TypeAlias = Annotated[Effort | None, InDocument("Default: the effort of most reviews.")]
PersonId: TypeAlias = Annotated[Name, InDocument(examples=("5e1f09a2c4",))]


def people(context: RequestContext) -> list[PersonResponse]:
    """All people, in the order in which they were added."""
    everybody = context.records.people()
    return [_person(everybody, id) for id in everybody.current_names()]


def reviews(context: RequestContext, person: PersonId, effort: EffortOfMost = None) -> LuckAndChoices:
    """Luck, choices and levels of a person in reviewed matches; simulated ones count if there are no others."""
    everybody = context.records.people()
    if everybody.one(person) not in everybody.names:
        raise NotFound(message("There is no person {person!r}.", person=person))
    population = context.host.index.counted().population()  # First: reviews are compared with up to date tables.
    kept = ReviewRepository(context.host.records.store)
    counted = effort or kept.main_effort()
    names = everybody.current_names()
    return luck_of(population, everybody.one(person), names, counted, kept.seats(counted))


@dataclass(frozen=True)
class PersonWrite:
    """A change of a person by a principal with the recorder role for the whole store."""

    people: PeopleRepository
    person: str
    idempotency_key: str | None

    def apply(self, change: Callable[..., People], *values: str) -> PersonResponse:
        """The person after a method of the repository, as a response body."""
        return _person(change(self.person, *values, idempotency_key=self.idempotency_key), self.person)


def _person_write(context: RequestContext, person: PersonId, key: Key = None) -> PersonWrite:
    return PersonWrite(context.records.people_repository, person, context.idempotency_key(key))


Write: TypeAlias = Annotated[PersonWrite, MadeBy(_person_write)]


def rename(write: Write, body: PersonRename) -> PersonResponse:
    """Rename a person."""
    return write.apply(write.people.rename, body.name)


def link(write: Write, body: AccountLink) -> PersonResponse:
    """Link an account of another app to a person."""
    return write.apply(write.people.link, body.account)


def merge(write: Write, body: PersonReference) -> PersonResponse:
    """Merge this person into another person, whose name applies from then on."""
    return write.apply(write.people.merge, body.person)


def split(write: Write) -> PersonResponse:
    """Undo the merge of this person into another person."""
    return write.apply(write.people.split)


def tell_apart(write: Write, body: PersonReference) -> PersonResponse:
    """Record that two people are different, so that their merge is not suggested again."""
    return write.apply(write.people.tell_apart, body.person)


def _person(everybody: People, id: str) -> PersonResponse:
    person = everybody.one(id)
    return PersonResponse(id=person, name=everybody.name(person), accounts=list(everybody.accounts_of(person)))
