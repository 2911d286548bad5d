"""The question about a match that went on in two places: its two ends as cards, of which a person chooses one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from core.match_summary import match_summary
from eventstore.maintenance import two_ends
from eventstore.maintenance.two_ends import TwoEnds
from eventstore.matches.match import DERIVED, Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import Sent
from viewer.locale.language import gettext, listed, ngettext, short_date
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import button, element
from viewer.look.icons import Icon, icon
from viewer.look.play_row import row_mark
from viewer.pages.shared import flash
from viewer.pages.shared.play_rows import play_picture, play_title
from viewer.surface.kept import kept
from viewer.texts import keeping_words, match_sentences
from viewer.texts.match_report import told_frames

MAX_MOVES: Final = 12
"""Entries after the place where two lines part that are shown of each."""

_CHOSEN: Final = "two-ends-chosen"
_SEEN: Final = "two-ends-seen"


@dataclass(frozen=True, slots=True)
class EndPlace:
    """A place where a match went on, with the words of the button that goes on with its line."""

    sign: Icon
    name: str
    go_on: str


def open_ends(index: MatchIndex, matches: MatchRepository) -> Sequence[TwoEnds]:
    """The matches that are asked about, found once per state of the store."""
    return _open_ends(index, matches, index.checkpoint())


@kept(8)
def _open_ends(_index: MatchIndex, _matches: MatchRepository, key: str) -> Sequence[TwoEnds]:
    return two_ends.open_ends(_matches, _index)


def hidden(ends: Sequence[TwoEnds]) -> frozenset[str]:
    """The lines that lists leave out: they show a match with two ends once."""
    return frozenset(_foreign(one).id for one in ends)


def _foreign(ends: TwoEnds) -> Match:
    """The line that came from elsewhere."""
    return next((line for line in reversed(ends.lines) if DERIVED.fullmatch(line.id)), ends.lines[1])


def marks(ends: Sequence[TwoEnds]) -> dict[str, Json]:
    """The marks of the rows of these matches, by id."""
    return dict.fromkeys((line.id for one in ends for line in one.lines), row_mark("scales", gettext("two ends")))


def line_of_plays(ends: Sequence[TwoEnds]) -> list[Json]:
    """The line above the plays that leads to the question; none where there is nothing to ask."""
    if not ends:
        return []
    says = ngettext("One match went on in two places.", "{number} matches went on in two places.", len(ends))
    look = element("a", gettext("Have a look"), href="keeping", class_="end")
    return [element("div", icon("scales"), element("span", says), look, class_="where", role="status")]


def answered(sent: Sent, ends: Sequence[TwoEnds]) -> bool:
    """Carry out an answer, and nothing for what another part of the page sent; returns whether a match was settled."""
    pair, _, line = sent.value.partition(" ")
    one = next((one for one in ends if one.pair == pair), None)
    if one is None or (line and line not in {each.id for each in one.lines}):
        return False
    if sent.name == "end":
        surface.state().setdefault(_CHOSEN, {})[pair] = line
    elif sent.name == "see-both":
        surface.state()[_SEEN] = None if surface.state().get(_SEEN) == pair else pair
    elif sent.name in ("go-on", "keep-both"):
        with flash.catch_errors():
            if sent.name == "go-on":
                one.go_on(line)
                flash.put(gettext("The match goes on with this one. The other one is in its history."))
            else:
                one.keep_both()
                flash.put(gettext("They are two plays; you will not be asked again."))
        return True
    return False


def sections(
    index: MatchIndex,
    matches: MatchRepository,
    ends: Sequence[TwoEnds],
    places: tuple[EndPlace, EndPlace],
    now: datetime,
) -> list[Json]:
    """The questions; `places` are this one and the other one."""
    return [_section(index, matches, one, dict(_placed(one, places)), now) for one in ends]


def _placed(ends: TwoEnds, places: tuple[EndPlace, EndPlace]) -> list[tuple[str, EndPlace]]:
    """The place of each line, by its id."""
    foreign = _foreign(ends).id
    return [(line.id, places[line.id == foreign]) for line in ends.lines]


def _section(
    index: MatchIndex, matches: MatchRepository, ends: TwoEnds, places: dict[str, EndPlace], now: datetime
) -> Json:
    lines = sorted(ends.lines, key=lambda line: line.id == _foreign(ends).id)
    chosen = surface.state().get(_CHOSEN, {}).get(ends.pair, ends.proposed.id)
    if chosen not in places:
        chosen = ends.proposed.id
    row = index.row(lines[0].id)
    title = (play_title(row) if row else "", listed([fit(plain(name), 24) for name in lines[0].names]))
    picture = [play_picture(matches, row)] if row else []
    words = element(
        "div", element("h2", ", ".join(filter(None, title))), element("p", _same(ends, now), class_="soft s14")
    )
    is_seen = surface.state().get(_SEEN) == ends.pair
    cards = [_card(ends, line, places[line.id], now, is_chosen=line.id == chosen) for line in lines]
    buttons = (
        button(places[chosen].go_on, sends="go-on", value=f"{ends.pair} {chosen}", class_="btn go"),
        button(gettext("See both"), sends="see-both", value=ends.pair, aria_expanded=str(is_seen).lower()),
    )
    return element(
        "section",
        element("div", *picture, words, class_="about"),
        element("div", *cards, class_="both", role="radiogroup", aria_label=gettext("Which one goes on?")),
        element("p", gettext("The other one is not lost: it stays in the history of the match."), class_="soft s14"),
        element("div", *buttons, class_="answers"),
        button(gettext("Keep both as two matches"), sends="keep-both", value=ends.pair, class_="btn bare wide"),
        *([element("div", *(_moves(ends, line) for line in lines), class_="both seen")] if is_seen else []),
        class_="sec ends",
    )


def _same(ends: TwoEnds, now: datetime) -> str:
    """The day of the match, and the place up to which both are the same."""
    line = ends.lines[0]
    day = short_date(line.header.played_on, now.date().isoformat()) if line.header.played_on else ""
    shared = [frame for frame in told_frames(line, line.frames) if frame.version <= ends.shared]
    if shared[-1].round:
        same = gettext("the same up to round {number}", number=shared[-1].round)
    else:
        same = ngettext("the same up to entry {number}", "the same up to entry {number}", len(shared) - 1)
        same = same if len(shared) > 1 else gettext("the same at the start")
    return ", ".join(filter(None, [day, same]))


def _card(ends: TwoEnds, line: Match, place: EndPlace, now: datetime, *, is_chosen: bool) -> Json:
    points = " : ".join("–" if one is None else number(one) for one in line.now.scores)
    more, at = ends.more(line), datetime.fromisoformat(ends.last_recorded(line)[0]).astimezone(now.tzinfo)
    if told_frames(line, line.frames)[-1].round:
        news = ngettext("{number} move more", "{number} moves more", more)
    else:
        news = ngettext("{number} entry more", "{number} entries more", more)
    return element(
        "button",
        element("span", icon(place.sign), place.name, class_="place"),
        element("span", points, class_="big"),
        element("span", _standing(line), class_="soft"),
        element("span", f"{news}, {keeping_words.short_moment(at, now)}", class_="soft"),
        type="button", class_="side on" if is_chosen else "side", role="radio", aria_checked=str(is_chosen).lower(),
        data_send="end", data_value=f"{ends.pair} {line.id}",
    )  # fmt: skip


def _standing(line: Match) -> str:
    says = match_sentences.standing(match_summary(line.frames, line.outcome), line.names, open=line.state == "open")
    if line.state != "open":
        return gettext("{result}, finished", result=says)
    round_number = told_frames(line, line.frames)[-1].round
    return gettext("{result}, round {number}", result=says, number=round_number) if round_number else says


def _moves(ends: TwoEnds, line: Match) -> Json:
    """The entries of a line after the two parted, with the link to its page."""
    said = match_sentences.sentences(line)
    places = [place for place, frame in enumerate(line.frames) if frame.version > ends.shared]
    says = [element("p", said[place]) for place in places[:MAX_MOVES]]
    if (left := len(places) - MAX_MOVES) > 0:
        says.append(element("p", ngettext("and {number} more", "and {number} more", left)))
    href = f"replay?match={line.id}&at={ends.shared}"
    return element("div", *says, element("a", gettext("Show it"), class_="link", href=href))
