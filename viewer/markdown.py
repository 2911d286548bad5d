"""What people write as Markdown, as HTML that is safe to show: no script, no style, no picture, no request."""

from typing import Final

import nh3
from markdown_it import MarkdownIt

_TAGS: Final = {"a", "blockquote", "br", "code", "em", "hr", "li", "ol", "p", "pre", "s", "strong", "ul"}
_READER: Final = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["image", "heading", "lheading"])
# Raw HTML shows as it was typed. Pictures would tell a stranger's server who reads the note; headings would
# disturb those of the page.


def html(text: str) -> str:
    """`text` as HTML; links open beside the page and tell nothing of where they were followed."""
    return nh3.clean(
        _READER.render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    ).strip()
