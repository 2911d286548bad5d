"""The languages of the viewer: no translation is wrong, and they write as their readers do."""

import os
import re
import warnings
from collections.abc import Callable, Iterator
from gettext import GNUTranslations
from io import BytesIO
from random import Random
from string import Formatter
from threading import Thread

import pytest
from babel.messages import catalog as po
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from core.game import CHANCE, AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.messages import message, message_in, message_of, term
from tests.viewer import messages
from tests.viewer.boards.boards import play
from tests.viewer.messages import LANGUAGES, completeness, forms, messages_of, untranslated
from tests.viewer.pseudo import pseudo, spoken
from viewer.boards import Drawable, Tappable, board_of
from viewer.boards.scene import Scene
from viewer.conformance.mutants import altered, vocabulary
from viewer.locale import language, po_file
from viewer.locale.language import date, gettext, listed, ngettext, number, preferred, translate
from viewer.locale.po_file import compiled

TABLES = (
    (chocolatier, 2, {}),
    (chocolatier, 3, {"special_displays": True, "wall": "free"}),
    (pavilion, 2, {}),
    (pavilion, 3, {"board": "variant"}),
    (azacru, 3, {}),
    (schokoly, 2, {}),
    (schokoly, 3, {"swaps": True}),
    (scoresheet, 3, {}),
)
NOTATION = re.compile(r"[wmd]{2}/[wmd]{2}|\b[a-i][1-9]\b|\b[a-i]\b|\bSF[1-5]\b|'[^']*'")
"""What is the same in every language: faces of cards, fields, files, special displays, quotations."""


@pytest.fixture(params=LANGUAGES)
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    language.set_language(request.param)
    yield request.param
    language.set_language("en")


@pytest.mark.slow
def test_every_message_can_be_read_from_the_sources_and_catalogues_hold_no_other() -> None:
    assert [f"{found.file}:{found.line}" for found in messages.messages() if not found.text] == []
    output = {(message.id, message.context) for message in messages.template()}
    gone = {(key, each.id) for key in LANGUAGES for each in messages_of(key) if (each.id, each.context) not in output}
    assert gone == set(), "Run `make messages`: the sources do not say this any more."


class Untranslated(UserWarning):
    """A catalogue lacks messages; people read them in English. A release fails: `PARTIE_REQUIRE_TRANSLATIONS=1`."""


@pytest.mark.slow
@pytest.mark.filterwarnings("default::tests.viewer.locale.test_language.Untranslated")
@pytest.mark.parametrize("key", LANGUAGES)
def test_how_complete_the_catalogue_is(key: str, measured: Callable[[str], None]) -> None:
    figures = completeness(key)
    measured(figures)
    left = untranslated(key)
    done, whole = map(int, re.findall(r"(\d+) of (\d+) messages", figures)[0])
    assert whole - done == len(left)
    advice = f"{figures}. Run `make messages` and translate: {left}"
    assert not (left and os.environ.get("PARTIE_REQUIRE_TRANSLATIONS") == "1"), advice
    if left:
        warnings.warn(advice, Untranslated, stacklevel=1)


@pytest.mark.parametrize("key", LANGUAGES)
def test_a_translated_message_has_all_its_forms_and_keeps_the_placeholders(key: str) -> None:
    for each in messages_of(key):
        output = forms(each.string)
        assert all(output) or not any(output), each.id
        assert len(output) == (3 if each.pluralizable else 1), each.id
        if not each.fuzzy:  # Nobody reads a fuzzy one.
            assert lost_placeholders(each) == [], each.id


def lost_placeholders(each: po.Message) -> list[str]:
    """The translations of a message with other placeholders than the English text."""
    wanted = holes(forms(each.id)[-1])
    allowed = (wanted, wanted - {"number"} if each.pluralizable else wanted)
    return [output for output in filter(None, forms(each.string)) if holes(output) not in allowed]


def test_romanian_says_tu() -> None:
    ending = re.compile(r"\b\w+[aeiâî]ți(?:-\w+)?\b|\bdumneavoastră\b|\bvă\b")
    no_verbs = {"câți", "despărțiți", "diferiți", "numiți", "octeți", "stabiliți", "săgeți", "înveți"}
    texts = [text for each in messages_of("ro") for text in forms(each.string)]
    assert {word for text in texts for word in ending.findall(text.lower())} - no_verbs == set()


def test_an_empty_translation_is_allowed_and_a_wrong_one_is_not() -> None:
    catalog = Catalog(locale="cs")
    assert lost_placeholders(catalog.add("{name} won", "")) == []
    assert lost_placeholders(catalog.add("{name} lost", "{name} má")) == []
    assert lost_placeholders(catalog.add("{name} leads", "{jméno} vede")) == ["{jméno} vede"]
    assert lost_placeholders(catalog.add(("{number} move", "{number} moves"), ("jeden tah", "", "{n} tahů")))


def shown(catalog: Catalog) -> GNUTranslations:
    """The words that readers see of a catalog."""
    write_po(file := BytesIO(), catalog)
    return compiled(tuple(po_file.messages(file.getvalue().decode())))


def test_a_message_with_a_changed_word_keeps_its_translation_as_a_fuzzy_one() -> None:
    catalog, template = Catalog(locale="cs"), Catalog(fuzzy=False)
    moves = ("{number} move was made", "{number} moves were made")
    for id, string in {"The match is over": "Partie skončila", "Board": "Deska", moves: ("a", "b", "c")}.items():
        catalog.add(id, string)
    for id in ("The match is finished", "Board", "Boards", ("{number} move was played", "{number} moves were played")):
        template.add(id)
    messages.update(catalog, template)
    assert {each.id: (each.string, each.fuzzy) for each in catalog if each.id} == {
        "The match is finished": ("Partie skončila", True),
        "Board": ("Deska", False),
        "Boards": (None, False),  # New: `Board` is still there.
        ("{number} move was played", "{number} moves were played"): (("a", "b", "c"), True),
    }
    output = shown(catalog)
    assert output.gettext("The match is finished") == "The match is finished"
    assert output.gettext("Board") == "Deska"
    messages.update(catalog, template)
    assert catalog["The match is finished"].fuzzy, "until somebody has checked it"


def test_a_message_without_a_translation_is_said_in_english() -> None:
    catalog = Catalog(locale="cs")
    catalog.add("Board", "")
    moves = ("{number} move", "{number} moves")
    catalog.add(moves, ("", "", ""))
    output = shown(catalog)
    assert output.gettext("Board") == "Board"
    assert [output.ngettext(*moves, count) for count in (1, 2, 5)] == [moves[0], moves[1], moves[1]]
    assert [messages.percent(left, 2097) for left in (0, 1, 1049, 2097)] == [100.0, 99.9, 49.9, 0.0], "rounded down"


def holes(text: str) -> set[str]:
    return {
        name + (f"!{conversion}" if conversion else "") for _, name, _, conversion in Formatter().parse(text) if name
    }


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=lambda value: getattr(value, "KEY", ""))
def test_a_match_is_told_without_a_word_left_in_english(game: AnyGame, seats: int, options: dict[str, object]) -> None:
    names = [str(seat + 1) for seat in range(seats)]
    with spoken():
        for output in everything_said(game, seats, game.Options(**options), names):
            assert not re.search("[A-Za-z]", NOTATION.sub("", output)), output


def everything_said(game: AnyGame, seats: int, options: object, names: list[str]) -> Iterator[str]:
    rng, board = Random(7), board_of(game)
    match = play(game, seats, options, seed=2)
    known = vocabulary(match.events)
    for place, (state, event) in enumerate(zip(match.states, match.events, strict=False)):
        yield board.sentence(state, event, names)
        for step in game.story(state, event):
            yield translate(step.label)
            yield from (translate(gain.source) for gain in step.gains)
        for _ in range(5):
            if refusal := game.refusal(state, altered(event, known, rng)):
                yield translate(refusal.sentence)
        if isinstance(board, Tappable):
            yield from (tap[1:] for tap in board.taps(state, event) if tap.startswith("="))
        if isinstance(board, Drawable) and game.turn(state) == CHANCE:
            draws = board.draws(state)
            yield from (slot.label for slot in draws.slots)
            yield from (kind.label for _, kinds in draws.pools for kind in kinds)
        if place % 7 == 0:
            yield from read_on(board.scene(state, names))
    yield from read_on(board.scene(match.states[-1], names))
    if outcome := game.outcome(match.states[-1]):
        yield translate(outcome.why)


def read_on(scene: Scene) -> Iterator[str]:
    for panel in scene.panels:
        yield panel.title
        yield from (text for shape in panel.shapes for text in (shape.text, shape.title) if text)


@pytest.mark.slow
def test_a_phrase_is_an_english_text_that_knows_its_template() -> None:
    assert pseudo("{name} takes {number} tiles") == "{name} жжжжж {number} жжжжж"
    output = message("takes {number} {color}", number=3, color=term("blue"))
    assert output == "takes 3 blue"
    assert str(ValueError(output)) is output
    rows = message_of("{number} complete row", "{number} complete rows", 2)
    with spoken():
        assert translate(output) == f"takes 3 {pseudo('blue')}"  # The template is no message of the sources.
        assert translate(message("There is no display {source}.", source=7)) == f"{pseudo('There is no display')} 7."
        assert translate(rows) == f"2 {pseudo('complete rows')}"


def test_phrases_that_read_alike_keep_their_own_templates() -> None:
    language.set_language("cs")
    plain = message("There is no {color} tile {place}.", color="7", place=message("in display {source}", source=1))
    pavilion = message_in("pavilion", "in display {source}", source=1)
    assert translate(message("There is no {color} tile {place}.", color="7", place=pavilion)) != translate(plain)
    language.set_language("en")


def test_plurals_follow_the_count_and_what_core_does_not_know_stays_as_it_is(tongue: str) -> None:
    output = [ngettext("{number} point", "{number} points", count) for count in (1, 2, 5, 20)]
    points = {"cs": ["1 bod", "2 body", "5 bodů", "20 bodů"], "ro": ["1 punct", "2 puncte", "5 puncte", "20 de puncte"]}
    assert output == points[tongue]
    assert translate("A sentence nobody translated") == "A sentence nobody translated"


def test_numbers_and_dates_are_written_as_readers_write_them(tongue: str) -> None:
    assert number(-3.5) == "−3,5"
    assert number(1_234_567.5) == {"cs": "1\u00a0234\u00a0567,5", "ro": "1.234.567,5"}[tongue]
    assert date("2026-11-20") == {"cs": "20. 11. 2026", "ro": "20 nov. 2026"}[tongue]
    assert date("around 1990") == "around 1990"


def test_english_is_the_language_of_the_sources() -> None:
    assert (number(-3.0), number(999), number(1000)) == ("−3", "999", "1,000")
    assert listed(["Anna", "Ben", "Cleo"]) == "Anna, Ben and Cleo"
    assert gettext("a text no catalogue has, {name}", name="Anna") == "a text no catalogue has, Anna"


def test_the_first_wish_we_speak_counts() -> None:
    for wishes, key in (
        (("cs", "ro"), "cs"),
        ((None, "", "ro-MD"), "ro"),
        (("xx", "cs_CZ"), "cs"),
        (("CS", "ro"), "cs"),
        (("xx", "Cs-CZ"), "cs"),
        (("RO",), "ro"),
        (("de-DE",), "en"),
        ((), "en"),
    ):
        assert preferred(*wishes) == key


def test_a_thread_of_its_own_asks_for_its_language(tongue: str) -> None:
    heard: list[str] = []
    run = Thread(target=lambda: heard.append(language.current()))
    run.start()
    run.join()
    assert heard == ["en"]


def test_a_component_gets_the_words_of_its_own_scripts(tongue: str) -> None:
    words = language.js_catalog("viewer/components/navigation")["words"]
    assert words["Language"] == {"cs": "Jazyk", "ro": "Limba"}[tongue]
    assert "{name} {points}, winner" not in words, "those of other components"
