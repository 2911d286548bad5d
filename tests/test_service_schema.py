"""Whatever the OpenAPI document allows, and what it does not, is answered without an error of ours."""

import logging
import re
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.recorded import fill
from tests.service import service

EXAMPLES = 15

STREAMS = "/feed"
"""A stream never ends; the spectators' tests listen to it."""


@pytest.mark.slow
def test_nothing_that_can_be_asked_is_an_error_of_ours(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    with service(tmp_path) as client:
        fill(client.house.records)
        schema = schemathesis.openapi.from_url(f"{client.address}/api/openapi.json")
        asked = 0
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path.endswith(STREAMS):
                continue
            _try(operation)
            asked += 1
        numbers = client("GET", "/metrics").text
        done = set(re.findall(r'_total{method="(\w+)",route="([^"]+)",status="20.', numbers))
        assert asked > 20
        assert {("GET", "/matches/{id}/frames"), ("PUT", "/matches/{id}/visibility")} <= done
        assert client.get("/api/matches/four")["version"] >= 30, "the store is still there"


def _try(operation: schemathesis.schemas.APIOperation) -> None:
    modes = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]

    @given(case=st.one_of(modes), id=st.sampled_from(("four", "two", "odd", "sheet", None)))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,  # What is asserted of the answers must not hang on luck.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def asks(case: schemathesis.Case, id: str | None) -> None:
        if id is not None and "id" in case.path_parameters:
            case.path_parameters["id"] = id  # Else hardly any request would reach a match.
        answer = case.call(timeout=20)
        assert answer.status_code < 500, answer.text

    asks()
