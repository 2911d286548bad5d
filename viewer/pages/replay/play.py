"""The page of a play, a match of which only points or a result are known: filled in while it is open."""

from datetime import datetime

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.play_changes import PlayPast
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.live.component import live_record
from viewer.components.live.payload import LiveRecordData, payload
from viewer.components.photos import gallery, gallery_data
from viewer.components.play import FOLDERS, PlayData, show_play
from viewer.components.play.aside import before, changes, headline
from viewer.components.play.before_sheet import before_sheet
from viewer.components.play.context import MatchPage, PlayPage
from viewer.components.play.editing import editing_data
from viewer.components.play.head import actions, head, name_and_facts
from viewer.components.play.rounds import rounds
from viewer.components.play.sheet_table import sheet_table
from viewer.components.play.standing import standing
from viewer.components.replay.notes import notes_to_json
from viewer.locale import language
from viewer.look.element import element
from viewer.pages.shared import share_panel, withdrawing
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.session import reader_zone
from viewer.texts.play_story import play_of, saved_result


def show(index: MatchIndex, matches: MatchRepository, pages: Pages, match: Match, *, is_draft: bool = False) -> None:
    """Show the play; a recorder edits it in place. A draft is written with its first entry."""
    is_editable = pages.has_role("recorder", match.id) and match.withdrawal is None and match.missing is None
    if is_editable and match.state == "open":
        _fill(index, matches, pages, match, is_draft)
        return
    row = index.row(match.id)
    page = PlayPage(
        match,
        faces_of(matches),
        is_editable,
        play_of(match),
        past_of(index, row) if row else PlayPast(),
        emblems_of(matches).emblem(match.game_title),
    )
    notes = matches.notes(match.id)
    photos = gallery_data(match, matches, pages.principal)
    data: PlayData = {
        "match": match.id,
        "version": match.version,
        "principal": pages.principal.acting(match.id).by,
        "parts": parts(page, has_photos=bool(photos and photos["photos"])),
        "photos": photos,
        "notes": notes_to_json(notes),
        "writes": pages.has_role("annotator", match.id),
        "editing": editing_data(match, index, matches, pages.principal, []) if page.is_editable else None,
        "catalog": language.js_catalog(*FOLDERS),
        "result": saved_result(page.play),
    }
    wish = show_play(data)
    share_panel.dialog(match, "", notes, pages.principal, is_asked=wish == "share")
    withdrawing.withdraw_dialog(1, lambda: [match.id], key=f"withdraw-{match.id}", is_asked=wish == "withdraw")


def _fill(index: MatchIndex, matches: MatchRepository, pages: Pages, match: Match, is_draft: bool) -> None:
    faces = faces_of(matches)
    page, emblem = MatchPage(match, faces, is_editable=False), emblems_of(matches).emblem(match.game_title)
    about = name_and_facts(page, emblem, datetime.now(reader_zone()))
    table: LiveRecordData | None = {**payload(match), "records": True} if is_draft else None
    shown = [faces.face(name, 28) for name in match.names]
    by = pages.principal.acting(match.id).by
    live_record(match.id, about, shown, before_sheet(index, match, faces), table, by)
    gallery(match, matches, pages.principal)
    if is_draft:
        return
    with surface.container("sheet-links", row="center"):
        surface.panel("phone_panel.popover", match, pages.principal)
        share_panel.panel(match, "", matches.notes(match.id), pages.principal)
        withdrawing.withdraw_button(matches, [match.id])


def parts(page: PlayPage, *, has_photos: bool) -> list[Json]:
    """The page from the top. Without a sheet photos and notes are in the left column."""
    sheet = [part for part in (rounds(page), sheet_table(page)) if part is not None]
    changed, earlier = changes(page), before(page)
    photos, notes = element("div", class_="slot photos-here"), element("div", class_="slot notes-here")
    past = [changed, photos, earlier, notes] if has_photos else [changed, earlier, photos, notes]
    shortcuts = element("div", *reversed([*actions(page)]), class_="only-s fx shortcuts")
    left, right = ([*sheet, shortcuts], past) if sheet else ([shortcuts, photos, notes], [changed, earlier])
    aside = element("aside", *(part for part in right if part is not None), class_="aside")
    line = headline(page)
    return [
        *head(page),
        standing(page),
        *([line] if line else []),
        element("div", element("div", *left), aside, class_="two"),
    ]
