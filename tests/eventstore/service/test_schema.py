"""Valid and invalid requests after the OpenAPI document, by every role: no response has a status of 500 or more."""

import logging
from collections import defaultdict
from itertools import count
from pathlib import Path

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from eventstore.access.grants import ROLES
from eventstore.service.rate_limit import WINDOW_S, FailureLimit
from tests.eventstore.service.client import Client, service
from tests.patience import patience
from tests.recorded import fill
from viewer.site.routes.app import create_routes

EXAMPLES = 10

Operation = tuple[str, str]
"""Method and path of an operation."""

WRITES_OF_ANNOTATORS = {
    ("POST", "/api/matches/{id}/notes"),
    ("PUT", "/api/matches/{id}/notes/{note}"),
    ("DELETE", "/api/matches/{id}/notes/{note}"),
    ("POST", "/api/matches/{id}/photos"),
    ("PUT", "/api/matches/{id}/photos/{photo}"),
}
ONLY_FOR_TOKENS = {("GET", "/api/people"), ("GET", "/api/exports/{form}")}


@pytest.mark.slow
def test_nothing_that_can_be_asked_is_an_error_of_ours(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    patient = FailureLimit(count(0, WINDOW_S).__next__)  # Time flies, so nobody has to wait for having guessed wrong.
    with service(tmp_path, app=create_routes, tokens_required=True, failures=patient) as client:
        fill(client.app_state.records)
        client.app_state.access.set_visibility("two", "public")
        session = requests.Session()
        schema = schemathesis.openapi.from_url(f"{client.address}/api/openapi.json")
        done: defaultdict[str, set[Operation]] = defaultdict(set)
        operations = [found.ok() for found in schema.get_all_operations()]
        for operation in operations:
            _try(operation, session, _tokens(client), done)
        assert len(operations) == sum(map(len, schema.raw_schema["paths"].values()))
        looks = {operation for operation in done["recorder"] if operation[0] == "GET"}
        assert {("GET", "/api/matches/{id}/frames"), ("GET", "/api/matches/{id}/feed")} | ONLY_FOR_TOKENS <= looks
        assert ("PUT", "/api/matches/{id}/visibility") in done["recorder"]
        assert done["viewer"] <= looks
        assert done["annotator"] <= looks | WRITES_OF_ANNOTATORS
        assert done["anybody"] <= looks - ONLY_FOR_TOKENS
        assert done["stranger"] <= {("GET", "/api/games")}
        assert done["viewer"]
        assert client.get("/api/matches")["matches"], "anybody sees the public one"
        recorder = client.with_token(client.app_state.access.make_token("recorder"))
        assert recorder.get("/api/matches/four")["version"] >= 30, "the store is still there"


def _tokens(client: Client) -> dict[str, str]:
    tokens = {role: client.app_state.access.make_token(role) for role in ROLES}
    return tokens | {"stranger": "partie_0_0", "anybody": ""}


def _try(
    operation: schemathesis.schemas.APIOperation,
    session: requests.Session,
    tokens: dict[str, str],
    done: dict[str, set[Operation]],
) -> None:
    modes = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]
    who = st.sampled_from(("recorder", "recorder", "annotator", "viewer", "stranger", "anybody"))

    @given(case=st.one_of(modes), id=st.sampled_from(("four", "two", "odd", "sheet", None)), who=who)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,  # What is asserted of the answers must not hang on luck.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def asks(case: schemathesis.Case, id: str | None, who: str) -> None:
        if id is not None and "id" in case.path_parameters:
            case.path_parameters["id"] = id  # Else hardly any request would reach a match.
        request = case.as_transport_kwargs()
        request["headers"].pop("Authorization", None)
        if tokens[who]:
            request["headers"]["Authorization"] = f"Bearer {tokens[who]}"
        with session.request(**request, timeout=patience(20), stream=True) as answer:  # Streamed, as a feed never ends.
            assert answer.status_code < 500, answer.text
            if answer.ok:
                done[who].add((operation.method.upper(), operation.path))

    asks()
