"""Changes by a play, in words: the short fact of a row, the sentences of its page."""

from collections.abc import Callable

from core.game import Seat
from eventstore.statistics.play_changes import (
    AfterAYear,
    Change,
    EndedRun,
    FirstPlay,
    FirstWin,
    Milestone,
    PersonalBest,
    PersonPlays,
    PersonWins,
    PointsRecord,
    RoundRecord,
    SourceRecord,
    TitlePlays,
    WinningRun,
)
from eventstore.statistics.play_facts import PlayFact
from viewer.locale.language import gettext, listed, ngettext, pgettext
from viewer.locale.plain_text import fit, number, plain
from viewer.texts.match_sentences import MAX_NAME


def short_fact(fact: PlayFact) -> str:
    """The fact in at most three words."""
    match fact.kind:
        case "record":
            return pgettext("best result", "Record")
        case "first_win":
            return gettext("First win")
        case "run":
            return ngettext("{number} in a row", "{number} in a row", fact.number)


def is_golden(fact: PlayFact) -> bool:
    """True if a row shows it in gold."""
    return fact.kind != "run"


def milestone_sentence(milestone: Milestone, game: str, name: Callable[[Seat], str]) -> str:
    """A milestone, the part that it is about between two pairs of stars; a link to an earlier play may follow."""
    match milestone:
        case PersonPlays():
            return gettext(
                "It was **{name}\u2019s {times}th play**. The first:",
                name=name(milestone.seat),
                times=number(milestone.number),
            )
        case TitlePlays():
            return gettext("It was **the {times}th play of {game}**.", times=number(milestone.number), game=game)
        case PersonWins():
            return gettext(
                "It was **{name}\u2019s {times}th win** at {game}.",
                name=name(milestone.seat),
                times=number(milestone.number),
                game=game,
            )
        case AfterAYear():
            return gettext("It was **the first {game} for a year**. The one before:", game=game)


def change_sentence(change: Change, game: str, name: Callable[[Seat], str]) -> str:
    """A change without a final period; `name` gives the text for the person of a seat."""
    match change:
        case FirstPlay():
            return gettext("The first play of {game} here", game=game)
        case FirstWin() | WinningRun() | EndedRun():
            return _of_wins(change, game, listed([name(seat) for seat in change.seats]))
        case _:
            return _of_points(change, name(change.seat))


def _of_wins(change: FirstWin | WinningRun | EndedRun, game: str, names: str) -> str:
    people = len(change.seats)
    match change:
        case FirstWin():
            return ngettext(
                "{names} wins {game} for the first time, in play {plays}",
                "{names} win {game} for the first time, in play {plays}",
                people,
                names=names,
                game=game,
                plays=change.plays,
            )
        case WinningRun():
            return ngettext(
                "{names} wins {times} times in a row",
                "{names} win {times} times in a row",
                people,
                names=names,
                times=change.number,
            )
        case EndedRun():
            return ngettext(
                "Ends a run of {number} win for {names}",
                "Ends a run of {number} wins for {names}",
                change.number,
                names=names,
            )


def _of_points(change: PointsRecord | PersonalBest | SourceRecord | RoundRecord, name: str) -> str:
    points = number(change.points)
    match change:
        case PointsRecord():
            return ngettext(
                "{points} by {name} is the record of {number} play ({before} before)",
                "{points} by {name} is the record of all {number} plays ({before} before)",
                change.n,
                points=points,
                name=name,
                before=number(change.before),
            )
        case PersonalBest():
            return gettext(
                "{points} is the best of {name} here ({before} before)",
                points=points,
                name=name,
                before=number(change.before),
            )
        case SourceRecord():
            category = fit(plain(change.source), MAX_NAME)
            return gettext(
                "{points} by {name} for {category} is a record here", points=points, name=name, category=category
            )
        case RoundRecord():
            return gettext("{points} by {name} in one round is the most so far", points=points, name=name)
