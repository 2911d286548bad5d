"""The addresses that other devices can use, the likeliest first, and the link that pairs them."""

from urllib.parse import urlsplit

from viewer.pairing.addresses import http_address, lan_addresses, pairing_link, parse, ranked

HOME = ("127.0.0.1", "::1", "169.254.3.4", "172.17.0.1", "192.168.1.5", "100.90.1.2", "8.8.4.4", "fe80::1%eth0")


def test_the_address_of_the_route_comes_first_and_others_can_be_tried() -> None:
    for route, likely in (
        ("192.168.1.5", ("192.168.1.5", "172.17.0.1", "100.90.1.2", "8.8.4.4")),
        (None, ("172.17.0.1", "192.168.1.5", "100.90.1.2", "8.8.4.4")),
        ("8.8.4.4", ("172.17.0.1", "192.168.1.5", "8.8.4.4", "100.90.1.2")),  # A private one is likelier.
    ):
        assert ranked(HOME, route) == likely
    assert ranked(("127.0.0.1", "::1", "169.254.3.4"), None) == (), "without a network there is none"


def test_a_host_that_was_named_is_the_only_one_and_loopback_is_of_no_use() -> None:
    for loopback in ("127.0.0.1", "127.0.0.2", "::1", "localhost"):
        assert lan_addresses(loopback) == ()
    for named in ("192.168.1.5", "partie.example.org", "fd00::2"):
        assert lan_addresses(named) == (named,)
    for host in ("0.0.0.0", "::"):
        assert not [one for one in lan_addresses(host) if one.startswith("127.") or one in ("::1", host)]
    assert (http_address("fd00::2", 80), http_address("10.0.0.1", 8501)) == (
        "http://[fd00::2]:80",
        "http://10.0.0.1:8501",
    )


CODE = "8c1d22e0_Xk3-_abcdefghijkl"


def test_code_and_page_are_read_from_the_link_and_from_its_end() -> None:
    for page in ("", "live/5e1f09a2c4", "table?match=5e1f", "new", "replay?match=a&at=3"):
        link = pairing_link("http://192.168.1.5:8501", CODE, page)
        parts = urlsplit(link)
        assert (parts.path, parts.query) == ("/pairing", "")
        assert parse(link) == parse(parts.fragment) == parse(f" {link}\n") == (CODE, page)


def test_a_page_elsewhere_and_other_texts_are_left_out() -> None:
    for page in ("//example.org", "/etc", "https://example.org", "..", "a/../b", "a\r\nX: y", "a#b", "A"):
        assert parse(f"{CODE}/{page}")[1] == parse("http://192.168.1.5:8501/pairing")[1] == ""
    assert parse("") == ("", "")
