"""`partie export` in the forms that are for others."""

from pathlib import Path

import pytest

from eventstore.matches.repository import MatchRepository
from tests.recorded import fill, records_in
from tests.viewer.commands.terminal import run
from viewer.components.share import bgstats, page, picture, points, words


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shared") / "matches.db"
    fill(records_in(path))
    return path


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    return records_in(store)


def export(store: Path, *words: object, code: int = 0) -> bytes:
    result = run(store, "export", *words, columns=200)
    assert result.code == code, result.output
    return result.stdout if code == 0 else result.output.encode()


@pytest.mark.slow
def test_each_form_is_what_the_viewer_makes(store: Path, records: MatchRepository) -> None:
    match, last = records.match("sheet"), 4
    assert export(store, "sheet", "--as", "html") == page.html(match, records.notes("sheet")).encode()
    noted, at = records.match("odd"), 5
    assert export(store, "odd", "--as", "html", "--at", at) == page.html(noted, records.notes("odd"), at).encode()
    assert export(store, "sheet", "--as", "png", "--at", 3) == picture.png(match, 2)
    assert export(store, "sheet", "--as", "png") == picture.png(match, last)
    assert export(store, "sheet", "--as", "gif", "--from", 3, "--to", 4) == picture.gif(match, 2, 3)
    assert export(store, "sheet", "--as", "gif", "--from", last) == picture.gif(match, last - 1, last)
    assert export(store, "sheet", "--as", "csv") == points.points(match)
    assert export(store, "sheet", "--as", "bgg").decode() == words.for_bgg(match)
    assert export(store, "sheet", "--as", "bgstats").decode() == bgstats.link(match) + "\n"


def test_what_makes_no_sense_is_refused(store: Path) -> None:
    refused: tuple[tuple[list[object], int, str], ...] = (
        (["csv", "--at", 3], 2, "--at requires --as html or --as png"),
        (["png", "--from", 3], 2, "--from and --to require --as gif"),
        (["gif", "--from", 9, "--to", 5], 1, "Event 5 comes before event 9."),
        (["png", "--at", 999], 1, "Event 999 is not effective in match odd"),
        (["pdf"], 2, "Invalid value for '--as': 'pdf' is not one of"),
    )
    for asked, code, sentence in refused:
        assert sentence in export(store, "odd", "--as", *asked, code=code).decode()
