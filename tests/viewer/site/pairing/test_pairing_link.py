"""The link of a pairing code: what is in it is behind the `#`, and it leads to no other site."""

from urllib.parse import urlsplit

import pytest

from viewer.site.pairing.pairing_link import pairing_link, parse

CODE = "8c1d22e0_Xk3-_abcdefghijkl"


@pytest.mark.parametrize("page", ["", "live/5e1f09a2c4", "table?match=5e1f", "new", "replay?match=a&at=3"])
def test_code_and_page_are_read_from_the_link_and_from_its_end(page: str) -> None:
    link = pairing_link("http://192.168.1.5:8501", CODE, page)
    parts = urlsplit(link)
    assert (parts.path, parts.query) == ("/pairing", "")
    assert parse(link) == parse(parts.fragment) == parse(f" {link}\n") == (CODE, page)


@pytest.mark.parametrize(
    "page", ["//example.org", "/etc", "https://example.org", "..", "a/../b", "a\r\nX: y", "a#b", "A"]
)
def test_a_page_elsewhere_is_left_out(page: str) -> None:
    assert parse(f"{CODE}/{page}")[1] == ""


def test_other_texts_hold_no_page() -> None:
    assert parse("") == ("", "")
    assert parse("http://192.168.1.5:8501/pairing")[1] == ""
