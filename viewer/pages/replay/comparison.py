"""The recorded match beside the proposed one: moves, boards, points, and events that would become illegal."""

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeVar

from core import analysis
from core.game import Gain, Points, Refusal
from core.record import Invalidated
from eventstore.formats.notation import write_event
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer.boards import board_of
from viewer.boards.scene import Json, Scene, patches
from viewer.boards.seat import boxed_mark
from viewer.boards.svg import Theme, svg
from viewer.components.replay.payload import turns
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import drawn, element
from viewer.look.fold import captioned
from viewer.pages.replay.proposal import Proposal
from viewer.texts import match_sentences
from viewer.texts.match_sentences import result, sentences
from viewer.texts.rule_texts import rule_address

Move = TypeVar("Move")

SHOWN: Final = 12
"""Maximum number of moves listed per side or list; the rest is counted."""

Look = Literal["then", "end"]
"""The boards to compare: right after the first difference, or at the last frame both sides reach."""


class ComparisonSide:
    """A match as one side of a comparison. Places are indexes of its frames; 0 is the start."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.says = sentences(match)
        self._turns = turns(match.frames)

    @cached_property
    def gains(self) -> list[tuple[Gain, ...]]:
        return list(analysis.gains(self.match.stories))

    def when(self, place: int) -> str:
        """Round and turn: `R3.5`; `R3` where no seat acted."""
        turn, round_number = self._turns[place], self.match.frames[place].round
        return (
            gettext("R{round}.{turn}", round=round_number, turn=turn)
            if turn
            else gettext("R{round}", round=round_number)
        )

    def label(self, place: int) -> str:
        return f"{self.when(place)}  {self.says[place]}"

    def gained(self, place: int) -> str:
        return match_sentences.gains(self.gains[place], self.match.names)

    def move(self, place: int) -> Json:
        extra = [element("span", gained, class_="gained")] if (gained := self.gained(place)) else []
        says = element("span", self.says[place], class_="says")
        return element("li", element("b", self.when(place)), says, *extra)


BROKEN_SHOWN: Final = 5
"""Maximum number of illegal moves listed: one mistake early in a match invalidates nearly all later moves."""


@dataclass(frozen=True)
class Comparison:
    """Both sides of a proposal and their differences."""

    proposal: Proposal
    recorded: ComparisonSide
    proposed: ComparisonSide

    @cached_property
    def was(self) -> range:
        """Recorded frames that would be replaced. Frame 0 is the start, so a frame is its place plus one."""
        place = self.proposal.difference.place + 1
        return range(place, place + len(self.proposal.difference.was))

    @cached_property
    def became(self) -> range:
        """New frames of the proposed side, up to the first illegal one."""
        place = self.proposal.difference.place + 1
        return range(place, min(place + len(self.proposal.difference.became), len(self.proposed.match.frames)))

    @property
    def end(self) -> int:
        """The recorded frame that matches the last proposed one: the last, or the one before an illegal event."""
        if not self.proposal.broken:
            return len(self.recorded.match.frames) - 1
        return max(self.proposal.lasting - len(self.proposal.difference.became), self.was.start - 1) + len(self.was)

    @cached_property
    def rescored(self) -> list[tuple[int, int]]:
        """Pairs of frames (recorded, proposed) after the difference with the same event and different points."""
        place = self.proposal.difference.place + 1
        end = place + len(self.proposal.difference.became)
        old_places = range(self.was.stop, len(self.recorded.match.frames))
        both = zip(old_places, range(end, len(self.proposed.match.frames)), strict=False)
        return [(old, new) for old, new in both if self.recorded.gained(old) != self.proposed.gained(new)]


def compare(proposal: Proposal, recorded: ComparisonSide) -> Comparison:
    return Comparison(proposal, recorded, ComparisonSide(proposal.preview))


def breaking(compared: Comparison) -> list[Json]:
    """The events that would become illegal, each with the reason; empty if there are none."""
    broken = compared.proposal.broken
    if not broken:
        return []
    entries = [element("li", *_broken_move(compared, one), _reason(one.refusal)) for one in broken[:BROKEN_SHOWN]]
    if len(broken) > BROKEN_SHOWN:
        entries.append(element("li", and_more(len(broken) - BROKEN_SHOWN)))
    says = ngettext(
        "This correction cannot be accepted: {number} move would be illegal.",
        "This correction cannot be accepted: {number} moves would be illegal.",
        len(broken),
    )
    return [element("p", says, class_="message", role="alert"), element("ul", *entries, class_="list")]


def _reason(refusal: Refusal) -> Json:
    """The sentence of a refusal, which leads to the text of its rule."""
    sentence, address = translate(refusal.sentence), rule_address(refusal.rule)
    if not address:
        return element("span", sentence, class_="rule")
    return element("a", sentence, class_="rule", href=address, target="_blank", rel="noopener")


def _broken_move(compared: Comparison, one: Invalidated) -> list[Json]:
    """An effective event as the recorded side's sentence; a new one as notation, because no sentence fits it."""
    match, side = compared.proposal.match, compared.recorded
    if compared.proposal.is_written_here(one.version):
        return [element("b", gettext("Corrected")), fit(write_event(match, one.event), 160)]
    place = next(n for n, frame in enumerate(match.frames) if frame.version == one.version)
    return [element("b", side.when(place)), side.says[place]]


def moves(compared: Comparison) -> Json:
    """The moves that differ, the recorded ones on the left."""
    none, nothing = gettext("Nothing is recorded here yet."), gettext("Nothing is left here.")
    was = side(gettext("Recorded"), compared.was, compared.recorded.move, "gone", none)
    became = side(gettext("Proposed"), compared.became, compared.proposed.move, "proposed", nothing)
    return element("div", was, became, class_="two")


def side(title: str, moves: Sequence[Move], drawn: Callable[[Move], Json], kind: str, empty: str = "") -> Json:
    """The first moves of one side of a change, each `drawn` as an entry; without one the words `empty`."""
    entries = [drawn(move) for move in moves[:SHOWN]]
    if len(moves) > SHOWN:
        entries.append(element("li", and_more(len(moves) - SHOWN)))
    body = element("ol", *entries, class_=f"moves {kind}") if entries else element("p", empty, class_="aside")
    return element("section", element("h3", title), body, class_="side proposed" if kind == "proposed" else "side")


def boards(compared: Comparison, look: Look, theme: Theme) -> list[Json]:
    """Pictures of the panels that differ; a sentence if none does."""
    old, new = compared.recorded.match, compared.proposed.match
    then = look == "then"
    board, names = board_of(old.game), old.names
    before = board.scene(old.frames[compared.was.stop - 1 if then else compared.end].state, names)
    after = board.scene(new.frames[compared.became.stop - 1 if then else -1].state, names)
    differing = {patch.panel for patch in patches(before, after)}
    if not differing:
        return [element("p", gettext("The table is the same on both sides."), class_="aside")]
    pictures = []
    for title, kind, scene in ((gettext("Recorded"), "side", before), (gettext("Proposed"), "side proposed", after)):
        only = Scene(tuple(panel for panel in scene.panels if panel.id in differing))
        source = b64encode(svg(only, board.symbols(), theme=theme, columns=1).encode()).decode()
        alt = f"{title}: {', '.join(plain(panel.title) for panel in only.panels)}"
        image = element("img", src=f"data:image/svg+xml;base64,{source}", alt=alt)
        pictures.append(element("figure", element("h3", title), image, class_=kind))
    return [element("div", *pictures, class_="two")]


def points(compared: Comparison) -> list[Json]:
    """Points by seat and result of both sides, and later moves whose points change."""
    old, new = compared.recorded.match, compared.proposed.match
    if not old.names:
        return []
    broken = compared.proposal.broken
    caption = gettext("Points before the first move that would be illegal") if broken else gettext("Points")
    headings = (gettext("Seat"), gettext("Recorded"), gettext("Proposed"), gettext("Change"))
    rows = [
        element(
            "tr",
            element("th", drawn(boxed_mark(seat)), plain(name), scope="row"),
            element("td", number(had)),
            element("td", number(has)),
            element("td", _change(had, has), class_="changed" if had != has else "same"),
        )
        for seat, (name, had, has) in enumerate(
            zip(old.names, old.frames[compared.end].scores, new.now.scores, strict=True)
        )
    ]
    parts = [captioned(caption, headings, rows)]
    if not broken and result(old) != result(new):
        ends = (gettext("Recorded: {result}", result=result(old)), gettext("Proposed: {result}", result=result(new)))
        parts.append(element("p", *(element("span", end) for end in ends), class_="message"))
    return parts + _rescored(compared)


def _rescored(compared: Comparison) -> list[Json]:
    if not compared.rescored:
        return []
    rows = [
        element(
            "tr",
            element("td", compared.proposed.label(new), class_="sentence"),
            element("td", compared.recorded.gained(old) or "0"),
            element("td", compared.proposed.gained(new) or "0"),
        )
        for old, new in compared.rescored[:SHOWN]
    ]
    count = len(compared.rescored)
    caption = gettext("Later moves with different points")
    if count > SHOWN:
        caption = gettext("Later moves with different points, the first {shown} of {count}", shown=SHOWN, count=count)
    return [captioned(caption, (gettext("Move"), gettext("Recorded"), gettext("Proposed")), rows)]


def _change(had: Points, has: Points) -> str:
    if had is None or has is None:
        return "" if had == has else gettext("now known") if had is None else gettext("no longer known")
    return match_sentences.signed(round(has - had, 2)) if had != has else "0"


def losing_notes(proposal: Proposal, notes: Collection[NoteWritten]) -> list[Json]:
    """A sentence about notes on moves that would be replaced."""
    gone = proposal.replaced
    count = sum(note.about in gone for note in notes)
    if not count:
        return []
    says = ngettext(
        "{number} note refers to a move that would no longer count.",
        "{number} notes refer to moves that would no longer count.",
        count,
    )
    sentence = gettext("Notes are kept; you find them in the history.")
    return [element("p", f"{says} {sentence}", class_="aside")]


def and_more(count: int) -> str:
    """The last line of a truncated list."""
    return ngettext("and {number} more", "and {number} more", count)
