"""A certificate authority of one store, for https in a network without a public name.

Laws: the root signs only names under `.local` and private addresses (critical name constraints), and no other
authority: a stolen key forges no other site. Certificates of 90 days follow the addresses of this machine.
"""

import os
import ssl
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

NAME: Final = "partie.local"

ROOT_DAYS: Final = 3653
LEAF_DAYS: Final = 90
RENEWED_DAYS: Final = 14
"""Days before its end when a certificate is replaced."""

SKEW: Final = timedelta(days=1)
"""Certificates begin so long before they are made: the clock of a phone may be behind."""

PRIVATE: Final[tuple[IPv4Network | IPv6Network, ...]] = tuple(
    map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"))
)

_ALPHABET: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"


@dataclass(frozen=True, slots=True)
class Authority:
    """The files of the authority in a folder that only the owner of the store reads."""

    folder: Path

    @property
    def root_file(self) -> Path:
        return self.folder / "root.pem"

    @property
    def leaf_file(self) -> Path:
        """The certificate of this machine, the root and the key of the former."""
        return self.folder / "leaf.pem"

    def root(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.root_file.read_bytes())

    def leaf(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.leaf_file.read_bytes())

    def make(self, now: datetime) -> None:
        """Make the key and the root certificate, unless both are there."""
        if not (self.root_file.exists() and self._key_file.exists()):
            self.make_anew(now)

    def make_anew(self, now: datetime) -> None:
        """Make another key and root; what the former key signs is then refused wherever its root was removed."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"Partie at home, {now:%Y-%m-%d}")
        permitted = [x509.DNSName("local"), *map(x509.IPAddress, PRIVATE)]
        root = (
            _begun(name, name, key.public_key(), now, ROOT_DAYS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .add_extension(_usage(signs=True), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .sign(key, hashes.SHA256())
        )
        _write(self._key_file, _pem(key))
        _write(self.root_file, root.public_bytes(Encoding.PEM))

    def renew(self, now: datetime, addresses: Sequence[str], name: str = NAME) -> bool:
        """Make the certificate for this name and these addresses; False if the one that is there still serves."""
        names = [x509.DNSName(name), *map(x509.IPAddress, _private(addresses))]
        if self.leaf_file.exists() and _serves(self.leaf(), self.root(), names, now):
            return False
        key = ec.generate_private_key(ec.SECP256R1())
        root, root_key = self.root(), load_pem_private_key(self._key_file.read_bytes(), None)
        assert isinstance(root_key, ec.EllipticCurvePrivateKey)
        leaf = (
            _begun(_name(name), root.subject, key.public_key(), now, LEAF_DAYS)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root.public_key()), critical=False)  # type: ignore[arg-type]
            .sign(root_key, hashes.SHA256())
        )
        _write(self.leaf_file, leaf.public_bytes(Encoding.PEM) + root.public_bytes(Encoding.PEM) + _pem(key))
        return True

    def context(self) -> ssl.SSLContext:
        """For a server; after `renew` its new connections use what `load_cert_chain` loads again."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.leaf_file)
        return context

    def name(self) -> str:
        """The name that this machine had last; `partie.local` before the first one."""
        if not self.leaf_file.exists():
            return NAME
        own = self.leaf().extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return own.get_values_for_type(x509.DNSName)[0]

    @property
    def _key_file(self) -> Path:
        return self.folder / "root.key"


def authority_of(store: Path) -> Authority:
    return Authority(store.with_name(f"{store.stem}.https"))


def certificate_of(store: Path) -> tuple[datetime, str] | None:
    """The end of the certificate of a store's home, and the fingerprint of its root; None: it has none."""
    authority = authority_of(store)
    if not authority.leaf_file.exists():
        return None
    return authority.leaf().not_valid_after_utc, fingerprint(authority.root())


def fingerprint(certificate: x509.Certificate) -> str:
    """The first 80 bits of its SHA-256 as five words that can be said, such as `lusab babad gutih tugad volud`."""
    digest = certificate.fingerprint(hashes.SHA256())
    return " ".join(_word(int.from_bytes(digest[start : start + 2])) for start in range(0, 10, 2))


def _word(number: int) -> str:
    """16 bits as a proquint: three consonants of 4 bits, two vowels of 2 bits."""
    letters = ((_ALPHABET, 12), (_VOWELS, 10), (_ALPHABET, 6), (_VOWELS, 4), (_ALPHABET, 0))
    return "".join(alphabet[number >> shift & len(alphabet) - 1] for alphabet, shift in letters)


def _private(addresses: Sequence[str]) -> Iterator[IPv4Address | IPv6Address]:
    for text in sorted(addresses):
        address = ip_address(text)
        if any(address in network for network in PRIVATE if network.version == address.version):
            yield address


def _serves(leaf: x509.Certificate, root: x509.Certificate, names: list[x509.GeneralName], now: datetime) -> bool:
    time, own = now.astimezone(UTC), leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    is_of_root = leaf.issuer == root.subject and _is_signed(leaf, root)
    is_of_time = leaf.not_valid_before_utc <= time < leaf.not_valid_after_utc - timedelta(days=RENEWED_DAYS)
    return list(own) == names and is_of_root and is_of_time


def _is_signed(leaf: x509.Certificate, root: x509.Certificate) -> bool:
    try:
        leaf.verify_directly_issued_by(root)
    except (InvalidSignature, ValueError, TypeError):  # In each case another one is made.
        return False
    return True


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    start = now.astimezone(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start - SKEW)
        .not_valid_after(start + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, content: bytes) -> None:
    """Written beside and renamed, readable by the owner alone."""
    draft = path.with_name(f".{path.name}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
