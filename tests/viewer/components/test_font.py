"""The fonts that pages load hold what pages show."""

import re
from importlib.resources import files
from pathlib import Path

import streamlit

import viewer

SIGN = re.compile(r":material/([a-z_0-9]+):")


def test_every_sign_in_use_is_in_the_font() -> None:
    """`material-symbols.txt` lists the signs of the font; those that the sources name, and Streamlit's scripts."""
    listed = set(files("viewer.components.lib").joinpath("font/material-symbols.txt").read_text().split())
    ours = [path.read_text("utf-8") for path in Path(viewer.__file__).parent.rglob("*.py")]
    theirs = [path.read_text("utf-8") for path in (Path(streamlit.__file__).parent / "static/static/js").glob("*.js")]
    used = {name for text in (*ours, *theirs) for name in SIGN.findall(text)}
    assert used
    assert not any(":material/{" in text for text in ours), "a sign whose name is put together cannot be checked"
    assert used - listed == {"star_filled"}  # Streamlit names it, the full font lacks it too.
