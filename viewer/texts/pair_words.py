"""The words of a head-to-head comparison: the answer, what it leaves out, points, the comeback."""

from eventstore.statistics.pair import Comeback, Duel, Pair
from viewer.locale.language import date, gettext, ngettext
from viewer.locale.plain_text import fit, number
from viewer.texts.match_sentences import signed


def answer(pair: Pair) -> str:
    """The score in a sentence, as a template with the place of a link to `{leader}`."""
    return _of_two(pair.duels[0]) if len(pair.people) == 2 else _of_several(pair)


def _of_two(duel: Duel) -> str:
    if not duel.before + duel.after + duel.together:
        return gettext("No result between the two is known yet.")
    if duel.leader is None:
        return gettext("They are level, {before} to {after}.", before=duel.before, after=duel.after)
    more, fewer = max(duel.before, duel.after), min(duel.before, duel.after)
    score = gettext("{leader} leads {more} to {fewer}", leader="{leader}", more=more, fewer=fewer)
    if duel.is_clear:
        return gettext("{score}, more than luck alone would give.", score=score)
    return gettext("{score}, which may be luck.", score=score)


def _of_several(pair: Pair) -> str:
    if not pair.first:
        return gettext("None of them has finished before all the others yet.")
    times = ngettext("once", "{number} times", pair.first[0].first)
    if len(pair.first) > 1:
        return ngettext(
            "{number} of them finished before all the others equally often, {times}.",
            "{number} of them finished before all the others equally often, {times}.",
            len(pair.first),
            times=times,
        )
    return gettext("{leader} finished before all the others most often, {times}.", leader="{leader}", times=times)


def left_out(pair: Pair) -> str:
    """The plays of two people, and those that the score leaves out: ties, plays on one side, unknown results."""
    if len(pair.people) != 2:
        return ""
    duel = pair.duels[0]
    same, rest = pair.plays - len(duel.matches), list[str]()
    if duel.together:
        rest.append(ngettext("{number} was level", "{number} were level", duel.together))
    if same:
        rest.append(ngettext("{number} was on the same side", "{number} were on the same side", same))
    if duel.untold:
        rest.append(ngettext("{number} has no known result", "{number} have no known result", duel.untold))
    plays = ngettext("{number} play together", "{number} plays together", pair.plays)
    if together := pair.cooperative.decided:
        rest.append(gettext("{wins} of {plays} won together", wins=pair.cooperative.wins, plays=together))
    return gettext("{total}: {parts}.", total=plays, parts=", ".join(rest)) if rest else f"{plays}."


def margin(duel: Duel, one: str, other: str) -> str:
    """The lead of the better one in points; empty if unknown or from too few plays."""
    if duel.margin.value is None or duel.margin.few:
        return ""
    points = number(round(abs(duel.margin.value), 1))
    who = one if duel.margin.value >= 0 else other
    return gettext("{name} is ahead by {points} points a play.", name=fit(who, 40), points=points)


def players(number: str) -> str:
    return ngettext("{number} player", "{number} players", int(number))


def comeback(back: Comeback, name: str) -> str:
    """The largest deficit before a win, with its round."""
    sentence = gettext(
        "{name} was {points} behind after round {round} and won",
        name=fit(name, 40),
        points=signed(back.behind).lstrip("+"),
        round=back.round,
    )
    if not back.played_on:
        return f"{sentence}."
    return gettext("{sentence} ({day}).", sentence=sentence, day=date(back.played_on))
