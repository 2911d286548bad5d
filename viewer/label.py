"""Labels of Streamlit's own buttons and links, which obey Markdown."""

import re

from viewer.boards.text import plain


def literal(text: str) -> str:
    """Text from people as a label that shows it as it is."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", plain(text))
