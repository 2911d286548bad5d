"""The addresses that other devices can use, the likeliest first."""

import pytest

from viewer.site.pairing.lan_addresses import http_address, lan_addresses, ranked

HOME = ("127.0.0.1", "::1", "169.254.3.4", "172.17.0.1", "192.168.1.5", "100.90.1.2", "8.8.4.4", "fe80::1%eth0")


def test_the_address_of_the_route_comes_first_and_others_can_be_tried() -> None:
    assert ranked(HOME, "192.168.1.5") == ("192.168.1.5", "172.17.0.1", "100.90.1.2", "8.8.4.4")
    assert ranked(HOME, None)[:2] == ("172.17.0.1", "192.168.1.5")


def test_a_private_address_is_likelier_than_a_public_one_of_the_route() -> None:
    assert ranked(HOME, "8.8.4.4") == ("172.17.0.1", "192.168.1.5", "8.8.4.4", "100.90.1.2")


def test_without_a_network_there_is_none() -> None:
    assert ranked(("127.0.0.1", "::1", "169.254.3.4"), None) == ()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_no_other_device_reaches_loopback(host: str) -> None:
    assert lan_addresses(host) == ()


@pytest.mark.parametrize("host", ["192.168.1.5", "partie.example.org", "fd00::2"])
def test_a_host_that_was_named_is_the_only_one(host: str) -> None:
    assert lan_addresses(host) == (host,)


def test_no_address_of_this_machine_is_loopback() -> None:
    for host in ("0.0.0.0", "::"):
        assert not [one for one in lan_addresses(host) if one.startswith("127.") or one in ("::1", host)]


def test_an_ipv6_address_is_in_brackets() -> None:
    assert (http_address("fd00::2", 80), http_address("10.0.0.1", 8501)) == (
        "http://[fd00::2]:80",
        "http://10.0.0.1:8501",
    )
