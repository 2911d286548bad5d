"""First sentences about a person or a game: the share of wins in small numbers, the next milestone."""

from collections.abc import Mapping
from typing import Final, Protocol

from eventstore.statistics.answers import Beside, PersonAnswer
from eventstore.statistics.intervals import Share
from eventstore.statistics.milestones import Milestone
from eventstore.statistics.simple_fraction import SimpleFraction, simple_fraction
from eventstore.statistics.tally import Results
from viewer.locale.language import gettext, gettext_noop, ngettext, number, translate
from viewer.locale.plain_text import fit

BESIDE: Final[Mapping[Beside, str]] = {
    "much more": gettext_noop("much more often than chance would give"),
    "more": gettext_noop("more often than chance would give"),
    "a little more": gettext_noop("a little more often than chance would give"),
    "even": gettext_noop("about as often as chance would give"),
    "a little less": gettext_noop("a little less often than chance would give"),
    "less": gettext_noop("less often than chance would give"),
    "much less": gettext_noop("much less often than chance would give"),
}


def of_plays(wins: SimpleFraction | None) -> str:
    """The share of wins below a head `of plays`: `2 of 5`."""
    if wins is None:
        return "-"
    if wins.is_none:
        return gettext("none yet")
    if wins.is_all:
        return gettext("all")
    return gettext("half") if wins.is_half else gettext("{count} of {of}", count=wins.count, of=wins.of)


def wins(share: SimpleFraction | None) -> str:
    """The share of wins on its own: `Wins 2 of 5`; empty if no result is known."""
    if share is None:
        return ""
    if share.is_none:
        return gettext("No win yet")
    if share.is_all:
        return gettext("Won all")
    return gettext("Wins half") if share.is_half else gettext("Wins {count} of {of}", count=share.count, of=share.of)


class WithResults(Protocol):
    """A row of a list with the results of its plays; those without opponents apart."""

    @property
    def wins(self) -> int: ...
    @property
    def share(self) -> Share: ...
    @property
    def cooperative(self) -> Results: ...
    @property
    def solo(self) -> Results: ...


def results(row: WithResults) -> str:
    """The wins of a row by kind of play: `Wins 2 of 5 · Together: all`; empty if no result is known."""
    contests = wins(simple_fraction(row.wins, row.share.n))
    return " · ".join(filter(None, (contests, results_without_opponents(row.cooperative, row.solo))))


def results_without_opponents(cooperative: Results, solo: Results) -> str:
    """The wins of plays without opponents: `Together: 2 of 5 · Alone: all`; empty if no result is known."""
    together, alone = (simple_fraction(own.wins, own.decided) for own in (cooperative, solo))
    kinds = (
        gettext("Together: {share}", share=of_plays(together)) if together else "",
        gettext("Alone: {share}", share=of_plays(alone)) if alone else "",
    )
    return " · ".join(filter(None, kinds))


def without_opponents(together: SimpleFraction | None, alone: SimpleFraction | None) -> list[str]:
    """The sentences about the plays of all as one side, and of one person alone."""
    sentences = list[str]()
    if together:
        sentences.append(gettext("Won together in {count} of {of} plays.", count=together.count, of=together.of))
    if alone:
        sentences.append(gettext("Won alone in {count} of {of} plays.", count=alone.count, of=alone.of))
    return sentences


def person_sentence(name: str, answer: PersonAnswer) -> str:
    """`Ben wins 2 of 5 plays, a little more often than chance would give, and most of all at Kingdomino.`

    Plays without opponents have a sentence of their own.
    """
    others = without_opponents(answer.together, answer.alone)
    if answer.wins or not others:
        return " ".join((_of_contests(fit(name, 40), answer), *others))
    return " ".join(others)


def _of_contests(name: str, answer: PersonAnswer) -> str:
    share = answer.wins
    if share is None:
        return gettext("No result of {name} is known yet.", name=name)
    sentence = _wins_plays(name, share)
    beside = gettext(BESIDE[answer.beside]) if answer.beside else ""
    best = gettext("most of all at {game}", game=fit(translate(answer.best.label), 40)) if answer.best else ""
    if beside and best:
        return gettext("{sentence}, {beside}, and {best}.", sentence=sentence, beside=beside, best=best)
    if beside or best:
        return gettext("{sentence}, {more}.", sentence=sentence, more=beside or best)
    return gettext("{sentence}.", sentence=sentence)


def _wins_plays(name: str, share: SimpleFraction) -> str:
    if share.is_none:
        return gettext("{name} has not won yet", name=name)
    if share.is_all:
        return ngettext("{name} won the only play", "{name} won all {number} plays", share.of, name=name)
    if share.is_half:
        return gettext("{name} wins half of the plays", name=name)
    return gettext("{name} wins {count} of {of} plays", name=name, count=share.count, of=share.of)


def milestone(next: Milestone) -> str:
    """`4 more plays of Azul make it 25`"""
    goal = number(next.goal)
    if next.kind == "game":
        return ngettext(
            "{number} more play of {game} makes it {goal}",
            "{number} more plays of {game} make it {goal}",
            next.missing,
            game=fit(translate(next.game), 30),
            goal=goal,
        )
    if next.kind == "wins":
        return ngettext(
            "{number} more win makes it {goal}", "{number} more wins make it {goal}", next.missing, goal=goal
        )
    return ngettext("{number} more play makes it {goal}", "{number} more plays make it {goal}", next.missing, goal=goal)


def recent(results: tuple[bool, ...]) -> str:
    """The dots of a row in words: `3 of the last 10 won`."""
    if not results:
        return gettext("no result yet")
    return ngettext("{won} of the last {number} won", "{won} of the last {number} won", len(results), won=sum(results))


def ago(days: int) -> str:
    """A time in the past in months or years: `8 months`."""
    if days < 365:
        return ngettext("{number} month", "{number} months", max(1, round(days / 30.44)))
    return ngettext("{number} year", "{number} years", round(days / 365.25))
