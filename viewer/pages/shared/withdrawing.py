"""Withdraw matches on the pages, and bring them back."""

from collections.abc import Callable, Sequence
from functools import cache
from urllib.parse import quote

from core import record
from eventstore.matches import withdrawals
from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.repository import MatchRepository
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.pages.shared import flash, session
from viewer.pages.shared.pages import Pages
from viewer.texts.app_names import app_name


def origin(sources: Sequence[str]) -> str:
    """The apps that a match was imported from, in words."""
    apps = dict.fromkeys(app_name(source) or gettext("Imported file") for source in sources)
    return ", ".join(apps) or gettext("Recorded in Partie")


def joined_notes(matches: MatchRepository, match: Match) -> None:
    """A link to each other record of this play that the reader may see."""
    links = list[Json]()
    for id in map(match.joined_with, record.joined(match.log)):
        try:
            other = matches.match(id)
        except UnknownMatch:
            continue
        if other.withdrawal is None:  # A match of its own again.
            continue
        facts = " · ".join(plain(fact) for fact in (origin(other.known_sources), other.header.place) if fact)
        links.append(element("p", match_link(id, gettext("Another record of this play: {facts}", facts=facts))))
    if links:
        html_block(*links, key="joined")


def match_link(id: str, label: str) -> Json:
    return element("a", label, href=f"replay?match={quote(id)}", class_="link")


def notice(matches: MatchRepository, match: Match, pages: Pages) -> None:
    """Say that the match is withdrawn, with the button that restores it; the message of a withdrawal comes first."""
    flash.show()
    joined_notes(matches, match)
    if match.withdrawal is None:
        return
    if match.withdrawal.into:
        _joined(matches, match, match.joined_with(match.withdrawal.into), pages)
        return
    with surface.container("withdrawn", row="center"):
        says = gettext("This match is deleted: lists, statistics and exports leave it out.")
        if match.withdrawal.why:
            says += " " + gettext("Reason: {why}", why=fit(plain(match.withdrawal.why), 200))
        surface.say("warning", says, icon=":material/inventory_2:")
        if pages.has_role("recorder", match.id):
            restore_button(matches, [match.id])


def _joined(matches: MatchRepository, match: Match, into: str, pages: Pages) -> None:
    """Lead to the match that keeps the play, with the button that splits them."""
    with surface.container("withdrawn", row="center"):
        says = gettext("This is a second record of a play: lists, statistics and exports have it once.")
        surface.say("warning", says, icon=":material/merge:")
        html_block(match_link(into, gettext("Open the play")), key="joined-to")
        if pages.has_role("recorder", match.id):
            restore_button(matches, [match.id], gettext("Two plays"))


def withdraw_button(matches: MatchRepository, ids: Sequence[str]) -> None:
    """Ask for the reason and for a confirmation, then withdraw the matches."""
    with surface.popover(_label(len(ids)), icon=":material/inventory_2:", key="withdraw"):
        _form(matches, ids)


def _label(number: int) -> str:
    many = ngettext("Delete {number} match", "Delete {number} matches", number)
    return gettext("Delete this match") if number == 1 else many


def withdraw_dialog(number: int, find: Callable[[], Sequence[str]], *, key: str, is_asked: bool) -> None:
    """The same in a dialog that opens when it is asked for; then it finds the matches, once."""
    find = cache(find)

    def form() -> None:
        with session.open_session() as user_session:  # The dialog runs after the store of the page is closed.
            _form(user_session.records, find())

    surface.dialog(_label(number), form, key=key, is_asked=is_asked)


def _form(matches: MatchRepository, ids: Sequence[str]) -> None:
    surface.text(
        gettext(
            "Lists, statistics and exports leave a deleted match out. The log keeps it, and it can be brought back."
        )
    )
    why = surface.text_input(gettext("Reason (optional)"), max_chars=200, key="withdraw-why")
    if surface.button(gettext("Delete"), type="primary", key="withdraw-now"):
        with flash.catch_errors():
            for id in ids:
                withdrawals.withdraw(matches, id, why.strip() or None)
            flash.put(ngettext("{number} match is deleted.", "{number} matches are deleted.", len(ids)))
        surface.run_again()


def restore_button(matches: MatchRepository, ids: Sequence[str], own_label: str = "") -> None:
    """Bring the matches back; no confirmation, as they can be withdrawn again."""
    label = ngettext("Bring {number} match back", "Bring {number} matches back", len(ids))
    if surface.button(
        own_label or (gettext("Bring it back") if len(ids) == 1 else label), icon=":material/undo:", key="restore"
    ):
        with flash.catch_errors():
            # Many at once are those of a list: what was joined to another match is not split by the way.
            back = [id for id in ids if withdrawals.restore(matches, id, with_joined=len(ids) == 1)]
            flash.put(ngettext("{number} match is back.", "{number} matches are back.", len(back)))
        surface.run_again()
