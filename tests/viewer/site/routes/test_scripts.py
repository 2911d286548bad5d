"""Every module of the components is a file of its own, kept for good, at an address that changes with its content."""

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath

import pytest

from tests.eventstore.service.client import Client, service
from viewer.components.lib import scripts
from viewer.site.routes.app import create_routes


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("scripts"), app=create_routes, tokens_required=True) as client:
        yield client


@pytest.mark.slow
def test_an_entry_and_all_that_it_imports_are_served(client: Client) -> None:
    for entry in ("replay/component.js", "live/page.js", "people/picker.js"):
        left, seen = [scripts.address(entry)], set[str]()
        while left:
            seen.add(address := left.pop())
            answer = client("GET", f"/{address}")
            assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "text/javascript")
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            found = re.findall(r'^import .*? from "([^"]+)";$', answer.text, re.MULTILINE | re.DOTALL)
            left += {normpath(join(dirname(address), path)) for path in found} - seen
        assert seen == set(scripts.addresses(entry))


def test_a_module_is_compressed_and_not_sent_twice_and_one_of_another_version_is_gone(client: Client) -> None:
    address = "/" + scripts.address("replay/replay.js")
    answer = client("GET", address)
    assert answer.headers["content-encoding"] == "gzip"
    again = client("GET", address, if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    for path in ("/scripts/0123456789abcdef/live/page.js", "/" + scripts.address("live/__init__.py")):
        answer = client("GET", path)
        assert answer.status_code == 410
        assert "immutable" not in answer.headers["cache-control"]
    script = scripts.component("replay/component.js")
    assert scripts.address("replay/component.js") in script
    assert len(script) < 300
