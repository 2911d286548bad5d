"""The tests in a browser."""

from typing import Final

SECRET: Final = "the secret of /etc/partie"
"""Words of an error that no page may show."""
