"""The link that pairs a device: the address of the pairing page, and behind its `#` the code and the page to go to.

A browser sends the part after `#` to no server, so that the code is in no log and no `Referer`, and a messenger that
previews the link does not use it up.
"""

import re
from typing import Final

PATH: Final = "pairing"
"""Path of the pairing page."""

PAGE: Final = re.compile(r"([a-z]+(/[\w-]{1,40}){0,2})?(\?[\w=&%.+-]*)?", re.ASCII)
"""A page of the viewer, relative to its root: it names no other site."""


def pairing_link(root: str, code: str, page: str = "") -> str:
    """`root` is the address of the viewer, without a slash at the end; an empty page is the first one."""
    return f"{root}/{PATH}#{code}{page and '/'}{page}"


def parse(text: str) -> tuple[str, str]:
    """The code, and the page or an empty text, from a link, from what is behind its `#`, or from a code alone."""
    code, _, page = text.strip().rpartition("#")[2].partition("/")
    return code, page if PAGE.fullmatch(page) else ""
