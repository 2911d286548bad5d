"""Words are compared in one form, in Python and on pages: `tests/javascript/folded.test.mjs` reads the same cases."""

import json
from pathlib import Path
from random import Random

import pytest
from rapidfuzz import fuzz

from core.folding import folded, similarity

CASES = json.loads(Path(__file__).parents[1].joinpath("javascript/folded.json").read_text("utf-8"))


@pytest.mark.parametrize(("text", "form"), CASES)
def test_words_are_without_case_accents_and_signs(text: str, form: str) -> None:
    assert folded(text) == form


@pytest.mark.parametrize(("text", "form"), CASES)
def test_a_folded_text_stays_as_it_is(text: str, form: str) -> None:
    assert folded(form) == form


def test_similar_names_are_as_similar_as_rapidfuzz_says() -> None:
    rng = Random(7)
    texts = ["", "a", "anna", "hannah", *("".join(rng.choices("anbe ř", k=rng.randrange(24))) for _ in range(150))]
    for one in texts:
        for other in texts:
            assert similarity(one, other) == pytest.approx(fuzz.ratio(one, other) / 100)
