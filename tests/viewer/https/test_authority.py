"""The authority of a home: openssl trusts it for the home, and for nothing else."""

import re
import shutil
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import NameOID
from zeroconf import ServiceInfo, Zeroconf

from tests.viewer.commands.terminal import Terminal
from viewer.https.authority import Authority, authority_of, fingerprint
from viewer.https.home_name import HomeName

NOW = datetime.now(UTC)
HOME = ("192.168.1.20", "10.0.0.5", "fd00::5", "203.0.113.7")
"""The last one is no address of a home."""


def authority(folder: Path, now: datetime = NOW) -> Authority:
    made = authority_of(folder / "partie.db")
    made.make(now)
    made.renew(now, HOME)
    return made


def verified(root: Path, leaf: Path, *words: str) -> str:
    if not (openssl := shutil.which("openssl")):
        pytest.skip("openssl is not installed.")
    line = (openssl, "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", str(root), *words, str(leaf))
    done = subprocess.run(line, capture_output=True, text=True)
    return done.stdout + done.stderr


def forged(home: Authority, folder: Path, *names: x509.GeneralName, common: str = "partie.local") -> Path:
    """A certificate that a thief of the key signs."""
    key = ec.generate_private_key(ec.SECP256R1())
    root, root_key = home.root(), load_pem_private_key((home.folder / "root.key").read_bytes(), None)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
    builder = x509.CertificateBuilder(
        root.subject, subject, key.public_key(), 7, NOW - timedelta(1), NOW + timedelta(9)
    )
    for name in (x509.SubjectAlternativeName(names),) if names else ():
        builder = builder.add_extension(name, critical=False)
    builder = builder.add_extension(x509.BasicConstraints(False, None), critical=True)
    builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root.public_key()), False)  # type: ignore[arg-type]
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    path = folder / "forged.pem"
    path.with_suffix(".key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    path.write_bytes(builder.sign(root_key, hashes.SHA256()).public_bytes(Encoding.PEM))  # type: ignore[arg-type]
    return path


def test_the_home_is_trusted_under_its_name_and_its_addresses(tmp_path: Path) -> None:
    home = authority(tmp_path)
    for words in (("-verify_hostname", "partie.local"), ("-verify_ip", "192.168.1.20"), ("-verify_ip", "fd00::5")):
        assert verified(home.root_file, home.leaf_file, *words) == f"{home.leaf_file}: OK\n"
    assert "IP address mismatch" in verified(home.root_file, home.leaf_file, "-verify_ip", "203.0.113.7")
    assert {path.stat().st_mode & 0o77 for path in (home.folder, *home.folder.iterdir())} == {0}
    assert (home.root().not_valid_after_utc - NOW).days in (3652, 3653)
    said = fingerprint(home.root())
    assert re.fullmatch(r"(([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz] ?){5}", said), "five words"
    assert said == fingerprint(home.root())


def test_a_stolen_key_forges_no_other_site_and_makes_no_further_authority(tmp_path: Path) -> None:
    home = authority(tmp_path)
    for name in (
        *(x509.DNSName(name) for name in ("bank.example", "*.com", "partielocal")),
        *(x509.IPAddress(ip_address(name)) for name in ("203.0.113.7", "172.32.0.1", "2001:db8::1")),
    ):
        told = verified(home.root_file, forged(home, tmp_path, x509.DNSName("partie.local"), name))
        assert "permitted subtree violation" in told
        assert "OK" not in told
    told = verified(home.root_file, forged(home, tmp_path, common="bank.example"))
    assert "permitted subtree violation" in told, "it hides no name in the subject"
    limits = home.root().extensions.get_extension_for_class(x509.BasicConstraints)
    assert limits.critical
    assert limits.value.path_length == 0


def test_a_certificate_follows_the_addresses_and_the_clock_and_the_root_stays(tmp_path: Path) -> None:
    home = authority(tmp_path)
    root, leaf = home.root_file.read_bytes(), home.leaf_file.read_bytes()
    assert not home.renew(NOW + timedelta(days=75), HOME)
    assert home.renew(NOW + timedelta(days=77), HOME)  # Two weeks before its end.
    assert home.renew(NOW, ("192.168.7.9",))
    assert verified(home.root_file, home.leaf_file, "-verify_ip", "192.168.7.9").endswith("OK\n")
    home.renew(NOW + timedelta(days=365), HOME)
    assert home.renew(NOW, HOME)  # The clock was a year off.
    assert home.leaf().not_valid_before_utc <= NOW
    home.make(NOW)
    assert home.root_file.read_bytes() == root
    assert home.leaf_file.read_bytes() != leaf


def test_after_a_theft_a_new_root_refuses_what_the_old_key_signs(tmp_path: Path) -> None:
    partie, home = Terminal(tmp_path / "partie.db"), authority_of(tmp_path / "partie.db")
    partie("new", "scoresheet", "--player", "Anna")
    assert "makes one" in partie("keeping", "--new-root", code=1)
    authority(tmp_path)
    old, stolen = fingerprint(home.root()), forged(home, tmp_path, x509.DNSName("partie.local"))
    assert verified(home.root_file, stolen).endswith("OK\n")
    told = partie("keeping", "--new-root")
    assert fingerprint(home.root()) in told
    assert old not in told
    assert "OK" not in verified(home.root_file, stolen)
    assert "OK" not in verified(home.root_file, home.leaf_file)
    assert home.renew(NOW, HOME)  # As a service that runs does within a minute.
    assert verified(home.root_file, home.leaf_file).endswith("OK\n")


@pytest.mark.slow
def test_a_second_home_takes_the_next_name_and_keeps_it(tmp_path: Path) -> None:
    with closing(Zeroconf(use_asyncio=False)) as network:
        other = ServiceInfo(
            "_https._tcp.local.", "Another._https._tcp.local.", port=8502, addresses=[ip_address("10.9.8.7").packed],
            server="partie.local.",
        )  # fmt: skip
        network.register_service(other, allow_name_change=True)
        name = HomeName(authority_of(tmp_path / "partie.db"), 8502, lambda: HOME[:1], lambda: NOW)
        if name.name == "partie.local":
            pytest.skip("Machines do not hear each other by multicast here.")
        assert (name.wanted, name.name) == ("partie.local", "partie-2.local")
    home = authority_of(tmp_path / "partie.db")
    assert verified(home.root_file, home.leaf_file, "-verify_hostname", "partie-2.local").endswith("OK\n")
    again = HomeName(home, 8502, lambda: HOME[:1], lambda: NOW)
    assert (again.wanted, again.name) == ("partie-2.local", "partie-2.local")  # Its phones know it by that.
    assert HomeName(home, 8502, lambda: HOME[:1], lambda: NOW, "club.local").name == home.name() == "club.local"
