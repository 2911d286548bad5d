"""Routes of the people; only for principals with a role for the whole store."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path

from eventstore.matches.people import People
from eventstore.service.context import Context, Key
from eventstore.service.requests import AccountLink, PersonReference, PersonRename
from eventstore.service.responses import PersonResponse
from eventstore.service.strict_json import StrictRoute

router = APIRouter(prefix="/people", tags=["people"], route_class=StrictRoute)

PersonId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["5e1f09a2c4"])]


@router.get("")
def people(visit: Context) -> list[PersonResponse]:
    """All people, in the order in which they were added."""
    visit.require_role("viewer")
    everybody = visit.records.people()
    return [
        PersonResponse(id=id, name=name, accounts=list(everybody.accounts_of(id)))
        for id, name in everybody.everybody().items()
    ]


@router.put("/{person}/name")
def rename(visit: Context, person: PersonId, told: PersonRename, key: Key = None) -> PersonResponse:
    """Rename a person."""
    visit.require_role("recorder")
    return _person(
        visit.records.people_repository.rename(person, told.name, idempotency_key=visit.idempotency_key(key)), person
    )


@router.post("/{person}/accounts")
def link(visit: Context, person: PersonId, told: AccountLink, key: Key = None) -> PersonResponse:
    """Link an account of another app to a person."""
    visit.require_role("recorder")
    return _person(
        visit.records.people_repository.link(person, told.account, idempotency_key=visit.idempotency_key(key)), person
    )


@router.post("/{person}/merge")
def merge(visit: Context, person: PersonId, told: PersonReference, key: Key = None) -> PersonResponse:
    """Merge this person into another person, whose name applies from then on."""
    visit.require_role("recorder")
    return _person(
        visit.records.people_repository.merge(person, told.person, idempotency_key=visit.idempotency_key(key)), person
    )


@router.delete("/{person}/merge")
def split(visit: Context, person: PersonId, key: Key = None) -> PersonResponse:
    """Undo the merge of this person into another person."""
    visit.require_role("recorder")
    return _person(visit.records.people_repository.split(person, idempotency_key=visit.idempotency_key(key)), person)


@router.post("/{person}/apart")
def tell_apart(visit: Context, person: PersonId, told: PersonReference, key: Key = None) -> PersonResponse:
    """Record that two people are different, so that their merge is not suggested again."""
    visit.require_role("recorder")
    return _person(
        visit.records.people_repository.tell_apart(person, told.person, idempotency_key=visit.idempotency_key(key)),
        person,
    )


def _person(everybody: People, id: str) -> PersonResponse:
    one = everybody.one(id)
    return PersonResponse(id=one, name=everybody.name(one), accounts=list(everybody.accounts_of(one)))
