"""What a play changed, and the records it broke, from typed rows of a history are those of its plays alone."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics import play_changes
from eventstore.store.open_store import open_store
from tests.eventstore.readmodels.close_to import close_to
from tests.eventstore.readmodels.plays_at_random import HISTORIES, RandomPlays
from tests.eventstore.statistics.figures import index_of
from tests.stores import empty


def assert_same(index: MatchIndex, plays: RandomPlays) -> set[str]:
    """The kinds of changes that were compared."""
    changes, rows = set[str](), {match.id: index.row(match.id) for match in index.played()}
    alone = index_of([replace(match, game=rows[match.id].game_title) for match in index.played()], index.details())
    for row in rows.values():
        found, expected = without_titles(past_of(index, row)), without_titles(past_of(alone, row))
        assert close_to(found, expected), [(key, found[key], expected[key]) for key in found]
        changes |= {type(change).__name__ for change in past_of(index, row).changes}
    return changes


def without_titles(past: play_changes.PlayPast) -> dict[str, object]:
    """The title of a play is the most frequent one among those that are read with it; open plays are no others."""
    return {**asdict(past), "plays": 0, "before": [{**asdict(match), "game": "", "order": 0} for match in past.before]}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), HISTORIES)
def test_what_a_play_changed_is_that_of_all_plays(
    kind: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_changes, "MIN_EARLIER", 1)
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    plays.happen(110)
    assert assert_same(plays.index, plays) >= {"FirstPlay", "PointsRecord", "FirstWin"}
    seen = [id for id in plays.records.ids() if plays.rng.random() < 0.7]
    assert_same(MatchIndex(plays.store, plays.records, seen), plays)
    plays.store.close()


def test_a_line_of_another_kind_keeps_a_seat_from_having_rounds(records: MatchRepository) -> None:
    def sheet(day: int, lines: dict[str, tuple[int, int]]) -> str:
        noted = [PointsNoted(label, points) for label, points in lines.items()]
        options, played_on = {"title": "Skat"}, f"2026-11-{day:02}"
        return records.start(
            scoresheet, ["Anna", "Ben"], *noted, WinnersNamed((0,)), options=options, played_on=played_on
        ).id

    for day in range(1, 6):
        sheet(day, {"1": (3, 14), "2": (9, 2), "2. Spiel": (1, 1)})
    sheet(6, {"1": (90, 80), "2": (3, 3), "Rest": (1, 1)})
    index = MatchIndex(records.store, records)
    row = index.row(sheet(7, {"1": (15, 4), "2": (2, 2)}))
    assert row
    changes = past_of(index, row).changes
    assert play_changes.RoundRecord(0, 1, 15) in changes, "15 are more than 14, and the 90 are of no round"
