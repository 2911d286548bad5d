"""Markdown: that of users as safe HTML without script, style, image or request; user text in labels, escaped."""

import re
from html import escape as html_escape
from html.parser import HTMLParser
from typing import Final

from viewer.boards.scene import Json
from viewer.locale.plain_text import plain

try:
    import nh3
    from markdown_it import MarkdownIt
except ImportError:  # In a browser's Python, where they are not there.
    nh3 = None  # type: ignore[assignment]

_JOINER: Final = "\u2060"
"""A character without width at which no line breaks."""

_READ_AFTER_ESCAPES: Final = re.compile(
    r"(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=@)(?=\w)|(?<=[<~>-])(?=[-=>])|(?<=:)(?=streamlit:)", re.IGNORECASE
)
"""Places to take addresses, arrows, dashes and a logo apart: Streamlit looks for them after Markdown has been read."""

_TAGS: Final = {"a", "blockquote", "br", "code", "em", "hr", "li", "ol", "p", "pre", "s", "strong", "ul"}
_READER: Final = nh3 and MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(
    ["image", "heading", "lheading"]
)
# Raw HTML is shown as text. Images would reveal the reader to a foreign server; headings would disturb the page's
# outline.


def html(text: str) -> str:
    """Render `text` as HTML; links open in a new tab and send no referrer. Shown as text where nothing can clean it."""
    if not _READER:
        paragraphs = re.split(r"\n{2,}", text.strip())
        lines = ("<br>".join(html_escape(part).splitlines()) for part in paragraphs if part)
        return "\n".join(f"<p>{each}</p>" for each in lines)
    return nh3.clean(
        _READER.render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    ).strip()


def elements(text: str) -> list[Json]:
    """The same as elements of a page (`viewer.look.element`)."""
    reader = _Elements()
    reader.feed(html(text))
    reader.close()
    return reader.whole


class _Elements(HTMLParser):
    """Reads the sanitized HTML, in which every element but a break and a line is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.whole: list[Json] = []
        self._open = [self.whole]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        children: list[Json] = []
        self._open[-1].append([tag, {name: value or "" for name, value in attrs}, children])
        if tag not in ("br", "hr"):
            self._open.append(children)

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._open[-1].append(data)


def escape(text: str) -> str:
    """Escape user text for everything that Streamlit parses as Markdown: labels, help, captions, titles, messages."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", _READ_AFTER_ESCAPES.sub(_JOINER, plain(text)))
