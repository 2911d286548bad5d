"""The plays of a file of Partie, taken into the store of a phone."""

from io import BytesIO

from eventstore.formats import script
from eventstore.formats.script import ScriptError
from eventstore.formats.script_import import import_script
from eventstore.matches.repository import MatchRepository
from viewer.locale.language import gettext, ngettext, translate


def take_plays(matches: MatchRepository, content: bytes) -> dict[str, str]:
    """Record what is new in a file; returns the page to open and the sentence about it."""
    taken, changed, why = list[str](), 0, ""
    for found in script.read(BytesIO(content)):
        try:
            if isinstance(found, ScriptError):
                raise found
            result = import_script(matches, found)
        except ScriptError as error:
            why = why or translate(error.sentence)
        else:
            taken.append(result.match.id)
            changed += result.what != "unchanged"
    if not taken:
        other = gettext("This is no file of Partie. Files of other programs are read by Partie on a computer.")
        return {"href": "", "said": other if not content.lstrip().startswith((b"{", b"[")) else why or other}
    said = ngettext("{number} play was added.", "{number} plays were added.", changed)
    if not changed:
        said = gettext("All of it is here already.")
    return {"href": f"replay?match={taken[0]}" if len(taken) == 1 else ".", "said": f"{said} {why}".strip()}
