"""The result of a match as text for BoardGameGeek, in its forum markup."""

from itertools import chain
from typing import NamedTuple

from core.game import facts_of
from eventstore.matches.match import Match
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import number, plain
from viewer.texts import match_report


def for_bgg(match: Match) -> str:
    """Game, date and place, the seats by rank with points, winners bold, and a one-sentence summary."""
    game, bgg_id = title(match)
    called = f"[thing={bgg_id}]{_literal(game)}[/thing]" if bgg_id else _literal(game)
    where = ", ".join(_literal(fact) for fact in (match.header.played_on, match.header.place) if fact)
    found = match_report.match_report(match)
    result = translate(match.outcome.why) if match.outcome else gettext("Still open")
    parts = [[f"[b]{called}[/b]", where], _standings(match), [_literal(result)], [f"[i]{_literal(found.summary)}[/i]"]]
    return "\n".join(chain.from_iterable([*filter(None, part), ""] for part in parts)).rstrip("\n") + "\n"


def _standings(match: Match) -> list[str]:
    """A line per seat, best first."""
    ranks, winners = match_report.ranks(match), match.outcome.winners if match.outcome else ()
    lines = []
    for seat in sorted(range(len(match.names)), key=ranks.__getitem__):
        name, points = _literal(match.names[seat]), match.now.scores[seat]
        name_text = f"[b]{name}[/b]" if seat in winners else name
        lines.append(f"{ranks[seat]}. {name_text}" + ("" if points is None else f"  {number(points)}"))
    return lines


def _literal(text: str) -> str:
    """Text without tags; the markup has no escape for square brackets, so they become parentheses."""
    return plain(text).replace("[", "(").replace("]", ")")


class GameName(NamedTuple):
    """A game's name and its id at BoardGameGeek; without an id the game is looked up by name."""

    name: str
    bgg_id: int | None


def title(match: Match) -> GameName:
    """The game as named in the match's options."""
    return GameName(plain(match.game_title), facts_of(match.game).bgg_id(match.options))
