"""Files that stop in the middle: a sentence that says so, and nothing of them is kept by half."""

import json
from pathlib import Path

import pytest

from importers import reading
from importers.imported_play import UnreadableFile
from tests.viewer.commands.test_import import SAMPLES

WHOLE = sorted(path for kind in ("bgstats", "bga") for path in (SAMPLES / kind).iterdir())


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.999])
def test_json_that_breaks_off_is_told_so_wherever_it_does(path: Path, share: float) -> None:
    data = path.read_bytes()
    cut = data[: int(share * len(data))]
    with pytest.raises(UnreadableFile, match=r"incomplete|is not JSON|is not a replay log"):
        reading.recognized(cut).read(cut)


@pytest.mark.parametrize("content", [{}, [], {"games": []}, [[[]]]])
def test_whole_json_of_something_else_is_none_of_ours(content: object) -> None:
    with pytest.raises(UnreadableFile, match="Unsupported file"):
        reading.recognized(json.dumps(content).encode())
