"""A question as a sentence: which of its words are menus, and what stays text."""

import json

from viewer.pages.shared.question import Choice, Menu, filled, question


def test_the_words_in_brackets_are_the_menu_and_braces_in_a_title_stay() -> None:
    menu = Menu("at [{game}],", "Game", (Choice("A", "?game=A", is_chosen=True),), {"game": "a [{b}] c"})
    assert menu.parts() == ("at ", "a [{b}] c", ",")
    assert menu.text() == "at a [{b}] c,"


def test_a_part_without_choices_is_text() -> None:
    drawn = question("{who} {since}?", who=Menu("[Who]", "Who", ()), since=Menu("since [2019]", "Year", ()))
    assert "button" not in json.dumps(drawn)
    assert drawn == ["div", {"class": "asked"}, [["h1", {"class": "q"}, ["Who", " ", "since 2019", "?"]]]]


def test_a_menu_is_a_button_that_names_what_it_chooses_and_a_long_one_can_be_searched() -> None:
    choices = [Choice(str(year), f"?since={year}", year == 2020) for year in (2021, 2020)]
    drawn = json.dumps(question("{since}?", since=Menu("since [2020]", "Year", choices)))
    assert '"aria-description": "Year"' in drawn
    assert drawn.count('"aria-current": "true"') == 1
    assert '"type": "search"' not in drawn
    choices = [Choice(f"Game {n}", "?") for n in range(21)]
    assert '"type": "search"' in json.dumps(question("{game}", game=Menu("[Azul]", "Game", choices)))


def test_a_template_is_filled_with_elements_where_the_language_wants_them() -> None:
    assert filled("{b} before {a}.", a=["A"], b=[["b", {}, []]]) == [["b", {}, []], " before ", "A", "."]
