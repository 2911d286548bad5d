"""Words are compared in one form, in Python and on pages: `tests/javascript/folded.test.mjs` reads the same cases."""

import json
from pathlib import Path

import pytest

from core.folding import folded

CASES = json.loads(Path(__file__).parents[1].joinpath("javascript/folded.json").read_text("utf-8"))


@pytest.mark.parametrize(("text", "form"), CASES)
def test_words_are_without_case_accents_and_signs(text: str, form: str) -> None:
    assert folded(text) == form


@pytest.mark.parametrize(("text", "form"), CASES)
def test_a_folded_text_stays_as_it_is(text: str, form: str) -> None:
    assert folded(form) == form
