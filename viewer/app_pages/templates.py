"""The page of score-sheet templates: the known ones, one as a file, and a form to make or change one."""

import re
from typing import Any, Final

import streamlit as st

from core.errors import InvalidInput
from core.games.scoresheet import template_file
from core.sheet_template import MAX_TEAMS, Template
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import flash
from viewer.boards.text import fit
from viewer.language import gettext, gettext_noop, translate
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.templates import known_templates

WINS: Final = {
    "highest": gettext_noop("The highest total wins"),
    "lowest": gettext_noop("The lowest total wins"),
    "together": gettext_noop("All win or lose together"),
}
FORMULAS: Final = {
    "times": gettext_noop("points each"),
    "majority": gettext_noop("majority"),
    "sets": gettext_noop("sets"),
}
CHOSEN: Final = "template-chosen"
SAVED: Final = "template-saved"
"""The title to choose in the next run: the value of a field cannot be set once it is on the page."""

UPLOADS: Final = "template-uploads"
"""Number of files added, a part of the field's key: an added file leaves the field."""


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Choose a template to look at or change, or begin an empty one."""
    flash.show()
    st.title(gettext("Score sheets"), anchor=False)
    st.caption(gettext("A score sheet lists the categories of a game. A new match of its title is recorded with them."))
    known = {template.title: template for template in known_templates(records)}
    if (saved := st.session_state.pop(SAVED, None)) in known:
        st.session_state[CHOSEN] = saved
    title: str | None = st.selectbox(
        gettext("Game"),
        known,
        index=None,
        format_func=lambda title: fit(title, 60),
        placeholder=gettext("A new score sheet"),
        key=CHOSEN,
    )
    template = known.get(title or "")
    _form(records, template)
    with st.expander(gettext("As a file")):
        _files(records, template)


def _form(records: MatchRepository, template: Template | None) -> None:
    key = template.title if template else ""
    with st.form(f"template-{key}", border=False):
        name = st.text_input(gettext("Title"), value=key, max_chars=100)
        wins = st.segmented_control(
            gettext("Who won?"),
            list(WINS),
            default=template.wins if template else "highest",
            required=True,
            format_func=lambda word: gettext(WINS[word]),
        )
        rows = st.data_editor(
            [_row(category) for category in template_file.to_json(template)["categories"]] if template else [_row("")],
            num_rows="dynamic",
            width="stretch",
            column_config={
                "name": st.column_config.TextColumn(gettext("Category"), required=True, max_chars=100, width=150),
                "factor": st.column_config.NumberColumn(gettext("Points each"), default=1),
                "each": st.column_config.CheckboxColumn(gettext("Every round"), default=False),
                # The words themselves and no `format_func`: a screen reader reads the value of the cell.
                "formula": st.column_config.SelectboxColumn(
                    gettext("How"), options=list(map(gettext, FORMULAS.values())), default=gettext(FORMULAS["times"])
                ),
                "table": st.column_config.TextColumn(gettext("Points of places or sets, such as 7 3")),
            },
            key=f"template-rows-{key}",
        )
        tie_break = st.text_input(gettext("Tie-break"), value="; ".join(template.tie_break) if template else "")
        roles = st.text_input(gettext("Roles"), value="; ".join(template.roles) if template else "")
        teams = st.number_input(gettext("Teams"), 0, MAX_TEAMS, value=template.teams if template else 0)
        if st.form_submit_button(gettext("Save"), type="primary", icon=":material/save:"):
            given: dict[str, Any] = {"title": name.strip(), "wins": wins, "teams": teams}
            given |= {"bgg_id": template.bgg_id} if template else {}
            given |= {"tie_break": _parts(tie_break), "roles": _parts(roles)}
            _save(records, given, rows)


def _parts(words: str) -> list[str]:
    return [part.strip() for part in words.split(";") if part.strip()]


def _row(category: dict[str, Any] | str) -> dict[str, Any]:
    """A row of the form for a category as in a file."""
    given = {"name": category} if isinstance(category, str) else category
    return {
        "name": given["name"],
        "factor": given.get("factor", 1),
        "each": given.get("each") == "round",
        "formula": gettext(FORMULAS[given.get("formula", "times")]),
        "table": " ".join(map(str, given.get("table", ()))),
    }


def _save(records: MatchRepository, given: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    try:
        given["categories"] = [_category(row) for row in rows if (row.get("name") or "").strip()]
        _keep(records, template_file.from_json(given))
    except ValueError as error:
        st.error(escape(translate(str(error))), icon=":material/info:")


def _keep(records: MatchRepository, template: Template) -> None:
    """Save a template and show it; its file leaves the field. Raises InvalidInput."""
    records.templates.save(template)
    st.session_state[SAVED] = template.title
    st.session_state[UPLOADS] = st.session_state.get(UPLOADS, 0) + 1
    flash.put(gettext("The score sheet of {title} is saved.", title=fit(template.title, 60)))
    st.rerun()


def _category(row: dict[str, Any]) -> dict[str, Any]:
    words = (row.get("table") or "").replace(",", " ").split()
    if not all(re.fullmatch(r"[+-]?[0-9]{1,20}(\.[0-9]{1,20})?", word) for word in words):
        raise InvalidInput(gettext("Write the points of places or sets as numbers, such as 7 3."))
    table = [float(word) if "." in word else int(word) for word in words]
    factor = 1 if row.get("factor") is None else row["factor"]
    return {
        "name": row["name"].strip(),
        "factor": int(factor) if factor == int(factor) else factor,
        "each": "round" if row.get("each") else "end",
        "formula": next((key for key, word in FORMULAS.items() if gettext(word) == row.get("formula")), "times"),
        "table": table,
    }


def _files(records: MatchRepository, template: Template | None) -> None:
    if template:
        st.download_button(
            gettext("Download"),
            template_file.write(template),
            file_name="template.json",
            mime="application/json",
            icon=":material/download:",
        )
        saved = records.templates.find(template.title)
        if saved and st.button(gettext("Remove this score sheet"), icon=":material/delete:"):
            records.templates.remove(saved.title)
            flash.put(gettext("The score sheet is removed. Matches keep theirs."))
            st.rerun()
    place = st.session_state.setdefault(UPLOADS, 0)
    upload = st.file_uploader(gettext("A template file"), type="json", key=f"template-file-{place}")
    if upload and st.button(gettext("Add"), type="primary"):
        try:
            _keep(records, template_file.read(upload.getvalue().decode("utf-8", "replace")))
        except ValueError as error:
            st.error(escape(translate(str(error))), icon=":material/info:")
