"""The answer that edits one value of a play in place: a dry run with the consequence in a sentence, then the write."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Literal, TypeAlias

from core.game import Points, Seat
from core.json_values import Bounds
from core.record_events import MatchDescribed
from core.sheet_edit import LabelEdit, PointsEdit, WinnersEdit
from eventstore.answers.bodies import JsonObject, LongText, NonNegative, ShortText, body
from eventstore.answers.parameters import InDocument
from eventstore.answers.problems import StaleVersion
from eventstore.answers.write_request import Write, WriteRequest
from eventstore.matches import play_edit
from eventstore.matches.edit_writer import EditedPlay, record_edit
from eventstore.matches.match import Match
from eventstore.matches.people import SOMEBODY
from eventstore.matches.play_edit import DetailEdit, PlayEdit, RestoredEdit, SeatEdit
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.statistics import extract
from eventstore.statistics.edit_consequence import best_points, edit_consequence
from viewer.texts import edit_sentences
from viewer.texts.load_match import checked
from viewer.texts.play_details import LABELS, read_detail, write_detail

Seats: TypeAlias = Annotated[tuple[NonNegative, ...], Bounds(max_length=100)]


@body()
class _Edit:
    """With `dry_run` nothing is written."""

    dry_run: bool = False


@body()
class EditedPoints(_Edit):
    """The points of a seat in the line whose event has the version `row`; null: final points, if none are noted.

    With an `entry`, what was written there, the points of the line are computed again.
    """

    kind: Literal["points"]
    row: NonNegative | None
    seat: NonNegative
    points: Points = None
    entry: ShortText | None = None

    @property
    def edit(self) -> PlayEdit:
        return PointsEdit(self.row, self.seat, self.points, self.entry)


@body()
class EditedCategory(_Edit):
    """The name of a line of points."""

    kind: Literal["category"]
    row: NonNegative
    label: ShortText

    @property
    def edit(self) -> PlayEdit:
        return LabelEdit(self.row, self.label)


@body()
class EditedWinner(_Edit):
    """The winners, by seat; null: the points decide."""

    kind: Literal["winner"]
    seats: Seats | None

    @property
    def edit(self) -> PlayEdit:
        return WinnersEdit(self.seats)


@body()
class EditedName(_Edit):
    """Another person at a seat: one of this name, a new one, or the one with the id `person`."""

    kind: Literal["name"]
    seat: NonNegative
    name: ShortText
    person: ShortText | None = None

    @property
    def edit(self) -> PlayEdit:
        return SeatEdit(self.seat, self.name, self.person or "")


@body()
class EditedText(_Edit):
    """The title, the place or the date; a date as precise as it is known, and it cannot be removed."""

    kind: Literal["title", "place", "date"]
    value: ShortText

    @property
    def edit(self) -> PlayEdit:
        value = self.value.strip()
        if self.kind == "date":
            return MatchDescribed(played_on=value)
        return MatchDescribed(title=value) if self.kind == "title" else MatchDescribed(place=value)


@body()
class EditedLength(_Edit):
    """The duration in minutes; it cannot be removed."""

    kind: Literal["length"]
    value: NonNegative

    @property
    def edit(self) -> PlayEdit:
        return MatchDescribed(minutes=self.value)


class _OneOf:
    """The words that the document of the service shows of a text."""

    @staticmethod
    def __get_pydantic_json_schema__(schema: object, handler: Callable[[object], JsonObject]) -> JsonObject:
        return handler(schema) | {"enum": [*LABELS]}


@body()
class EditedDetail(_Edit):
    """A detail as a text: numbers in digits, lists with `;` between their parts, `yes`, `no` or empty for the unknown.

    `uncounted` is why the match does not count in statistics, empty if it does.
    """

    kind: Literal["detail"]
    name: Annotated[str, _OneOf]
    seat: NonNegative | None = None
    value: LongText

    @property
    def edit(self) -> PlayEdit:
        value = read_detail(self.name, self.value.strip())
        if self.name == "tags" and isinstance(value, tuple):
            return MatchDescribed(tags=value)
        return DetailEdit(self.name, value, self.seat)


@body()
class EditedBack(_Edit):
    """The values before the edit that begins with this version."""

    kind: Literal["restore"]
    version: NonNegative

    @property
    def edit(self) -> PlayEdit:
        return RestoredEdit(self.version)


EditCreate: TypeAlias = Annotated[
    EditedPoints | EditedCategory | EditedWinner | EditedName | EditedText | EditedLength | EditedDetail | EditedBack,
    InDocument(examples=({"kind": "points", "row": 2, "seat": 0, "points": 60, "dry_run": True},)),
]


@dataclass(frozen=True, slots=True)
class EditResponse:
    """The result of an edit, or what it would be in a dry run.

    `version` is that of the match. `change` is the edit in a few words, `consequence` a sentence on what follows, empty
    if nothing does. `scores` and `winners`, by seat, are those after the edit. `row` is the version that the edited
    line has then, null in a dry run and for another value. `undo` is the body of the request that restores the former
    value, null if there is none.
    """

    dry_run: bool
    version: int
    change: str
    consequence: str
    scores: list[Points]
    winners: list[int]
    row: int | None = None
    undo: JsonObject | None = None


def edit_play(write: Write, body: EditCreate) -> EditResponse:
    """Change one value of a play: it is recorded as one correction, which `undo` reverts."""
    if body.dry_run:
        before = _expected(write)
        after = play_edit.preview(before, play_edit.planned_edit(before, body.edit))
        return _response(write, body.edit, before, after)
    edited = list[EditedPlay]()

    def record(matches: MatchRepository) -> Match:
        edited[:] = [record_edit(matches, write.id, body.edit, _reason(body.edit), **write.preconditions)]
        return edited[0].after

    write.append(record)
    before, after = edited[0]
    answer = _response(write, body.edit, before, after)
    undo = play_edit.inverse(before, after, body.edit)
    row = play_edit.row_after(before, after, body.edit)
    return replace(answer, dry_run=False, version=after.version, row=row, undo=None if undo is None else _body(undo))


def _expected(write: WriteRequest) -> Match:
    """The match, whose version is the expected one. Raises StaleVersion and MatchUnavailable."""
    match = checked(write.context.match(write.id))
    if write.preconditions["expected_version"] not in (None, match.version):
        raise StaleVersion(write.content(match), match.version)
    return match


def _reason(edit: PlayEdit) -> Callable[[Match], str]:
    return lambda match: edit_sentences.edit_words(match, edit)


def _response(write: WriteRequest, edit: PlayEdit, before: Match, after: Match) -> EditResponse:
    seat = edit.seat if isinstance(edit, PointsEdit) else None
    reads_all = write.context.principal.has_role("viewer")
    best = partial(_best, write, after, seat or 0) if reads_all else lambda: None
    found = edit_consequence(extract.played(before, 0), extract.played(after, 0), seat, best)
    return EditResponse(
        dry_run=True,
        version=before.version,
        change=edit_sentences.edit_words(before, edit),
        consequence=edit_sentences.edit_consequence_sentence(before, edit, found, tells_people=reads_all),
        scores=list(after.now.scores),
        winners=list(found.winners or ()),
    )


def _best(write: WriteRequest, match: Match, seat: Seat) -> float | None:
    """The best points of the person at a seat in other plays of this game; those who may not read them get none."""
    person = match.people.one(match.header.players[seat])
    if person == SOMEBODY:
        return None
    simulated = is_simulated(match.id, match.parent)
    played = write.context.host.index.played(game=match.game_title, person=person, simulated=simulated)
    return best_points([one for one in played if one.id != match.id], person)


def _body(edit: PlayEdit) -> JsonObject:
    """The body of the request for an edit that restores a former value."""
    match edit:
        case RestoredEdit(version):
            return {"kind": "restore", "version": version}
        case SeatEdit(seat, name, person):
            return {"kind": "name", "seat": seat, "name": name, "person": person}
        case DetailEdit(name, value, of_seat):
            return {"kind": "detail", "name": name, "seat": of_seat, "value": write_detail(name, value)}
        case MatchDescribed(tags=tuple() as tags):
            return {"kind": "detail", "name": "tags", "value": write_detail("tags", tags)}
        case MatchDescribed():
            values = {"length": edit.minutes, "date": edit.played_on, "place": edit.place, "title": edit.title}
            for kind, value in values.items():
                if value is not None:
                    return {"kind": kind, "value": value}
    raise TypeError(f"{type(edit).__name__} restores nothing.")
