"""The personal texts of stored events: cut out for the row hash, and put back to the character."""

import pytest

from eventstore.store import redaction


def test_the_rest_and_the_texts_determine_the_data() -> None:
    rest, texts = redaction.split("NoteWritten", '{"id":"n1","text":"Ana \\"won\\"","author":"Ben"}')
    assert (rest, texts) == ('{"id":"n1","text":\x1e,"author":\x1e}', ('"Ana \\"won\\""', '"Ben"'))


@pytest.mark.parametrize("data", ['{"text":"Ana\x1e"}', '{"text":\x1e,"author":"Ana"}', '"Ana"', "Ana"])
def test_what_is_no_json_has_no_texts(data: str) -> None:
    """JSON holds no raw U+001E: with one, two different rows could be cut to the same rest and texts."""
    assert redaction.split("NoteWritten", data) == (data, ())
    assert redaction.redact("NoteWritten", data, lambda text: "somebody") == data
    assert not redaction.is_redacted("NoteWritten", data)


def test_an_escaped_separator_is_a_letter_of_the_text() -> None:
    assert redaction.split("NoteWritten", '{"text":"Ana\\u001e"}') == ('{"text":\x1e}', ('"Ana\\u001e"',))
