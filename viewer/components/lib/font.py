"""The one typeface of Partie: Source Sans 3 with its Latin, Greek and Cyrillic letters, under the license beside it.

Its license reserves the name "Source" for the original.
"""

from base64 import b64encode
from functools import cache
from typing import Final

from viewer.components.lib import scripts

PATH: Final = "lib/font/partie-sans.woff2"
"""Path of the file among those that `viewer.components.lib.scripts` serves."""

SIGNS: Final = "lib/font/material-symbols.woff2"
"""Path of the signs of Streamlit's controls: of thousands the few that it and the pages use, as listed beside it."""


def font_face(address: str) -> str:
    """CSS that declares the face from an address. It reaches into shadow roots if the page declares it."""
    return f"@font-face {{ font-family: 'Partie Sans'; src: url({address}) format('woff2'); font-weight: 200 900; }}"


@cache
def embedded() -> str:
    """The same for a page that may load nothing."""
    return font_face(f"data:font/woff2;base64,{b64encode(scripts.SCRIPTS[PATH]).decode()}")
