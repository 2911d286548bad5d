"""A match as one QR code: read back by a camera, twice one match, and refused when a letter of it is changed."""

import io
from collections.abc import Iterator
from random import Random

import pytest
import resvg_py
import zxingcpp
from PIL import Image, ImageFilter

from core.errors import InvalidInput
from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.formats import handover
from eventstore.formats.script_import import import_script
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.recorded import record
from viewer.pairing import qr_code

LINK = "https://partie.example.org/handover#"


@pytest.fixture
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[MatchRepository]]:
    folder = tmp_path_factory.mktemp("stores")
    stores = [SqliteStore(folder / f"{name}.db", synchronous="OFF") for name in ("mine", "other")]
    yield [*map(MatchRepository, stores)]
    for store in stores:
        store.close()


def whole(matches: MatchRepository, game: AnyGame) -> Match:
    if game is not scoresheet:
        return record(matches, "whole", game, ("Anna", "Ben"), 3, played_on="2026-11-20")
    match = matches.start(scoresheet, ("Eliška", "Ben", "Tomáš", "Ana"), title="Friday", options={"title": "Wingspan"})
    lines = [PointsNoted(label, (1, 20, 3, 14)) for label in ("birds", "bonus", "goals", "eggs", "food", "tucked")]
    return matches.record(match, *lines, WinnersNamed((1,)))


def camera(svg: str, blur: float) -> str:
    """The text that a reader finds in a blurred photo of the code as large as on a phone, 326 pixels of two dots."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=652))
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L").filter(ImageFilter.GaussianBlur(blur)))
    return str(code.text)


@pytest.mark.parametrize("game", [scoresheet, azacru, schokoly, chocolatier], ids=lambda game: game.KEY)
def test_a_whole_match_fits_one_code_and_is_one_match_when_it_is_scanned_twice(
    stores: list[MatchRepository], game: AnyGame
) -> None:
    mine, other = stores
    match = whole(mine, game)
    content = handover.packed(match)
    assert len(content) < (250 if game is scoresheet else 600)
    drawn = qr_code.svg(LINK, handover.digits(content), qr_code.MAX_HANDED_OVER)
    read = camera(drawn, 1.5)
    assert read == LINK + handover.digits(content)
    for text, what in ((read, "new"), (LINK + handover.letters(content), "unchanged")):
        result = import_script(other, handover.unpacked(text))
        assert (result.what, result.match.id) == (what, match.id)
    assert [entry.event for entry in other.match(match.id).log[1:]] == [entry.event for entry in match.log[1:]]
    assert other.match(match.id).names == match.names


def test_a_changed_or_missing_part_is_refused_in_a_sentence(stores: list[MatchRepository]) -> None:
    text = handover.letters(handover.packed(whole(stores[0], scoresheet)))
    rng = Random(1)
    changed = [
        text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :] for at in rng.sample(range(len(text) - 1), 40)
    ]
    for broken in (*changed, text[:-1], text[1:], text + "AA", "", "7", "9" * 4000, "ä", LINK, "A" * 50):
        with pytest.raises(InvalidInput, match="This is no match of Partie, or a part of it is missing"):
            handover.unpacked(broken)


def test_a_code_of_this_version_is_read_for_ever(stores: list[MatchRepository]) -> None:
    script = handover.unpacked("ATgYCos02yPKQ8AiAygGHlLC5T23osyUxEr8XiOYHhORU6KxDihZAQA")
    match = import_script(stores[0], script).match
    assert (match.id, match.names, match.frames[-1].scores) == ("kept", ("Anna", "Ben"), (3, 4))


def test_a_match_that_is_too_long_for_a_code_is_refused_there(stores: list[MatchRepository]) -> None:
    match = record(stores[0], "long", pavilion, ("Anna", "Ben", "Cleo", "Dora"), 3)
    with pytest.raises(ValueError, match="is larger than 20"):
        qr_code.svg(LINK, handover.digits(handover.packed(match)), qr_code.MAX_HANDED_OVER)
    assert import_script(stores[1], handover.unpacked(handover.letters(handover.packed(match)))).what == "new"
