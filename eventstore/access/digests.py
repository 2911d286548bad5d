"""Digests of tokens, pairing codes and login names: what the store keeps in their place."""

from functools import lru_cache
from hashlib import scrypt, sha256


def digest(token: str) -> str:
    """The stored digest of a token. A token is long and random, so a plain hash of it cannot be reversed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1000)
def login_digest(name: str) -> str:
    """The stored digest of a login name, regardless of letter case; slow to compute, as such names can be guessed."""
    normalized = name.strip().casefold().encode("utf-8", "surrogatepass")
    return scrypt(normalized, salt=b"partie login", n=1 << 14, r=8, p=1, dklen=16).hex()
