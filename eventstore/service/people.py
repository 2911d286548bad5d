"""Routes of the people; only for principals with a role for the whole store."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path

from eventstore.people import People
from eventstore.service.answers import Person
from eventstore.service.strict import StrictRoute
from eventstore.service.visit import Key, Visiting
from eventstore.service.wishes import Account, Name, Other

router = APIRouter(prefix="/people", tags=["people"], route_class=StrictRoute)

PersonId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["5e1f09a2c4"])]


@router.get("")
def people(visit: Visiting) -> list[Person]:
    """All people, in the order in which they were added."""
    visit.need("viewer")
    everybody = visit.records.people()
    return [
        Person(id=id, name=name, accounts=list(everybody.accounts_of(id))) for id, name in everybody.everybody().items()
    ]


@router.put("/{person}/name")
def rename(visit: Visiting, person: PersonId, told: Name, key: Key = None) -> Person:
    """Rename a person."""
    visit.need("recorder")
    return _person(visit.records.register.rename(person, told.name, command=visit.command(key)), person)


@router.post("/{person}/accounts")
def link(visit: Visiting, person: PersonId, told: Account, key: Key = None) -> Person:
    """Link an account of another app to a person."""
    visit.need("recorder")
    return _person(visit.records.register.link(person, told.account, command=visit.command(key)), person)


@router.post("/{person}/merge")
def merge(visit: Visiting, person: PersonId, told: Other, key: Key = None) -> Person:
    """Merge this person into another person, whose name applies from then on."""
    visit.need("recorder")
    return _person(visit.records.register.merge(person, told.person, command=visit.command(key)), person)


@router.delete("/{person}/merge")
def split(visit: Visiting, person: PersonId, key: Key = None) -> Person:
    """Undo the merge of this person into another person."""
    visit.need("recorder")
    return _person(visit.records.register.split(person, command=visit.command(key)), person)


@router.post("/{person}/apart")
def tell_apart(visit: Visiting, person: PersonId, told: Other, key: Key = None) -> Person:
    """Record that two people are different, so that their merge is not suggested again."""
    visit.need("recorder")
    return _person(visit.records.register.tell_apart(person, told.person, command=visit.command(key)), person)


def _person(everybody: People, id: str) -> Person:
    one = everybody.one(id)
    return Person(id=one, name=everybody.name(one), accounts=list(everybody.accounts_of(one)))
