"""Hooks of mkdocs: pages from the top of the repository, and links from docs/ to files outside of it."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}

_TO_DOCS = re.compile(r"(?<=[(\"])docs/")
_TO_SOURCE = re.compile(r"\[[^\]]*\]\(\.\./([^)]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages at the top of the repository, with links that fit a page in docs/."""
    for source, target in PAGES.items():
        text = _TO_DOCS.sub("", (ROOT / source).read_text("utf-8"))
        for other, page in PAGES.items():
            text = text.replace(f"({other})", f"({page})")
        files.append(File.generated(config, target, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace links to source files, which are not part of the site, by their paths."""
    if "/" in page.file.src_uri:  # From a folder in docs/ such a link leads to another page.
        return markdown
    return _TO_SOURCE.sub(r"`\1`", markdown)
