"""Labels of Streamlit's buttons and links, which are parsed as Markdown."""

import re

from viewer.boards.text import plain


def escape(text: str) -> str:
    """Escape user text for a Markdown label."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", plain(text))
