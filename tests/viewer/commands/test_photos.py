"""`partie photo`: add, list, caption, save and remove photos of a match."""

from pathlib import Path

import pytest

from tests.pictures import SECRETS, photo
from tests.viewer.commands.terminal import Terminal


@pytest.fixture
def match(partie: Terminal, tmp_path: Path) -> str:
    (tmp_path / "photo.jpg").write_bytes(photo())
    return partie.new("scoresheet", "--player", "Anna", "--player", "Ben")


def test_a_photo_is_added_listed_described_saved_and_removed(partie: Terminal, match: str, tmp_path: Path) -> None:
    taken, saved = tmp_path / "photo.jpg", tmp_path / "saved.jpg"
    id = partie("photo", "add", match[:6], taken, "--caption", "Anna won").strip()
    other = partie("photo", "add", match, taken, "--at", 1).strip()
    assert partie("photo", "list", match) == f"{id}  match  64x48  Anna won\n{other}  event 1  64x48\n"
    (first, second) = partie.json("photo", "list", match)
    assert list(first) == ["id", "digest", "width", "height", "about", "caption"]
    assert (first["about"], second["about"]) == (None, 1)
    partie("photo", "caption", match, other, "The start")
    assert partie.json("photo", "list", match)[1]["caption"] == "The start"
    partie("photo", "save", match, id, saved)
    assert not [secret for secret in SECRETS if secret in saved.read_bytes()]
    assert "exists" in partie("photo", "save", match, id, saved, code=1)
    partie("photo", "save", match, id, saved, "--force")
    partie("photo", "remove", match, id)
    assert [one["id"] for one in partie.json("photo", "list", match)] == [other]
    assert "has no photo" in partie("photo", "remove", match, id, code=1)
    assert "0 damaged" in partie("verify")


def test_a_photo_is_added_once_and_what_cannot_be_added_is_refused_in_one_sentence(
    partie: Terminal, match: str, tmp_path: Path
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    assert partie("photo", "add", match, text, code=1).startswith("This is no picture")
    assert partie("photo", "add", match, tmp_path / "photo.jpg", "--at", 9, code=1).endswith("no event 9. (R-STANDS)\n")
    partie("photo", "add", match, tmp_path / "missing.jpg", code=2)
    assert partie.json("photo", "list", match) == []
    words = ("photo", "add", match, tmp_path / "photo.jpg", "--command", "once-only")
    assert partie(*words) == partie(*words)
    assert len(partie.json("photo", "list", match)) == 1
