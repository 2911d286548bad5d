"""The page that starts a match: the form at the left, what is about to be played at the right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final
from zlib import crc32

from core.games import scoresheet
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.before_play import last_table, usual_place
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.new_match import (
    FOLDERS,
    FormPresetJson,
    How,
    NewMatchData,
    NewOutcomeJson,
    Value,
    asked,
    new_match_form,
    sent,
)
from viewer.components.people.picker import ChosenPerson, SameJson, known_people, people_data
from viewer.locale import language
from viewer.locale.language import date as date_words
from viewer.locale.language import gettext, gettext_noop, ngettext
from viewer.locale.plain_text import plain
from viewer.look.emblem import shapes
from viewer.pages.new_match.about import about
from viewer.pages.new_match.game_choices import GameChoice, titled
from viewer.pages.new_match.option_fields import vars_of
from viewer.pages.new_match.presets import Preset, preset_from
from viewer.pages.new_match.starting import Started, order_of, start
from viewer.pages.new_match.titles import Title, title_to_json, titles
from viewer.pages.shared import session
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.pages import Pages

NUMBER: Final = "new-outcome"
_SAME_AS_ON: Final = (
    gettext_noop("the same as on Monday"),
    gettext_noop("the same as on Tuesday"),
    gettext_noop("the same as on Wednesday"),
    gettext_noop("the same as on Thursday"),
    gettext_noop("the same as on Friday"),
    gettext_noop("the same as on Saturday"),
    gettext_noop("the same as on Sunday"),
)
STYLE: Final = """
<style>
.st-key-new-match { display: grid !important; grid-template-columns: minmax(0, 560px) minmax(0, 568px);
  gap: 32px 72px !important; align-items: start; }
@media (min-width: 1100px) { .st-key-new-match > :nth-child(2) { margin-top: 60px; } }
@media (max-width: 1099px) { .st-key-new-match { grid-template-columns: minmax(0, 776px); } }
@media (max-width: 767px) { .st-key-new-match { padding-bottom: 72px; } }
</style>
"""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """The form; `?again=` names the match it begins like, `?title=` what is played."""
    surface.html(STYLE)
    again, today = surface.address().get("again", ""), date.today()
    preset = preset_from(matches, again) if again else None
    known = _known(index, matches, preset)
    chosen = [ChosenPerson(person.id, plain(person.name)) for person in preset.rotated] if preset else []
    people = people_data(
        gettext("People"),
        known_people(index, matches),
        chosen,
        crc32(again.encode()),
        kind="seats",
        new=True,
        faces=faces_of(matches),
        same=None if preset else _same(index, matches, today),
    )
    emblems = emblems_of(matches)
    data: NewMatchData = {
        "titles": [title_to_json(title, emblems) for title in known.values()],
        "shapes": [*shapes()],
        "people": people,
        "preset": _preset_to_json(preset, known, chosen),
        "place": usual_place(index, matches.store, datetime.now(UTC), today),
        "places": list(index.places()),
        "outcome": _outcome(known, index, matches),
        "principal": pages.principal.by,
        "catalog": language.js_catalog(*FOLDERS),
    }
    with surface.container("new-match"):
        new_match_form(data)
        html_block(*_about(index, matches, known, data["preset"]), key="about")


def _known(index: MatchIndex, matches: MatchRepository, preset: Preset | None) -> dict[str, Title]:
    """All titles by key; that of the preset among them."""
    with session.open_session() as user_session:
        owned = tuple(user_session.collection.prices())
    known = titles(index, matches, owned)
    if preset:
        title = known.get(preset.choice.key, Title(preset.choice))
        known[preset.choice.key] = replace(title, template=title.template or preset.template)
    return known


def _preset_to_json(
    preset: Preset | None, known: Mapping[str, Title], chosen: Sequence[ChosenPerson]
) -> FormPresetJson | None:
    """The preset in the address."""
    if preset:
        options = vars_of(preset.options) if preset.how == "moves" else {}
        values = {name: value for name, value in options.items() if isinstance(value, Value)}
        return {
            "match": preset.match,
            "key": preset.choice.key,
            "how": preset.how,
            "options": values,
            "chosen": list(chosen),
        }
    wanted = surface.address().get("title", "").strip().casefold()
    title = next((title for title in known.values() if title.choice.title.casefold() == wanted), None)
    if title is None:
        return None
    how: How = "sheet" if title.template else title.how  # The page of score sheets leads here.
    return {"match": "", "key": title.choice.key, "how": how, "options": title.values, "chosen": []}


def _same(index: MatchIndex, matches: MatchRepository, today: date) -> SameJson | None:
    """The people of the last table, whom one tap chooses."""
    if (table := last_table(index)) is None:
        return None
    people = [ChosenPerson(id, plain(matches.people().name(id))) for id in table.people]
    return SameJson(_same_words(table.played_on, len(people), today), people)


def _same_words(played_on: str | None, people: int, today: date) -> str:
    try:
        day = date.fromisoformat(played_on or "")
    except ValueError:
        return gettext("the same as last time")
    if day == today:
        return ngettext("the same person?", "the same {number}?", people)
    if 0 < (today - day).days < len(_SAME_AS_ON):
        return gettext(_SAME_AS_ON[day.weekday()])
    return gettext("the same as on {date}", date=date_words(day))


def _about(
    index: MatchIndex, matches: MatchRepository, known: Mapping[str, Title], preset: FormPresetJson | None
) -> list[Json]:
    """The match of the form now: as it says itself, at first as the address says."""
    today = str(date.today())
    if now := asked():
        title = _title(known, now["key"], now["title"])
        return about(index, matches, title, now["how"], [ChosenPerson(*person) for person in now["people"]], today)
    if preset:
        return about(index, matches, known[preset["key"]], preset["how"], preset["chosen"], today)
    return about(index, matches, _title(known, "", ""), "final", (), today)


def _title(known: Mapping[str, Title], key: str, typed: str) -> Title:
    """The known title, or one made of what was typed."""
    return known.get(key) or Title(titled(typed.strip()) or GameChoice("", scoresheet, "", {}))


def _outcome(known: Mapping[str, Title], index: MatchIndex, matches: MatchRepository) -> NewOutcomeJson | None:
    """The result of the recording that this run was asked for."""
    if (wish := sent()) is None:
        return None
    draft = order_of(wish)
    result = start(draft, _title(known, draft.key, draft.title), index, matches, datetime.now(UTC))
    surface.state()[NUMBER] = number = surface.state().get(NUMBER, 0) + 1
    if isinstance(result, Started):
        return {
            "number": number, "match": result.id, "href": result.href, "since": result.since, "says": "", "at": "",
        }  # fmt: skip
    return {"number": number, "match": "", "href": "", "since": 0, "says": result.sentence, "at": result.at}
