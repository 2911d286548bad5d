"""The answer of an insight in sentences: what is clear, how sure a value is, and how it is counted."""

from typing import Final

from eventstore.statistics.insight_answer import DATES, OF_100, InsightAnswer, Measured
from eventstore.statistics.insights import COUNTS, REVIEWED, Insight, InsightRow
from viewer.locale.language import gettext, listed, ngettext, number
from viewer.locale.plain_text import fit
from viewer.statistics import words
from viewer.statistics.insight_words import figure, name

MAX_NAMED: Final = 4
"""Most names in a sentence."""

Told = tuple[str, InsightRow | None]
"""A sentence with `{label}` in the place of the row's name, and the row."""


def sure(found: Insight, one: Measured) -> str:
    """The certainty of a value, and what it comes from."""
    if found.metric in COUNTS:
        return _counted(found, one.row)
    low, high = (None if bound is None else figure(found, bound) for bound in (one.low, one.high))
    return words.sure(figure(found, one.value), low, high, one.row.n, few=one.row.few)


def _counted(found: Insight, row: InsightRow) -> str:
    """A count as it is, where the picture has its part of all."""
    if found.metric == "wins":
        return gettext("{wins} of {number}", wins=number(row.value), number=number(row.n))
    plays = ngettext("{number} play", "{number} plays", row.n)
    if found.metric == "plays":
        return plays
    return gettext("{value}, from {plays}", value=words.hours(row.value), plays=plays)


def sentences(found: Insight, answer: InsightAnswer) -> list[Told]:
    """The answer; nothing where no row has enough plays."""
    if answer.first is None:
        return []
    told = _beside_chance(answer) if found.metric == "above" else _ends(found, answer)
    return told + _certainty(found, answer)


def _beside_chance(answer: InsightAnswer) -> list[Told]:
    """The surest differences from chance, else the largest."""
    if not answer.more and not answer.less:
        return [_more(answer.first)] if answer.first else []
    if not answer.more:
        return [_less(answer.less[0])]
    if not answer.less:
        return [_more(answer.more[0])]
    row, below = answer.less[0].row, round(-answer.less[0].value)
    return [
        _more(answer.more[0]),
        (ngettext("{label}: {number} fewer.", "{label}: {number} fewer.", below, label="{label}"), row),
    ]


def _more(one: Measured) -> Told:
    if one.value < 0:
        return _less(one)
    says = ngettext(
        "{label}: {number} more win in 100 plays than chance would give.",
        "{label}: {number} more wins in 100 plays than chance would give.",
        round(one.value),
        label="{label}",
    )
    return says, one.row


def _less(one: Measured) -> Told:
    says = ngettext(
        "{label}: {number} fewer win in 100 plays than chance would give.",
        "{label}: {number} fewer wins in 100 plays than chance would give.",
        round(-one.value),
        label="{label}",
    )
    return says, one.row


def _ends(found: Insight, answer: InsightAnswer) -> list[Told]:
    """The highest row, and the last one unless it has the same value."""
    first, last = answer.first, answer.last
    told: list[Told] = [(_says(found, first), first.row)] if first else []
    value = figure(found, last.value) if last else ""
    if last and answer.is_ranking:
        told.append((gettext("Then {label}: {value}.", label="{label}", value=value), last.row))
    elif last and first and value != figure(found, first.value):
        told.append((gettext("At the other end {label}: {value}.", label="{label}", value=value), last.row))
    return told


def _says(found: Insight, one: Measured) -> str:
    """The sentence about one row; `{label}` stands for its name."""
    label, value = "{label}", figure(found, one.value)
    if found.metric in COUNTS:
        return _says_count(found, one)
    chance = figure(found, one.chance) if one.chance is not None else ""
    says = {
        "share": gettext(
            "{label}: {value} wins in 100 plays. Chance would give {chance}.", label=label, value=value, chance=chance
        ),
        "start": gettext(
            "{label}: the start player wins {value} of 100 plays. Chance would give {chance}.",
            label=label,
            value=value,
            chance=chance,
        ),
        "points": gettext("{label}: {value} points in a play.", label=label, value=value),
        "margin": gettext("{label}: {value} points compared with the best of the others.", label=label, value=value),
        "lead": gettext("{label}: the winner is {value} points ahead.", label=label, value=value),
        "minutes": gettext("{label}: {value} minutes for a play.", label=label, value=value),
        "luck": gettext("{label}: {value} points in a play by the luck of the draws.", label=label, value=value),
        "lost": gettext(
            "{label}: {value} points in ten choices given away beyond those of the others.", label=label, value=value
        ),
    }
    return says[found.metric]


def _says_count(found: Insight, one: Measured) -> str:
    label, part = "{label}", figure(found, one.value)
    if found.metric == "hours":
        count = words.hours(one.row.value)
    elif found.metric == "plays":
        count = ngettext("{number} play", "{number} plays", round(one.row.value))
    else:
        count = ngettext("{number} win", "{number} wins", round(one.row.value))
    if found.dimension in DATES:
        return gettext("{label}: {count}.", label=label, count=count)
    if found.metric == "hours":
        return gettext("{label}: {count}, {share} of the time played.", label=label, count=count, share=part)
    if found.metric == "wins":
        return gettext("{label}: {count}, {share} of all wins.", label=label, count=count, share=part)
    return gettext("{label}: {count}, {share} of all plays.", label=label, count=count, share=part)


def _certainty(found: Insight, answer: InsightAnswer) -> list[Told]:
    if found.metric in COUNTS:
        return []
    if any(one.chance is not None for one in answer.rows):
        if not answer.more and not answer.less:
            return [(gettext("No difference from chance is clear yet."), None)]
        return _clear(found, answer)
    return [] if answer.is_clear or answer.last is None else [(gettext("The difference may be luck."), None)]


def _clear(found: Insight, answer: InsightAnswer) -> list[Told]:
    """The names of the rows that differ from chance; with `above` without those that are named already."""
    is_told = found.metric == "above"
    told = [*answer.more[is_told:], *answer.less[is_told:]]
    labels = [fit(name(found.dimension, one.row), 40) for one in told[:MAX_NAMED]]
    if more := len(told) - len(labels):
        labels.append(ngettext("{number} more", "{number} more", more))
    says = []
    if told and is_told:
        says.append(gettext("Also clearly different from chance: {labels}.", labels=listed(labels)))
    elif told:
        says.append(gettext("Clearly different from chance: {labels}.", labels=listed(labels)))
    if is_told and len(answer.rows) > len(answer.more) + len(answer.less):
        says.append(gettext("The rest may be luck."))
    return [(sentence.replace("{", "{{").replace("}", "}}"), None) for sentence in says]


def method(found: Insight, answer: InsightAnswer) -> list[str]:
    """The way of counting, a sentence for each rule that applies."""
    rules = []
    if found.metric in OF_100:
        rules.append(
            gettext(
                "Chance gives each side of a play the same part, as one of three with three sides. "
                "Plays alone and plays won or lost together do not count."
            )
        )
    if found.metric in REVIEWED:
        rules.append(gettext("Only reviewed matches have this value. Over many matches luck tends to 0."))
    if found.metric in COUNTS:
        rules.append(gettext("A play counts once for each of them, so the parts may be more than 100% together."))
    else:
        rules.append(gettext("The line over a bar shows where the true value most likely lies, 19 times of 20."))
        rules.append(
            ngettext(
                "The picture has at most ten, each with {number} play or more; the table has all.",
                "The picture has at most ten, each with {number} plays or more; the table has all.",
                answer.enough,
            )
        )
    return [*rules, origin(found)]


def origin(found: Insight) -> str:
    """The number of matches by recording depth, and how many lacked the data."""
    depths = words.depths(found.depths)
    if not found.untold:
        return depths
    return f"{depths} " + ngettext(
        "{number} match has no data for this.", "{number} matches have no data for this.", found.untold
    )
