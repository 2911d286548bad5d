"""The choice of another sheet for a match that is filled in: an own one, a ready one, or plain points."""

from functools import partial
from typing import Final

from core.corrections import correction_for
from core.games.scoresheet import TemplateChosen
from core.record_events import Entry
from core.sheet_template import Template
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from viewer import surface
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.pages.replay.again import mode_link
from viewer.pages.replay.draft import MOVED_ON
from viewer.pages.replay.proposal import effective
from viewer.pages.shared import flash, session
from viewer.pages.shared.templates import known_templates

MODE: Final = "sheet"
"""In `?mode=` of the replay."""

_MAX_WORDS: Final = 400
"""Maximum characters of the categories of a sheet."""


def show(matches: MatchRepository, match: Match) -> None:
    """Ask for the sheet; the one in use is chosen at first."""
    html_block(element("p", mode_link(match, "", gettext("The play"))), key=f"to-{MODE}")
    flash.show()
    surface.title(gettext("Another sheet"))
    surface.text(f"{plain(translate(match.game_title))} · {plain(' – '.join(match.names))}")
    surface.caption(gettext("Recorded points stay. Typed ones stay where both sheets have the same category."))
    sheets = {template.title: template for template in known_templates(matches) if _fits(template, match)}
    now: Template | None = match.now.state.template
    if now:
        sheets[now.title] = now
    key = f"sheet-of-{match.id}"
    surface.state().setdefault(key, now.title if now else "")
    words = gettext("Plain points")
    title = surface.selectbox(gettext("Sheet"), ["", *sheets], lambda title: plain(title) or words, key=key)
    chosen = sheets.get(title)
    if chosen:
        surface.text(fit(plain(", ".join(category.name for category in chosen.categories)), _MAX_WORDS))
    take = partial(_take, match, chosen)
    label = gettext("Use this sheet")
    surface.button(label, type="primary", disabled=chosen == now, key=f"{key}-taken", on_click=take)


def _fits(template: Template, match: Match) -> bool:
    """Whether it is won in the way of the match, which was said when it began."""
    options = match.options
    wins = "together" if options.cooperative else "lowest" if options.lowest_wins else "highest"
    return template.wins == wins and (not template.teams or template.teams == len(options.teams))


def _take(match: Match, template: Template | None) -> None:
    """Record it in the place of the one before, as if it had been chosen at the beginning; then show the play."""
    recorded = effective(match)
    chosen = [Entry(0, TemplateChosen(template))] if template else []
    others = [entry for entry in recorded if not isinstance(entry.event, TemplateChosen)]
    rows = correction_for(recorded, [*chosen, *others], gettext("Another sheet"))
    with flash.catch_errors(conflict=gettext(MOVED_ON)), session.open_session() as user_session:
        events, times = [row.event for row in rows], [row.happened_at for row in rows]
        user_session.records.record(match.id, *events, expected_version=match.version, times=times)
        del surface.address()["mode"]
