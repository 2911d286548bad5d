"""The editor of a score sheet's template. What is typed stays in the browser until *Save* sends the whole template."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from viewer import surface
from viewer.boards.scene import Json
from viewer.components.lib.text_files import text_of
from viewer.locale import language
from viewer.surface.host import Component

KEY: Final = "template-editor"

_editor = Component(
    "partie_template_editor",
    html='<div class="template-editor"></div>',
    css=text_of("template_editor/template_editor.css"),
    script="template_editor/template_editor.js",
)


class TemplateOrder(NamedTuple):
    """The message of a button: `save` or `start` a template as JSON, add the text of a `file`, `remove` the saved."""

    action: str
    value: object


def sent() -> TemplateOrder | None:
    """The message, in the one run that follows."""
    value = (surface.state().get(KEY) or {}).get("sent")
    return TemplateOrder(*value) if value else None


def template_editor(
    template: Mapping[str, object] | None,
    *,
    title: str,
    is_open: bool,
    is_saved: bool,
    titles: Sequence[str],
    saved: str,
    problem: str,
    aside: Sequence[Json],
) -> None:
    """Show the editor of a template as in a file, or of a new one with this `title`; beside it the `aside`.

    `is_saved`: it can be removed. `titles` are those of all known templates: saving another one of these replaces it.
    `saved` says that it was saved, so the browser drops its draft; `problem` why it was not. Where there is room for
    one column only, it is the editor if `is_open`.
    """
    data = {
        "template": template,
        "title": title,
        "is_open": is_open,
        "is_saved": is_saved,
        "titles": [*titles],
        "saved": saved,
        "problem": problem,
        "aside": [*aside],
        "catalog": language.js_catalog("viewer/components/template_editor"),
    }
    surface.mount(_editor, data, key=KEY, sends=["sent"])
