"""The titles that a new match suggests: those played, newest first, then games with rules, sheets, titles owned."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from core import games
from core.game import facts_of
from core.games.scoresheet.shipped import ShippedSheet, sheet_for, shipped
from core.sheet_template import Template
from eventstore import codec
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import plays_by_game
from eventstore.readmodels.projection import MatchRow
from viewer.components.new_match import How, NewTitleJson, OptionField, Value, Wins
from viewer.locale import language
from viewer.locale.language import gettext, gettext_noop, ngettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.pages.new_match.game_choices import GameChoice, choice_of_row, game_choices, titled
from viewer.pages.new_match.option_fields import option_fields, vars_of
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.templates import kept_template, still_allowed, template_of

HOWS: Final[Mapping[How, str]] = {
    "moves": gettext_noop("Every move"),
    "winner": gettext_noop("Only who won"),
    "sheet": gettext_noop("By category"),
    "rounds": gettext_noop("Rounds or categories"),
    "final": gettext_noop("Final points"),
    "places": gettext_noop("Places without points"),
}

_MAX_WORDS: Final = 120
"""Maximum characters of the categories of a suggestion."""


@dataclass(frozen=True, slots=True)
class Title:
    """A choice with its `last` match and the `template` that a new match begins with, as far as there are any.

    `end` says why it is suggested. `sheet`: what comes with Partie says how a first match is scored.
    """

    choice: GameChoice
    end: str = ""
    template: Template | None = None
    last: MatchRow | None = None
    sheet: ShippedSheet | None = None

    @property
    def label(self) -> str:
        return translate(self.choice.title) if self.has_rules else plain(self.choice.title)

    @property
    def has_rules(self) -> bool:
        return facts_of(self.choice.game).records_moves

    @property
    def how(self) -> How:
        """The usual way of recording it: as the last time. A match that has not begun does not say."""
        if self.last is None or (self.last.state == "open" and self.last.depth == "final"):
            return "moves" if self.has_rules else "sheet" if self.template else self._how_of_kind
        if self.last.depth == "rounds":
            return "sheet" if self.template else "rounds"
        return "moves" if self.last.depth == "moves" else self._how_of_result(self.last)

    @property
    def _how_of_kind(self) -> How:
        """The way a game without categories is recorded: its winners alone, or points."""
        return "winner" if self.sheet and self.sheet.kind in ("winner", "teams", "together") else "final"

    def _how_of_result(self, last: MatchRow) -> How:
        """Places, where the last play has more of them than the winners."""
        if any(points is not None for points in last.scores or ()):
            return "final"
        if last.result is None:
            return self._how_of_kind
        return "places" if len({*last.result.ranks}) > 2 else "winner"

    @property
    def hows(self) -> list[How]:
        ways: list[How] = ["winner", "rounds", "final", "places"]
        if self.template:
            ways.insert(1, "sheet")
        return ["moves", *ways] if self.has_rules else ways

    @property
    def wins(self) -> Wins:
        if self.last is None:
            return self.sheet.wins if self.sheet else "highest"
        game = games.find(self.last.game)
        options = codec.decode_options(game, dict(self.last.options))
        facts = facts_of(game)
        return "together" if facts.cooperative(options) else "lowest" if facts.fewest_points_win(options) else "highest"

    @property
    def fields(self) -> list[OptionField]:
        """The options of a game with rules, as in its last match."""
        if not self.has_rules:
            return []
        known = dict[str, object]()
        if self.last and self.last.game == self.choice.game.KEY:
            known = vars_of(codec.decode_options(self.choice.game, dict(self.last.options)))
        return option_fields(self.choice.game, self.choice.fixed, known)

    @property
    def values(self) -> dict[str, Value]:
        return {field["name"]: field["value"] for field in self.fields}


def titles(index: MatchIndex, matches: MatchRepository, owned: Iterable[str]) -> dict[str, Title]:
    """All titles by the key of their choice; each title is suggested once."""
    found = dict[str, Title]()
    known = set[str]()
    for title in _titles(index, matches, owned):
        if (name := title.choice.title.casefold()) not in known:
            known.add(name)
            found[title.choice.key] = title
    return found


def _titles(index: MatchIndex, matches: MatchRepository, owned: Iterable[str]) -> Iterator[Title]:
    plays = plays_by_game(index)
    for row in index.last_of_each_game(-1):
        if choice := choice_of_row(row):
            number = plays.get(row.game_title)
            end = ngettext("{number} play", "{number} plays", number) if number else ""
            sheet = sheet_for(row.game_title, choice.fixed.get("bgg_id"))
            yield Title(choice, end, _template(matches, row, choice), row, sheet)
    for choice in game_choices().values():
        if facts_of(choice.game).records_moves:
            yield Title(choice, gettext("with every move"), kept_template(matches, choice.title))
    for template in matches.templates.saved():
        if choice := titled(template.title):
            yield Title(choice, gettext("own sheet"), still_allowed(template))
    for sheet in shipped():
        if sheet.kind == "most" and not sheet.has_categories:
            continue  # It says no more than the title.
        if choice := titled(sheet.title):
            yield Title(choice, gettext("ready sheet"), sheet.template(language.current()), sheet=sheet)
    for name in sorted(owned, key=str.casefold):
        if choice := titled(name):
            yield Title(choice, gettext("owned"), kept_template(matches, name), sheet=sheet_for(name))


def _template(matches: MatchRepository, row: MatchRow, choice: GameChoice) -> Template | None:
    """The template of a title played before. A match is only read where its sheet may be the only one."""
    kept = kept_template(matches, row.game_title, choice.fixed.get("bgg_id"))
    return kept or (template_of(matches, row.id) if row.depth == "rounds" else None)


def title_to_json(title: Title, emblems: Emblems) -> NewTitleJson:
    categories = [category.name for category in title.template.categories] if title.template else []
    return {
        "key": title.choice.key,
        "label": title.label,
        "names": [*title.sheet.names] if title.sheet and title.last is None else [],
        "about": fit(", ".join(categories), _MAX_WORDS) or gettext(HOWS[title.how]),
        "end": title.end,
        "emblem": emblems.emblem_or_marks(title.choice.title),
        "hows": title.hows,
        "how": title.how,
        "wins": title.wins,
        "fields": title.fields,
        "roles": [(kind, fit(translate(kind), 40)) for kind in title.template.roles] if title.template else [],
        "is_played": title.last is not None,
        "has_start": facts_of(title.choice.game).has_start_player,
    }
