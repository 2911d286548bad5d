"""Routes of the people; only for principals with a role for the whole store."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path

from eventstore.matches.people import People
from eventstore.service.context import Context, Key
from eventstore.service.errors import RESPONSES
from eventstore.service.requests import AccountLink, PersonReference, PersonRename
from eventstore.service.responses import PersonResponse
from eventstore.service.strict_json import StrictRoute

router = APIRouter(prefix="/api/people", tags=["people"], responses=RESPONSES, route_class=StrictRoute)

PersonId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["5e1f09a2c4"])]


@router.get("")
def people(context: Context) -> list[PersonResponse]:
    """All people, in the order in which they were added."""
    context.require_role("viewer")
    everybody = context.records.people()
    return [
        PersonResponse(id=id, name=name, accounts=list(everybody.accounts_of(id)))
        for id, name in everybody.current_names().items()
    ]


@router.put("/{person}/name")
def rename(context: Context, person: PersonId, body: PersonRename, key: Key = None) -> PersonResponse:
    """Rename a person."""
    context.require_role("recorder")
    return _person(
        context.records.people_repository.rename(person, body.name, idempotency_key=context.idempotency_key(key)),
        person,
    )


@router.post("/{person}/accounts")
def link(context: Context, person: PersonId, body: AccountLink, key: Key = None) -> PersonResponse:
    """Link an account of another app to a person."""
    context.require_role("recorder")
    return _person(
        context.records.people_repository.link(person, body.account, idempotency_key=context.idempotency_key(key)),
        person,
    )


@router.post("/{person}/merge")
def merge(context: Context, person: PersonId, body: PersonReference, key: Key = None) -> PersonResponse:
    """Merge this person into another person, whose name applies from then on."""
    context.require_role("recorder")
    return _person(
        context.records.people_repository.merge(person, body.person, idempotency_key=context.idempotency_key(key)),
        person,
    )


@router.delete("/{person}/merge")
def split(context: Context, person: PersonId, key: Key = None) -> PersonResponse:
    """Undo the merge of this person into another person."""
    context.require_role("recorder")
    return _person(
        context.records.people_repository.split(person, idempotency_key=context.idempotency_key(key)), person
    )


@router.post("/{person}/apart")
def tell_apart(context: Context, person: PersonId, body: PersonReference, key: Key = None) -> PersonResponse:
    """Record that two people are different, so that their merge is not suggested again."""
    context.require_role("recorder")
    return _person(
        context.records.people_repository.tell_apart(person, body.person, idempotency_key=context.idempotency_key(key)),
        person,
    )


def _person(everybody: People, id: str) -> PersonResponse:
    one = everybody.one(id)
    return PersonResponse(id=one, name=everybody.name(one), accounts=list(everybody.accounts_of(one)))
