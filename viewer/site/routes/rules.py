"""The rules as pages, to which the id of a rule leads: without login, as they hold no data of people."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request, Response
from markdown_it import MarkdownIt
from markdown_it.token import Token
from starlette.responses import RedirectResponse

from viewer.components.lib import font, scripts
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.site.routes.html_page import html_page
from viewer.texts import rule_texts
from viewer.texts.rule_texts import PREFIX, anchor, rule_address, rule_pages, rule_text

router = APIRouter(prefix=PREFIX, include_in_schema=False)

_READER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)#]*)(#[^)]*)?\)")
_ID: Final = re.compile(r"\b[A-Z]-[A-Z]+(?:-(?:[0-9]+|[A-Z]+))?\b")


@router.get("")
def without_slash() -> Response:
    return RedirectResponse(f"{PREFIX[1:]}/", 308)


@router.get("/")
def start(request: Request) -> Response:
    """The page about all rules, with links to those of each game."""
    return _page(request, gettext("Rules"), f'<article lang="en">{_to_html(rule_texts.introduction())}</article>')


@router.get("/page.css")
def style() -> Response:
    face = font.font_face(f"../{scripts.address(font.PATH)}")
    text = files(__name__.rpartition(".")[0]).joinpath("rules.css").read_text("utf-8")
    return Response(face + text, media_type="text/css", headers={"Cache-Control": "no-cache"})


@router.get("/{key}")
def page_of(request: Request, key: str) -> Response:
    """The rules of one game, each under its id as an anchor."""
    if page := rule_pages().get(key):
        return _page(request, page.title, f'<article lang="en">{_html_of(key)}</article>')
    title = gettext("Rules not found")
    body = f"<h1>{escape(title)}</h1><p>{escape(gettext('There are no rules at this address.'))}</p>"
    return _page(request, title, body, status=404)


@cache
def _html_of(key: str) -> str:
    return _to_html(rule_pages()[key].markdown)


def _page(request: Request, title: str, content: str, *, status: int = 200) -> Response:
    links = {"./": gettext("Matches"), f"{PREFIX[1:]}/": gettext("All rules")}
    listed = "".join(f'<a href="{address}">{escape(label)}</a>' for address, label in links.items())
    aside = "" if language.current() == "en" else f'<p class="aside">{escape(gettext("The rules are in English."))}</p>'
    body = f'<nav aria-label="{escape(gettext("Pages"))}">{listed}</nav><main>{aside}{content}</main>'
    head = f'<link rel="stylesheet" href="{PREFIX[1:]}/page.css">'
    return html_page(request, f"{title} · Partie", body, head, kind="rules", status=status)


def _to_html(markdown: str) -> str:
    """The page as HTML: a section for each rule with its id as the anchor, and links from each id in a text."""
    tokens = _READER.parse(_LINK.sub(_link, markdown))
    shown, in_rule = list[Token](), False
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            rule = rule_text(tokens[place + 1].content) if token.tag == "h3" else None
            shown.append(_html(("</section>" if in_rule else "") + (_section(rule.id) if rule else "")))
            in_rule = rule is not None
        if token.type == "table_open":
            shown.append(_html('<div class="wide" tabindex="0">'))
        if token.type == "inline" and tokens[place - 1].type != "heading_open":
            _link_ids(token)
        shown.append(token)
        if token.type == "table_close":
            shown.append(_html("</div>"))
    shown.append(_html("</section>" if in_rule else ""))
    html: str = _READER.renderer.render(shown, _READER.options, {})
    return html


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)


def _section(id: str) -> str:
    return f'<section id="{anchor(id)}">'


def _link(found: re.Match[str]) -> str:
    """A link to another of these pages; the words alone of a link to other documentation."""
    words, file, place = found[1], found[2], found[3] or ""
    if file.startswith("../"):
        return words
    key = file.removesuffix(".md").replace("README", "")
    return f"[{words}]({PREFIX[1:]}/{key}{place})"


def _link_ids(inline: Token) -> None:
    """Make links of the ids in a text, except in code and in the words of a link."""
    depth = 0
    for part in inline.children or ():
        depth += part.nesting if part.type.startswith("link_") else 0
        if part.type == "text" and not depth and _ID.search(part.content):
            part.type, part.content = "html_inline", _ID.sub(_to_rule, escape(part.content))


def _to_rule(found: re.Match[str]) -> str:
    address = rule_address(found[0])
    return f'<a href="{address}">{found[0]}</a>' if address else found[0]
