"""The pages of rules over HTTP: every rule has its anchor, and they need no login."""

import re
from collections.abc import Iterator

import pytest
import requests

from core.games import chocolatier
from core.games.chocolatier import DisplaysFilled
from tests.eventstore.service.client import Client, problem, service
from tests.patience import patience
from viewer.locale import language
from viewer.site.routes.app import create_routes
from viewer.texts.rule_texts import rule_address, rule_pages

RULES = [rule for page in rule_pages().values() for rule in page.rules]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client without a token, of a service that requires tokens."""
    folder = tmp_path_factory.mktemp("rules")
    with service(
        folder, app=create_routes, tokens_required=True, translate=language.translate, rule_page=rule_address
    ) as client:
        yield client


def page(client: Client, address: str, status: int = 200, accept_language: str = "en") -> str:
    answer = requests.get(
        f"{client.address}/{address}", headers={"Accept-Language": accept_language}, timeout=patience(20)
    )
    assert answer.status_code == status
    return answer.text


def ids(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


@pytest.mark.slow
def test_every_rule_has_its_anchor_and_every_link_leads_to_a_page_and_to_an_anchor_of_it(client: Client) -> None:
    texts = {"rules/": page(client, "rules/")} | {f"rules/{key}": page(client, f"rules/{key}") for key in rule_pages()}
    for key in rule_pages():
        found = ids(texts[f"rules/{key}"])
        assert found == [rule.id.lower() for rule in RULES if rule.page == key]
        assert {rule_address(rule.id) for rule in RULES if rule.page == key} == {f"rules/{key}#{id}" for id in found}
    links = {link for text in texts.values() for link in re.findall(r'<a href="([^"]+)"', text)}
    assert len(links) > 50
    for link in links - {"./"}:
        address, _, anchor = link.partition("#")
        assert not anchor or anchor in ids(texts[address]), link
        assert address in texts
    # An id in a text is a link, but not its own heading.
    assert '<section id="a-turn-1"><h3>A-TURN-1</h3>' in texts["rules/azacru"]
    assert '<a href="rules/azacru#a-connect-2">A-CONNECT-2</a>' in texts["rules/azacru"]
    assert "The rules under their ids" in page(client, "rules"), "without a slash too"


@pytest.mark.slow
def test_the_texts_are_english_and_say_so_in_the_language_of_the_reader(client: Client) -> None:
    assert "The rules are in English." not in page(client, "rules/azacru")
    czech = page(client, "rules/azacru", accept_language="cs")
    assert '<html lang="cs"' in czech
    assert '<article lang="en">' in czech
    for key in ("chess", "README", "Azacru"):
        assert "There are no rules at this address." in page(client, f"rules/{key}", 404)


@pytest.mark.slow
def test_a_refusal_names_the_page_of_its_rule(client: Client) -> None:
    recorder = client.with_token(client.app_state.access.make_token("recorder"))
    client.app_state.records.start(chocolatier, ("Anna", "Ben"), DisplaysFilled((("blue",) * 4,) * 5), id="azul")
    event = {"type": "TilesTaken", "seat": 0, "source": 1, "color": "red", "line": 1}
    refused = problem(422, recorder("POST", "/api/matches/azul/events", {"events": [event]}))
    assert (refused["rule"], refused["rule_page"]) == ("C-TAKE-1", "rules/chocolatier#c-take-1")
