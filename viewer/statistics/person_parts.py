"""The text parts of a person's page: the key figures, the latest plays as a ribbon, streaks."""

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote

from eventstore.statistics.person import Person, RecentResult, Result, Streak
from viewer.boards.scene import Json
from viewer.boards.text import fit, number, plain
from viewer.html_block import element
from viewer.language import date, gettext, gettext_noop, ngettext, translate
from viewer.match_sentences import signed
from viewer.statistics import words

RESULTS: Final[Mapping[Result, str]] = {
    "won": gettext_noop("won"),
    "lost": gettext_noop("did not win"),
    "unknown": gettext_noop("result unknown"),
}


def summary(found: Person) -> str:
    """Wins against the number expected by chance, in one sentence."""
    name, chance = fit(found.name, 40), found.chance
    if not found.decided:
        return gettext("No result of {name} is known yet.", name=name)
    won = ngettext(
        "{name} won {wins} of {number} match with a known result",
        "{name} won {wins} of {number} matches with a known result",
        found.decided,
        name=name,
        wins=number(found.wins),
    )
    if not chance.n:
        return f"{won}."
    expected = number(round(chance.expected, 1))
    if chance.n == found.decided:
        return gettext("{won}; chance alone would give {expected}.", won=won, expected=expected)
    return gettext(
        "{won}; against others {wins} of {n}, where chance alone would give {expected}.",
        won=won,
        n=number(chance.n),
        wins=number(chance.wins),
        expected=expected,
    )


def figures(found: Person) -> Json:
    """The key figures, each with its interval and its number of cases."""
    chance, rating = found.chance, found.rating
    cells = [(gettext("Plays"), number(found.plays), words.depths(found.depths))]
    if found.decided:
        cells.append((gettext("Won"), number(found.wins), words.share(found.share)))
    if chance.low is not None and chance.high is not None:
        reach = gettext("{low} to {high}", low=signed(round(chance.low, 1)), high=signed(round(chance.high, 1)))
        value = signed(round(chance.above, 1))
        cells.append((gettext("Wins above chance"), value, words.cases(reach, chance.n, few=chance.few)))
    if rating:
        reach = gettext("{low} to {high}", low=number(round(rating.low, 1)), high=number(round(rating.high, 1)))
        told_rating = words.cases(reach, rating.contests, few=rating.provisional)
        cells.append((gettext("Rating"), number(round(rating.value, 1)), told_rating))
    return element(
        "dl",
        *(
            element(
                "div", element("dt", name), element("dd", value, class_="value"), element("dd", more, class_="reach")
            )
            for name, value, more in cells
        ),
        class_="figures",
    )


def ribbon(found: Person) -> Json:
    """The latest plays as discs with the rank, filled for wins; each links to its replay."""
    return element("ol", *map(_bead, found.ribbon), class_="ribbon", aria_label=gettext("The latest plays"))


def _bead(bead: RecentResult) -> Json:
    says = [date(bead.played_on)] if bead.played_on else []
    says += [plain(translate(bead.game)), gettext(RESULTS[bead.result])]
    if bead.rank is not None:
        says.append(gettext("place {place} of {places}", place=bead.rank, places=bead.sides))
    label = ", ".join(says)
    disc = element("span", "–" if bead.rank is None else str(bead.rank), class_="disc", aria_hidden="true")
    link = element("a", disc, href=f"replay?match={quote(bead.match)}", title=label, aria_label=label)
    return element("li", link, class_=bead.result)


def streaks(found: Person) -> str:
    """The latest results and the longest streaks in words."""
    results = [bead.result for bead in found.ribbon]
    shown = ngettext("The last play", "The last {number} plays, the newest at the end", len(results))
    won = ngettext("{number} won", "{number} won", results.count("won"))
    lost = ngettext("{number} not won", "{number} not won", results.count("lost"))
    parts = [won, lost]
    if unknown := results.count("unknown"):
        parts.append(ngettext("{number} with an unknown result", "{number} with an unknown result", unknown))
    latest = gettext("{shown}: {results}.", shown=shown, results=", ".join(parts))
    return " ".join([latest, *_rows(found)])


def _rows(found: Person) -> list[str]:
    """The current streak, and the longest of each kind."""
    rows = []
    if found.current and found.current.length > 1:
        rows.append(_current(found.current))
    longest: list[tuple[Streak | None, Callable[[int], str]]] = [
        (found.winning, lambda count: ngettext("{number} win", "{number} wins", count)),
        (found.losing, lambda count: ngettext("{number} play without a win", "{number} plays without a win", count)),
    ]
    known = [says(streak.length) for streak, says in longest if streak and streak.length > 1]
    if known:
        rows.append(gettext("Longest streaks: {rows}.", rows=", ".join(known)))
    return rows


def _current(streak: Streak) -> str:
    if streak.result == "won":
        return ngettext("Now {number} win in a row.", "Now {number} wins in a row.", streak.length)
    return ngettext("Now {number} play without a win.", "Now {number} plays in a row without a win.", streak.length)
