"""The sharing dialog of a match: files, text, a link. Each is created on demand."""

from collections.abc import Callable, Sequence
from functools import partial

from core.game import facts_of
from eventstore.access.grants import Principal
from eventstore.formats import script
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer import surface
from viewer.components.share import bgstats, play_picture, points, words
from viewer.locale.language import gettext
from viewer.pages.shared import session


def panel(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    """Show the button that opens the sharing dialog. `at` is the version in the address, or empty for the last one."""
    is_pressed = surface.button(gettext("Share"), icon=":material/share:", type="tertiary", key=f"share-{match.id}")
    dialog(match, at, notes, principal, is_asked=is_pressed)


def dialog(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal, *, is_asked: bool) -> None:
    """Open the sharing dialog if it is asked for, or if the address of the page does.

    Recorders of the match also change its visibility there and pair other devices.
    """
    wanted = f"share-wanted-{match.id}"
    if surface.address().get("share"):  # A link to the dialog; it stays open in the runs after the first one.
        del surface.address()["share"]
        surface.state()[wanted] = True
    surface.dialog(
        gettext("Share this match"),
        lambda: _dialog(match, at, notes, principal),
        key=f"sharing-{match.id}",
        is_asked=is_asked or bool(surface.state().get(wanted)),
        icon=":material/share:",
        on_closed=lambda: surface.state().pop(wanted, None),
    )


def _dialog(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    if facts_of(match.game).records_moves:
        _moment(match, at, notes, principal)
        return
    if not surface.panel("share_here.play", match):
        surface.image(play_picture.svg(match), width=play_picture.WIDTH // 2, alt=gettext("Picture"))
    with surface.expander(gettext("More ways to share"), key="share-more"):
        _moment(match, "", notes, principal)


def _moment(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    if not surface.panel("share_here.moment", match, at, notes, principal):
        surface.caption(gettext("Links for others, the replay in one page, films and codes are made on a computer."))
    if facts_of(match.game).records_moves:
        moves = partial(points.points, match)
        share_file(match, gettext("Points of every move"), "csv", ":material/table_chart:", moves)
    made = partial(_script, match, principal)
    share_file(match, gettext("Match script"), "partie.jsonl", ":material/data_object:", made)
    share_file(match, gettext("Moves as text"), "txt", ":material/notes:", lambda: script.write_text(match, notes))
    surface.link_out(gettext("Log in BG Stats"), bgstats.link(match), icon=":material/add_task:")
    surface.panel("share_here.bgstats_code", match)
    surface.caption(gettext("Text for BoardGameGeek"))
    surface.code(words.for_bgg(match))


def _script(match: Match, principal: Principal) -> str:
    with session.open_session(principal) as user_session:
        return "".join(script.with_notes_and_photos(user_session.records, match))


def share_file(match: Match, label: str, ending: str, icon: str, made: Callable[[], str | bytes]) -> None:
    """The button of a file with the match."""
    surface.download(label, made, f"{match.id}.{ending}", icon=icon, width="stretch")
