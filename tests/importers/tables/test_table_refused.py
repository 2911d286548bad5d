"""Tables of plays: whatever the bytes, they are read or refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.imported_play import UnreadableFile
from importers.tables import headers, mapping, table
from tests.importers.imported import assert_answered, kept
from tests.importers.tables.tables import read, workbook


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "The file is empty"),
        ("hello\n", "No column holds players"),
        ("Date,Game\n2024-01-01,Azul\n", "No column holds players"),
        ("a,b\n1,2\n", "No column holds players"),
        ("\0\1\2\3", "binary"),
        (b"PK\x03\x04 and nothing more", "cannot be unpacked"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(words, why):
    with pytest.raises(UnreadableFile, match=why):
        read(words)
    assert not table.recognizes(words if isinstance(words, bytes) else words.encode())


WORDS = st.sampled_from(
    (
        *("Date", "Player", "Score", "Winner", "Game", "Jitka", "2024-01-01", "3/4/24", "52", "1,234", "", "*", "NaN"),
        *("9" * 30, "id", "Total", "rank", "1e999", "=1+1", "\x07", "a, b", "1:30", "team", "∞", "-0", "٣"),
    )
)


@given(
    st.lists(st.lists(WORDS | st.text(max_size=6), max_size=6), max_size=8),
    st.sampled_from([";", ",", "\t"]),
    st.integers(0, 400),
)
def test_whatever_stands_in_a_table_it_is_read_or_refused(rows, delimiter, cut):
    head = ["Date", "Game", "Player", "Score", "Winner"][: 1 + cut % 5]
    words = "\n".join(delimiter.join(row) for row in [head, *rows])
    data = words.encode("utf-8", "replace")[: cut + 40]
    table.recognizes(data)
    assert_answered(table.read, data)


@given(
    st.lists(st.sampled_from(headers.MEANINGS), min_size=6, max_size=6),
    st.sampled_from(["long", "wide"]),
    st.sampled_from([",", ".", None]),
    st.sampled_from([True, False, None]),
)
def test_whatever_a_mapping_says_the_table_is_read_or_refused(meanings, shape, decimal, day_first):
    rows = "a;b;c;d;e;f\n3/4/24;Azul;Jitka;5,5;yes;1\n3/4/24;Azul;Jarda;1.234;;2\n;;;x;Jitka;1\nTotal;;9;9;;9\n"
    columns = tuple(mapping.TableColumn(title, held) for title, held in zip("abcdef", meanings, strict=True))
    given = mapping.Mapping(columns, shape, delimiter=";", decimal=decimal, day_first=day_first, game="Azul")
    try:
        reading = read(rows, given)
    except UnreadableFile:
        assert not given.has_players()
        return
    assert reading == read(rows, given)
    for play in reading.plays:
        kept(play)


WORKBOOK = workbook(Plays=[["Date", "Player", "Score"], ["2024-01-01", "Jitka", 5]])


@given(st.binary(max_size=60), st.integers(0, len(WORKBOOK)), st.integers(0, len(WORKBOOK)))
def test_whatever_bytes_they_are_they_are_read_or_refused(bytes_in, at, cut):
    for data in (bytes_in, b"PK\x03\x04" + bytes_in, WORKBOOK[:cut], WORKBOOK[:at] + bytes_in + WORKBOOK[at:]):
        table.recognizes(data)
        assert_answered(table.read, data)
