"""Compares imported plays with the truth of `corpus/`, small files of groups that log their plays by hand.

`python -m tests.importers.corpus_check a b` counts; `--files` adds a line for each difference.

A manifest gives for each file a verdict: `plays` (clear to a careful person), `ask` (not to be imported without a
question) or `either`. In its plays None means that the file does not say it, and "?" that it is not judged.
"""

import json
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, TypedDict

from core.games.scoresheet.events import PointsNoted, RanksNamed, WinnersNamed
from importers.imported_play import ImportedPlay, UnreadableFile
from importers.reading import ImportOptions, read
from importers.tables import dates

CORPUS = Path(__file__).with_name("corpus")
UNJUDGED = "?"

Outcome = Literal["right", "wrong", "asked"]


class Seat(TypedDict):
    name: str
    points: float | str | None
    won: bool | str | None


class Play(TypedDict):
    date: str | None
    game: str | None
    seats: list[Seat]


class Entry(TypedDict):
    verdict: Literal["plays", "ask", "either"]
    kind: str
    why: str
    plays: list[Play]


def manifest(folder: Path) -> dict[str, Entry]:
    """The truth of each file by its name; every file of the folder must have one."""
    entries: dict[str, Entry] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    files = {path.name for path in folder.iterdir()} - {"manifest.json"}
    if files != set(entries):
        raise ValueError(f"{folder}: {sorted(files ^ set(entries))} in the folder or the manifest only")
    return entries


def outcome(entry: Entry, asks: bool, found: Sequence[Play]) -> Outcome:
    """A file that must be asked about is right when it is asked about; a sure reading without plays is wrong."""
    if entry["verdict"] == "ask" and asks:
        return "right"
    if asks:
        return "asked"
    return "wrong" if not found or differences(entry["plays"], found) else "right"


def differences(truth: Sequence[Play], found: Sequence[Play]) -> list[str]:
    """One line for each play that is missing, not in the truth, or different; plays and seats have no order."""
    rest = list(found)
    missing = []
    for play in truth:
        equal = next((other for other in rest if not _faults(play, other)), None)
        if equal is None:
            missing.append(play)
        else:
            rest.remove(equal)
    lines = []
    for play in missing:
        if not rest:
            lines.append(f"missing: {_told(play)}")
            continue
        nearest = min(rest, key=lambda other: _distance(play, other))
        rest.remove(nearest)
        lines.append(f"{', '.join(_faults(play, nearest))}: {_told(play)} | found {_told(nearest)}")
    return lines + [f"not in the truth: {_told(play)}" for play in rest]


def _distance(truth: Play, found: Play) -> tuple[int, int]:
    people = {_plain(seat["name"]) for seat in truth["seats"]} ^ {_plain(seat["name"]) for seat in found["seats"]}
    return len(people) + 2 * (truth["date"] != found["date"]), len(_faults(truth, found))


def _faults(truth: Play, found: Play) -> list[str]:
    faults = []
    if truth["date"] not in (UNJUDGED, found["date"]):
        faults.append("date")
    if truth["game"] != UNJUDGED and _plain(truth["game"]) != _plain(found["game"]):
        faults.append("game")
    seats = {_plain(seat["name"]): seat for seat in found["seats"]}
    if Counter(_plain(seat["name"]) for seat in truth["seats"]) != Counter(
        _plain(seat["name"]) for seat in found["seats"]
    ):
        return [*faults, "people"]
    pairs = [(seat, seats[_plain(seat["name"])]) for seat in truth["seats"]]
    if any(known["points"] != UNJUDGED and known["points"] != seat["points"] for known, seat in pairs):
        faults.append("points")
    if not any(seat["won"] == UNJUDGED for seat in truth["seats"]) and _winners(truth) != _winners(found):
        faults.append("winners")
    return faults


def _winners(play: Play) -> frozenset[str] | None:
    """None: unknown. A seat that did not win and one about which nothing is said are the same beside a winner."""
    if all(seat["won"] is None for seat in play["seats"]):
        return None
    return frozenset(_plain(seat["name"]) for seat in play["seats"] if seat["won"])


def _plain(text: str | None) -> str:
    return " ".join(unicodedata.normalize("NFC", text or "").casefold().split())


def _told(play: Play) -> str:
    seats = (f"{seat['name']} {_points(seat)}{'*' if seat['won'] is True else ''}" for seat in play["seats"])
    return f"{play['date'] or '-'} {play['game'] or '-'}: {', '.join(seats)}"


def _points(seat: Seat) -> str:
    return "-" if seat["points"] is None else str(seat["points"])


def found(data: bytes) -> tuple[bool, list[Play]]:
    """Whether the importer asks about this file, and the plays it would record.

    A reading that consists of problems only records nothing and tells them, as a question does. Plays whose dates may
    begin with the day or the month are left out until somebody has said which.
    """
    try:
        result = read(data, ImportOptions())
    except UnreadableFile:
        return True, []
    reading = result.reading
    refused = bool(reading.problems) and not reading.plays
    refused |= any(dates.is_ambiguous(problem.message) for problem in reading.problems)
    return result.confidence.asks or refused, [_play(play) for play in reading.plays]


def _play(play: ImportedPlay) -> Play:
    lines = [event.points for event in play.events if isinstance(event, PointsNoted)]
    won = _won(play)
    return {
        "date": play.played_on,
        "game": str(play.options.get("title") or play.title or "") or None,
        "seats": [
            {"name": player.name, "points": _sum(line[seat] for line in lines), "won": won[seat]}
            for seat, player in enumerate(play.players)
        ],
    }


def _sum(points: Iterable[float | None]) -> float | None:
    known = [number for number in points if number is not None]
    return sum(known) if known else None


def _won(play: ImportedPlay) -> list[bool | None]:
    for event in play.events:
        if isinstance(event, WinnersNamed):
            return [seat in event.seats for seat in range(len(play.players))]
        if isinstance(event, RanksNamed) and 1 in event.ranks:
            return [rank == 1 for rank in event.ranks]
    return [None] * len(play.players)


def main(arguments: Sequence[str]) -> None:
    tell = "--files" in arguments
    for name in (argument for argument in arguments if argument != "--files"):
        counts: Counter[tuple[str, Outcome]] = Counter()
        for file, entry in manifest(CORPUS / name).items():
            asks, plays = found((CORPUS / name / file).read_bytes())
            result = outcome(entry, asks, plays)
            counts[entry["verdict"], result] += 1
            if tell and result == "wrong":
                print(f"{file}: {entry['why']}", *differences(entry["plays"], plays)[:3], sep="\n  ")
        print(
            name, *(f"{verdict}: {result} {count}" for (verdict, result), count in sorted(counts.items())), sep="\n  "
        )


if __name__ == "__main__":
    main(sys.argv[1:] or ["a", "b"])
