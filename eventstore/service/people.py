"""Addresses of the people who sat at the tables; only for who may see the whole store."""

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
    """Everybody, in the order they came."""
    visit.need("viewer")
    everybody = visit.records.people()
    return [
        Person(id=id, name=name, accounts=list(everybody.accounts_of(id))) for id, name in everybody.everybody().items()
    ]


@router.put("/{person}/name")
def rename(visit: Visiting, person: PersonId, told: Name, key: Key = None) -> Person:
    """Give a person another name."""
    visit.need("recorder")
    return _person(visit.records.register.rename(person, told.name, command=visit.command(key)), person)


@router.post("/{person}/accounts")
def link(visit: Visiting, person: PersonId, told: Account, key: Key = None) -> Person:
    """Say by which account another app knows a person."""
    visit.need("recorder")
    return _person(visit.records.register.link(person, told.account, command=visit.command(key)), person)


@router.post("/{person}/merge")
def merge(visit: Visiting, person: PersonId, told: Other, key: Key = None) -> Person:
    """Let two ids be one person, who goes by the name of the other."""
    visit.need("recorder")
    return _person(visit.records.register.merge(person, told.person, command=visit.command(key)), person)


@router.delete("/{person}/merge")
def split(visit: Visiting, person: PersonId, key: Key = None) -> Person:
    """Undo the merge of this id into somebody else."""
    visit.need("recorder")
    return _person(visit.records.register.split(person, command=visit.command(key)), person)


@router.post("/{person}/apart")
def tell_apart(visit: Visiting, person: PersonId, told: Other, key: Key = None) -> Person:
    """Say that two are not one person, so that nobody suggests it again."""
    visit.need("recorder")
    return _person(visit.records.register.tell_apart(person, told.person, command=visit.command(key)), person)


def _person(everybody: People, id: str) -> Person:
    one = everybody.one(id)
    return Person(id=one, name=everybody.name(one), accounts=list(everybody.accounts_of(one)))
