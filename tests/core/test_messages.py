"""Sentences with words that only commands say."""

from core.messages import ForCommands, for_commands, message, message_of


def test_only_commands_say_their_options_however_deep_the_sentence_is_within_others() -> None:
    asked = message("{written} is ambiguous{how}.", written="1,500", how=ForCommands(", choose with --decimal"))
    outer = message("line 7: {problem}", problem=asked)
    assert outer == "line 7: 1,500 is ambiguous."
    assert for_commands(outer) == "line 7: 1,500 is ambiguous, choose with --decimal."


def test_other_texts_stay_as_they_are() -> None:
    assert for_commands("a {brace}") == "a {brace}"
    assert for_commands(message("no values {here}")) == "no values {here}"
    assert [for_commands(message_of("{number} line", "{number} lines", number)) for number in (1, 2)] == [
        "1 line",
        "2 lines",
    ]
