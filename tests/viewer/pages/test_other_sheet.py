"""Another sheet for a match that is filled in."""

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, TemplateChosen
from core.games.scoresheet.shipped import shipped_for
from eventstore.access.grants import LOCAL, NotAllowed, Principal
from eventstore.matches.repository import MatchRepository
from tests.viewer.surface.test_tree import leaves
from viewer.pages.trees import tree
from viewer.surface.tree import Drawn, Event

WINGSPAN, AZUL = shipped_for("Wingspan"), shipped_for("Azul")
HERE = {"match": ["m"], "mode": ["sheet"]}


def page(records: MatchRepository, *events: Event, title: str = "") -> Drawn:
    """The page, after `title` is chosen and taken."""
    state: dict[str, object] = {}
    drawn = tree("replay", records.store, LOCAL, HERE, state=state)
    if not title:
        return drawn
    (sheets,) = (node for node in leaves(drawn["nodes"]) if node.get("element") == "selectbox")
    chosen = Event(key="sheet-of-m", value=sheets["choices"].index(title))
    tree("replay", records.store, LOCAL, HERE, state=state, events=[chosen])
    return tree("replay", records.store, LOCAL, HERE, state=state, events=[Event(key="sheet-of-m-taken", value=True)])


def test_a_sheet_is_taken_before_and_after_points_were_recorded(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="m", options={"title": "Wingspan"})
    filled = page(records, title="Wingspan")
    assert "mode" not in filled["address"]
    assert records.match("m").now.state.template == WINGSPAN
    records.record("m", PointsNoted("Eggs", (3, 4)))
    page(records, title="Azul")
    match = records.match("m")
    assert (match.now.state.template, match.now.scores) == (AZUL, (3, 4))
    page(records, title="Plain points")
    match = records.match("m")
    assert (match.now.state.template, match.now.scores) == (None, (3, 4))


def test_a_sheet_won_in_another_way_is_not_offered(records: MatchRepository) -> None:
    assert WINGSPAN
    options = {"title": "Golf", "lowest_wins": True}
    records.start(scoresheet, ("Anna", "Ben"), TemplateChosen(WINGSPAN), id="m", options=options)
    (sheets,) = (node for node in leaves(page(records)["nodes"]) if node.get("element") == "selectbox")
    assert "Wingspan" in sheets["choices"], "the one in use"
    assert "Azul" not in sheets["choices"]
    with pytest.raises(NotAllowed):
        tree("replay", records.store, Principal("Rosa", "viewer"), HERE)
