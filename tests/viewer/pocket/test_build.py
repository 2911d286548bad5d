"""The folder of the pocket: of one version of each package alone, Pyodide changed in exactly two places."""

from pathlib import Path

import pytest

from viewer.pocket.build import DIGESTS, PATCHES, OtherPackage, build, patched
from viewer.pocket.sources import sources


def test_another_pyodide_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    for name in DIGESTS:
        (tmp_path / name).write_bytes(b"another")
    with pytest.raises(OtherPackage, match=r"pyodide\.mjs .* Nothing was written\."):
        build(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_patch_that_does_not_apply_once_ends_the_build() -> None:
    script = "".join(old for old, _ in PATCHES)
    assert patched(script) == "".join(new for _, new in PATCHES)
    for spoiled in ("", script + PATCHES[0][0], PATCHES[1][0]):
        with pytest.raises(OtherPackage, match="cannot be patched"):
            patched(spoiled)


def test_the_archive_has_what_modules_import_and_read_and_no_server() -> None:
    found = sources()
    wanted = (
        "core/games/azacru/rules.py",
        "viewer/boards/boards.css",
        "viewer/rules/azacru.md",
        "viewer/pages/trees.py",
    )
    assert found.keys() >= {*wanted, "viewer/locale/ro/LC_MESSAGES/partie.po"}
    assert not [path for path in found if path.startswith(("viewer/site/", "viewer/commands/")) or "streamlit" in path]
