"""The page of score-sheet templates: an editor for one of them, and the list of the known ones beside it."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from core.games.scoresheet import template_file
from core.sheet_template import MAX_TEXT, Template
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.boards.scene import Json
from viewer.components import template_editor
from viewer.components.template_editor import TemplateOrder
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.emblem import emblem
from viewer.pages.shared.pages import Pages, name_page
from viewer.pages.shared.templates import known_templates
from viewer.surface.host import Component

_visit = Component("partie_visit", "<span></span>", "visit/visit_at_once.js")


def visit(page: StreamlitPage, **query: str) -> None:
    """Open the page when this run shows its elements; until then the present page stays."""
    surface.mount(_visit, {"href": f"{page.url_path or '.'}?{urlencode(query)}".rstrip("?")}, key="visit")


SAVED: Final = "template-saved"
"""The sentence about what was done, until the address that it led to is shown."""

MAX_TITLE: Final = 60


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """`?title=` names the sheet that is edited, or that of a new one; `?new=` begins one without a title."""
    saved, problem = "", ""
    if sent := template_editor.sent():
        try:
            saved = _carry_out(sent, matches, pages)
        except ValueError as error:
            problem = translate(str(error))
    else:
        saved = st.session_state.pop(SAVED, "")
    known = known_templates(matches)
    title = plain(st.query_params.get("title", ""))[:MAX_TEXT].strip()
    template = next((one for one in known if one.title.casefold() == title.casefold()), None)
    if title:
        name_page(fit(title, MAX_TITLE), gettext("Score sheets"))
    template_editor.template_editor(
        template_file.to_json(template) if template else None,
        title=title,
        is_open=bool(title) or "new" in st.query_params,
        is_saved=template is not None and matches.templates.find(template.title) is not None,
        titles=[one.title for one in known],
        saved=saved,
        problem=problem,
        aside=_aside(known, matches, template),
    )


def _carry_out(sent: TemplateOrder, matches: MatchRepository, pages: Pages) -> str:
    """Save or remove, and go where that leads; returns what was done. Raises ValueError with one sentence."""
    if sent.action == "remove":
        matches.templates.remove(str(sent.value))
        return _reported(gettext("The score sheet is removed. Matches keep theirs."), pages)
    template = template_file.read(str(sent.value)) if sent.action == "file" else template_file.from_json(sent.value)
    matches.templates.save(template)
    if sent.action == "start":
        visit(pages.new, title=template.title)
        return ""
    saved = gettext("The score sheet of {title} is saved.", title=fit(plain(template.title), MAX_TITLE))
    return _reported(saved, pages, title=template.title)


def _reported(sentence: str, pages: Pages, **query: str) -> str:
    """Say it here, or at the address that comes next."""
    if query == st.query_params.to_dict():
        return sentence
    st.session_state[SAVED] = sentence
    visit(pages.templates, **query)
    return ""


def _aside(known: Sequence[Template], matches: MatchRepository, template: Template | None) -> list[Json]:
    """The own sheets, then those that come with Partie."""
    own = {one.title for one in matches.templates.saved()}
    parts: list[Json] = [element("a", gettext("New score sheet"), href="templates?new=1", class_="btn go new")]
    for head, listed in (
        (gettext("Own sheets"), [one for one in known if one.title in own]),
        (gettext("Ready sheets"), [one for one in known if one.title not in own]),
    ):
        if listed:
            rows = [_row(one, is_open=one is template) for one in listed]
            parts.append(element("section", element("h2", head), *rows, class_="sec"))
    return parts


def _row(template: Template, *, is_open: bool) -> Json:
    title, rounds = plain(template.title), len(template.rounds)
    number = len(template.categories)
    about = ngettext("{number} round", "{number} rounds", rounds) if rounds else None
    current = {"aria_current": "page"} if is_open else {}
    return element(
        "a",
        emblem(title, 24),
        element("span", title, class_="cut"),
        element("span", about or ngettext("{number} category", "{number} categories", number), class_="end"),
        class_="mini",
        href=f"templates?{urlencode({'title': template.title})}",
        **current,
    )
