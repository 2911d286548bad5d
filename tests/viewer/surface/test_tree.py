"""Everyday pages as values: what is on them, what comes back from the browser, and that Streamlit draws the same."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.access.grants import LOCAL, NotAllowed, Principal
from eventstore.matches.repository import MatchRepository
from tests.recorded import fill, records_in
from viewer.components.share import play_picture
from viewer.components.share.words import for_bgg
from viewer.pages.trees import tree
from viewer.settings import VARIABLE
from viewer.surface.tree import Drawn, Event, Node

DELETED = "Lists, statistics and exports leave a deleted match out. The log keeps it, and it can be brought back."


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MatchRepository:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "matches.db"))
    records = records_in(tmp_path / "matches.db")
    fill(records)
    return records


def of(
    records: MatchRepository, path: str, *events: Event, state: dict[str, Any] | None = None, **address: str
) -> Drawn:
    parameters = {key: [value] for key, value in address.items()}
    return tree(path, records.store, LOCAL, parameters, state=state, events=events)


def outline(nodes: list[Node]) -> list[Any]:
    """The kinds of nodes with their words or keys; of a holder what it holds."""
    return [
        (node["holder"], node.get("key", ""), outline(node["children"]))
        if "holder" in node
        else node.get("component")
        or (f"absent {node['absent']}" if "absent" in node else f"{node['element']}: {node['text']}")
        for node in nodes
        if node.get("element") != "html"
    ]


def leaves(nodes: list[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from leaves(node["children"]) if "holder" in node else [node]


def one(drawn: Drawn, **like: str) -> Node:
    (found,) = (node for node in leaves(drawn["nodes"]) if all(node.get(key) == value for key, value in like.items()))
    return found


def words(drawn: Drawn) -> list[str]:
    return [node["text"] for node in leaves(drawn["nodes"]) if node.get("element") != "html" and "text" in node]


def test_the_people_and_a_play_that_is_open_are_components_in_containers(records: MatchRepository) -> None:
    people = of(records, "people")
    assert outline(people["nodes"]) == [("container", "", []), "partie_block", "partie_sortable_list"]
    assert people["title"] == "People - Partie"
    assert people["components"]["partie_sortable_list"]["script"] == "sortable_list/sortable_list.js"
    rows = one(people, component="partie_sortable_list")["data"]["rows"]
    assert [row["keys"][0] for row in rows][:2] == ["Anna", "Ben"]
    open = records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Round 1", (3, 4)), options={"title": "Catan"})
    play = of(records, "replay", match=open.id)
    form = [f"text: {DELETED}", "text_input: Reason (optional)", "button: Delete"]
    assert outline(play["nodes"]) == [
        ("container", "", []),
        "partie_live_record",
        "partie_photos",
        ("container", "sheet-links", ["absent phone_panel.popover", "button: Share", ("popover", "withdraw", form)]),
    ]
    assert play["nodes"][3]["class"] == "st-key-sheet-links"
    assert json.loads(json.dumps(play))["title"] == "Anna 3 - 4 Ben, Catan - Partie"


def test_what_a_component_sends_is_seen_by_one_run(records: MatchRepository) -> None:
    state: dict[str, Any] = {}
    sent = Event(key="head", name="sent", value=["add", "Zoë"])
    assert words(of(records, "people", sent, state=state)) == ["Zoë is added."]
    assert "Zoë" in records.people().current_names().values()
    assert words(of(records, "people", sent, state=state)) == ["Zoë is on the list already."]
    assert words(of(records, "people", state=state)) == ["Zoë is on the list already."]
    who = records.people().named("Anna")[0]
    here = {"person": who, "tab": "edit"}
    form = one(of(records, "person", **here), component="partie_picture")
    assert (form["data"]["address"], form["data"]["has_picture"]) == (f"api/people/{who}/picture", False)
    done = of(records, "person", Event(key=form["key"], name="done", value="PUT"), state={}, **here)
    assert "The picture is saved." in words(done)
    with pytest.raises(NotAllowed):
        tree("people", records.store, Principal("reader", "viewer"), {})


def test_a_button_is_pressed_with_the_fields_beside_it(records: MatchRepository) -> None:
    why = Event(key="withdraw-why", value="twice")
    pressed = Event(key="withdraw-now", value=True)
    drawn = of(records, "replay", why, pressed, match="two")
    assert "twice" in next(said for said in words(drawn) if said.startswith("This match is deleted"))
    assert records.match("two").withdrawal
    back = of(records, "replay", Event(key="restore", value=True), match="two")
    assert "1 match is back." in words(back)
    assert not records.match("two").withdrawal


def test_a_form_begins_anew_with_each_person_and_after_it_was_sent(records: MatchRepository) -> None:
    state: dict[str, Any] = {}
    ids = {name: id for id, name in records.people().current_names().items()}
    for name, new in (("Anna", "Anne"), ("Ben", "Benno")):
        here = {"person": ids[name], "tab": "edit"}
        field = one(of(records, "person", state=state, **here), text="Name", element="text_input")
        assert field["value"] == name
        rename = Event(key=one(of(records, "person", state=state, **here), text="Rename")["key"], value=True)
        done = of(records, "person", Event(key=field["key"], value=new), rename, state=state, **here)
        assert f"{name} is now called {new}." in words(done)
        account = one(done, text="Account in another app")
        link = Event(key=one(done, text="Link")["key"], value=True)
        linked = of(records, "person", Event(key=account["key"], value=f"bgg:{new}"), link, state=state, **here)
        assert f"bgg:{new.lower()} is linked to {new}." in words(linked)
        assert one(linked, text="Account in another app")["value"] == ""


def test_a_dialog_stays_open_until_it_is_closed(records: MatchRepository) -> None:
    state: dict[str, Any] = {}
    asked = Event(key="play-sheet", name="sent", value="withdraw")
    for events in ([asked], [Event(key="withdraw-why", value="by mistake")]):
        drawn = of(records, "replay", *events, state=state, match="sheet")
        (dialog,) = (node for node in drawn["nodes"] if node.get("holder") == "dialog")
        assert dialog["text"] == "Delete this match"
    assert one(drawn, key="withdraw-why")["value"] == "by mistake"
    closed = of(records, "replay", Event(key="withdraw-sheet", value=False), state=state, match="sheet")
    assert not any(node.get("holder") == "dialog" for node in closed["nodes"])
    assert one(of(records, "replay", asked, state=state, match="sheet"), key="withdraw-why")["value"] == ""


def test_a_correction_is_chosen_written_and_shown_in_the_history(records: MatchRepository) -> None:
    state: dict[str, Any] = {}
    here = {"match": "two", "mode": "correct", "at": "4"}
    kind = one(of(records, "replay", state=state, **here), element="pills")
    assert kind["choices"][kind["value"]] == "A different move was made"
    never = Event(key=kind["key"], value=kind["choices"].index("Taken back from here on"))
    asked = of(records, "replay", never, state=state, **here)
    assert one(asked, element="pills")["value"] == never["value"]
    button = one(asked, element="form_submit_button")
    done = of(records, "replay", Event(key=button["key"], value=True), state=state, **here)
    assert done["address"] == {"match": ["two"], "mode": ["history"], "at": ["3"]}
    assert "Taken back. The previous version is kept here and can be restored." in words(done)
    assert len(records.match("two").frames) == 3


def test_a_file_is_made_when_it_is_asked_for(records: MatchRepository) -> None:
    button = one(of(records, "."), element="download")
    assert button["name"] == "matches.partie.jsonl"
    (file,) = of(records, ".", Event(key=button["key"], value=True))["downloads"]
    assert isinstance(file["content"], bytes)
    assert file["content"].count(b'"partie"') == 4
    shared = of(records, "replay", match="sheet", share="1")
    more = [
        "absent share_here.moment",
        "caption: Links for others, the replay in one page, films and codes are made on a computer.",
        *("download: Match script", "download: Moves as text", "link_button: Log in BG Stats"),
        *("absent share_here.bgstats_code", "caption: Text for BoardGameGeek"),
        f"code: {for_bgg(records.match('sheet'))}",
    ]
    picture = f"image: {play_picture.svg(records.match('sheet'))}"
    told = ["absent share_here.play", picture, ("expander", "share-more", more)]
    assert outline(shared["nodes"])[-1] == ("dialog", "sharing-sheet", told)
    (notes,) = of(records, "replay", Event(key="download sheet.txt", value=True), match="sheet", share="1")["downloads"]
    assert "Round 1" in str(notes["content"])


def _page(path: str) -> None:
    from viewer.pages.shared.pages import Pages
    from viewer.pages.shared.session import open_session
    from viewer.pages.shared.showing import show_page
    from viewer.pages.trees import SHOWS

    with open_session() as session:
        show_page(path, SHOWS[path], session, Pages(session.principal))


def drawn_by_streamlit(block: Block) -> Iterator[tuple[str, Any]]:
    for child in block.children.values():
        if isinstance(child, Block):
            yield from drawn_by_streamlit(child)
        elif child.type == "bidi_component":
            yield child.proto.component_name, json.loads(child.proto.json)  # type: ignore[union-attr]
        elif child.type != "html":
            yield "", re.sub(r"\\(\W)", r"\1", getattr(child, "label", None) or child.value)  # Markdown.


@pytest.mark.slow
@pytest.mark.usefixtures("own_main")
@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("people", {}),
        ("game", {}),
        ("game", {"game": "Kettle Race", "tab": "points"}),
        ("person", {"person": "Anna"}),
        ("new", {"again": "two"}),
        ("replay", {"match": "two", "mode": "correct", "at": "4"}),
        ("replay", {"match": "sheet", "mode": "details"}),
    ],
)
def test_both_hosts_show_the_same(records: MatchRepository, path: str, address: dict[str, str]) -> None:
    state = {"correct-token-two-4": "token"}
    page = AppTest.from_function(_page, args=(path,))
    for key, value in address.items():
        page.query_params[key] = value
    for key, word in state.items():
        page.session_state[key] = word
    page.run(timeout=60)
    assert not page.exception
    values = of(records, path, state=dict(state), **address)
    shown = json.loads(json.dumps([*leaves(values["nodes"])]))
    said = [node for node in shown if node.get("element") != "html"]
    expected = [(node.get("component", ""), node.get("data", node.get("text"))) for node in said]
    assert [*drawn_by_streamlit(page.main)] == expected
