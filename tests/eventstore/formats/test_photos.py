"""Photos in match scripts: importing a script brings them back, byte for byte, and no metadata comes in that way."""

import json
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest

from core.games import scoresheet
from core.messages import Message
from eventstore.formats import script
from eventstore.formats.script import Script, ScriptError
from eventstore.formats.script_import import import_script
from eventstore.matches.photo_encoding import encode
from eventstore.matches.photos import MAX_BYTES, MAX_PHOTOS, attach_refusal
from eventstore.matches.repository import MatchRepository
from tests.pictures import photo, with_scans
from tests.recorded import records_in

RED, BLUE = encode(photo(color="red")), encode(photo(color="blue"))


def written(records: MatchRepository) -> bytes:
    file = BytesIO()
    assert script.write_all(records, records.ids(), file) == ()
    return file.getvalue()


def imported(records: MatchRepository, content: bytes) -> list[str]:
    results = []
    for one in script.read(BytesIO(content)):
        assert isinstance(one, Script), one
        results.append(import_script(records, one).what)
    return results


@pytest.fixture
def archived(records: MatchRepository) -> bytes:
    """Two matches, one with photos, as an archive."""
    match = records.start(scoresheet, ("Anna", "Ben"), id="kettle")
    records.photos.attach(match, RED, caption="Anna “won”")
    records.photos.attach(match, BLUE, 1)
    records.start(scoresheet, ("Cleo",), id="other")
    return written(records)


def test_an_archive_brings_the_photos_into_another_store(
    records: MatchRepository, archived: bytes, tmp_path: Path
) -> None:
    other = records_in(tmp_path / "other.db")
    assert imported(other, archived) == ["new", "new"]
    found = other.photos.of("kettle")
    assert [(one.digest, one.about, one.caption) for one in found] == [
        (RED.digest, None, "Anna “won”"),
        (BLUE.digest, 1, ""),
    ]
    assert [other.photos.content("kettle", one) for one in found] == [RED.content, BLUE.content]
    assert imported(other, archived) == ["unchanged", "unchanged"]
    assert written(other) == archived
    other.photos.remove("kettle", found[0].id)
    assert imported(other, archived) == ["changed", "unchanged"], "the file still has it"
    other.store.close()


def test_the_largest_photo_fits_on_a_line(records: MatchRepository) -> None:
    assert len(b64encode(bytes(MAX_BYTES))) + 2_500 < script.MAX_LINE_LENGTH


def line(**fields: object) -> str:
    return json.dumps({"photo": fields})


BASE64 = b64encode(RED.content).decode()
WRONG = {
    "metadata": (line(jpeg=b64encode(photo()).decode()), "JPEG without metadata"),
    "scans": (line(jpeg=b64encode(with_scans(1_000)).decode()), "JPEG without metadata"),
    "no base64": (line(jpeg="?"), "not base64"),
    "no content": (line(caption="Anna"), "jpeg: missing"),
    "unknown field": (line(jpeg=BASE64, place="Brno"), "place: "),
    "no such event": (line(jpeg=BASE64, about=7), "no event 7"),
    "long caption": (line(jpeg=BASE64, caption="x" * 501), "caption: "),
    "twice": (f"{line(jpeg=BASE64)}\n{line(jpeg=BASE64)}", "attached there already"),
    "no object": ('{"photo": 1}', "A photo is an object"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_photo_is_refused_with_its_line_and_nothing_is_recorded(records: MatchRepository, name: str) -> None:
    text, sentence = WRONG[name]
    content = '{"partie": 1, "game": "scoresheet", "players": ["Anna"]}\n' + text
    (one,) = script.read(BytesIO(content.encode()))
    assert isinstance(one, Script)
    with pytest.raises(ScriptError, match=sentence):
        import_script(records, one)
    assert records.store.read_all() == ()


def with_photos(number: int) -> Script:
    """A match that had a photo after each of its first events."""
    header = {"partie": 1, "game": "scoresheet", "id": "many", "players": ["Anna"]}
    events = [{"type": "PointsNoted", "label": f"{line}", "points": [line]} for line in range(MAX_PHOTOS)]
    lines = [*map(json.dumps, [header, *events]), *(line(jpeg=BASE64, about=1 + place) for place in range(number))]
    (read,) = script.read(BytesIO("\n".join(lines).encode()))
    assert isinstance(read, Script)
    return read


def test_too_many_photos_are_refused_in_the_translatable_sentence_of_the_rule(records: MatchRepository) -> None:
    rule = attach_refusal([("", version) for version in range(MAX_PHOTOS)], (RED.digest, None))
    assert rule
    assert rule.rule == "R-PHOTO"
    problem = with_photos(MAX_PHOTOS + 1).problem
    assert problem
    assert isinstance(problem.sentence, Message)
    assert problem.sentence.values == (("why", rule.sentence),)
    import_script(records, with_photos(MAX_PHOTOS - 1))
    records.photos.attach(records.match("many"), BLUE)
    with pytest.raises(ScriptError) as refused:
        import_script(records, with_photos(MAX_PHOTOS))
    assert refused.value.sentence is rule.sentence
