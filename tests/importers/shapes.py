"""Tables of plays in shapes drawn at random: what people write, not what the rules of the importer were made from.

`python -m tests.importers.shapes --seed 7 --count 2000` prints how many were called sure, and how many are right.
"""

import argparse
import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Final

from tests.importers.corpus_check import Entry, Play, Seat, differences, found, outcome

PEOPLE: Final = (
    *("Ann", "Ben", "Cy", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jana Nová", "Max", "Lea", "Tom K.", "Žofie"),
)
GAMES: Final = ("Azul", "Catan", "Skull King", "Dune", "7 Wonders", "Kettle Race", "Hra o trůny", "Boules")
HEADERS: Final = {
    "date": ("Date", "Played on", "Datum", "When", "Day", "Fecha", "date_played"),
    "game": ("Game", "Title of game", "Spiel", "Hra", "Boardgame", "Jeu", "What did we play"),
    "player": ("Player", "Who", "Spieler", "Hráč", "Name", "Joueur"),
    "score": ("Score", "Points", "VP", "Punkte", "Body", "Final score"),
    "winner": ("Winner", "Won", "Sieger", "Vítěz", "Who won"),
    "rank": ("Rank", "Place", "Finishing Position", "Platz", "Pořadí"),
}
ASIDES: Final = (
    ("Weather", ("sunny", "rain", "snow")),
    ("Table", ("kitchen", "garden")),
    ("Mood", ("good", "so so")),
    ("Remarks", ("a close one", "", "late start")),
    ("Rating", ("7", "8", "9")),
    ("Where", ("Brno", "Iași")),
)
DATES: Final = (
    *("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%y-%m-%d", "%d.%m.%y", "%d %b %Y", "%Y/%m/%d", "%d/%m/%y"),
)


@dataclass
class Drawn:
    """The plays that a file is made of, and how it writes them."""

    rng: Random
    plays: list[Play]
    style: str
    header: dict[str, str]

    def day(self, play: Play) -> str:
        return date.fromisoformat(str(play["date"])).strftime(self.style)

    def aside(self) -> tuple[list[str], list[list[str]]]:
        """The headers of columns that no play uses, and their cells play by play."""
        chosen = self.rng.sample(ASIDES, self.rng.choice((0, 0, 1, 2)))
        return [title for title, _ in chosen], [[self.rng.choice(words) for _, words in chosen] for _ in self.plays]


def draw(rng: Random) -> Drawn:
    people = rng.sample(PEOPLE, rng.randint(2, 5))
    games = rng.sample(GAMES, rng.randint(1, 3))
    first = date(rng.randint(2019, 2025), rng.randint(1, 12), rng.randint(1, 28))
    points = rng.choice(((0, 120), (-20, 40), (1, 9)))
    rising = rng.random() < 0.1
    plays = list[Play]()
    for number in range(rng.randint(3, 12)):
        seated = people if rng.random() < 0.7 else rng.sample(people, rng.randint(2, len(people)))
        seats: list[Seat] = [{"name": name, "points": rng.randint(*points), "won": None} for name in seated]
        if rising and seats[0]["name"] == people[0]:
            seats[0]["points"] = 40 + number
        best = max(seat["points"] for seat in seats)  # type: ignore[type-var]
        if sum(seat["points"] == best for seat in seats) > 1:
            next(seat for seat in seats if seat["points"] == best)["points"] = best + 1  # type: ignore[operator]
            best += 1  # type: ignore[operator]
        for seat in seats:
            seat["won"] = seat["points"] == best
        day = first + timedelta(days=number * rng.choice((1, 7, 11)))
        plays.append({"date": day.isoformat(), "game": rng.choice(games), "seats": seats})
    days = [play["date"] for play in plays]
    for play, day in zip(plays, sorted(map(str, days)), strict=True):
        play["date"] = day
    return Drawn(rng, plays, rng.choice(DATES), {held: rng.choice(words) for held, words in HEADERS.items()})


def without(drawn: Drawn, *, points: bool = False, winners: bool = False) -> None:
    """What the file does not say is not in the truth."""
    for play in drawn.plays:
        for seat in play["seats"]:
            seat["points"] = None if points else seat["points"]
            seat["won"] = None if winners else seat["won"]


Rows = list[list[str]]


def long(drawn: Drawn) -> Rows:
    """A row for each player."""
    way, (titles, cells) = drawn.rng.choice(("none", "flag", "name", "rank")), drawn.aside()
    named = {"flag": ["winner"], "name": ["winner"], "rank": ["rank"]}.get(way, [])
    rows = [[drawn.header[held] for held in ("date", "game", "player", "score", *named)] + titles]
    for play, aside in zip(drawn.plays, cells, strict=True):
        order = sorted((seat["points"] for seat in play["seats"]), reverse=True)  # type: ignore[type-var]
        winner = next(seat["name"] for seat in play["seats"] if seat["won"])
        for seat in play["seats"]:
            result = {
                "flag": "yes" if seat["won"] else "no",
                "name": winner,
                "rank": str(1 + order.index(seat["points"])),
            }
            own = [drawn.day(play), str(play["game"]), seat["name"], str(seat["points"])]
            rows.append([*own, *([result[way]] if way in result else []), *aside])
    without(drawn, winners=way == "none")
    return rows


def matrix(drawn: Drawn) -> Rows:
    """A column for each person."""
    people = list(dict.fromkeys(seat["name"] for play in drawn.plays for seat in play["seats"]))
    names_winner, (titles, cells) = drawn.rng.random() < 0.5, drawn.aside()
    rows = [[drawn.header["date"], drawn.header["game"], *people, *(["Winner"] if names_winner else []), *titles]]
    for play, aside in zip(drawn.plays, cells, strict=True):
        points = {seat["name"]: str(seat["points"]) for seat in play["seats"]}
        winner = next(seat["name"] for seat in play["seats"] if seat["won"])
        own = [drawn.day(play), str(play["game"]), *(points.get(name, "") for name in people)]
        rows.append([*own, *([winner] if names_winner else []), *aside])
    without(drawn, winners=not names_winner)
    return rows


def columns(drawn: Drawn) -> Rows:
    """Numbered columns for the seats, and the winner by the name, the number or the name of a column."""
    most = max(len(play["seats"]) for play in drawn.plays)
    way, pairs = drawn.rng.choice(("none", "name", "number", "seat")), drawn.rng.random() < 0.6
    seats = [title for n in range(1, most + 1) for title in (f"Player {n}", *([f"Score {n}"] if pairs else []))]
    rows = [[drawn.header["date"], drawn.header["game"], *seats, *(["Winner"] if way != "none" else [])]]
    for play in drawn.plays:
        cells = [cell for seat in play["seats"] for cell in (seat["name"], *([str(seat["points"])] if pairs else []))]
        cells += [""] * (len(seats) - len(cells))
        won = next(number for number, seat in enumerate(play["seats"], 1) if seat["won"])
        called = {"name": play["seats"][won - 1]["name"], "number": str(won), "seat": f"P{won}"}
        rows.append([drawn.day(play), str(play["game"]), *cells, *([called[way]] if way in called else [])])
    without(drawn, points=not pairs, winners=way == "none")
    return rows


def lists(drawn: Drawn) -> Rows:
    """The players of a play in one cell."""
    between = drawn.rng.choice((", ", "; ", " / ", " & ", " - ", " "))
    rows = [[drawn.header["date"], drawn.header["game"], "Players", "Winner"]]
    for play in drawn.plays:
        winner = next(seat["name"] for seat in play["seats"] if seat["won"])
        names = between.join(seat["name"] for seat in play["seats"])
        rows.append([drawn.day(play), str(play["game"]), names, winner])
    without(drawn, points=True)
    return rows


def duels(drawn: Drawn) -> Rows:
    """Two sides with a column for each, and for the points of each."""
    for play in drawn.plays:
        del play["seats"][2:]
    home, away, one, other = drawn.rng.choice(
        (("Home", "Away", "HG", "AG"), ("White", "Black", "W", "B"), ("Player A", "Player B", "Score A", "Score B"))
    )
    rows = [[drawn.header["date"], drawn.header["game"], home, away, one, other]]
    for play in drawn.plays:
        names, points = ([str(seat[key]) for seat in play["seats"]] for key in ("name", "points"))
        rows.append([drawn.day(play), str(play["game"]), *names, *points])
    without(drawn, winners=True)
    return rows


def objects(drawn: Drawn) -> bytes:
    """JSON: a play is an object, with the winner by name or by a number from 0."""
    way = drawn.rng.choice(("flag", "name", "index", "none"))
    plays = list[dict[str, object]]()
    for play in drawn.plays:
        seats = [{"name": seat["name"], "score": seat["points"]} for seat in play["seats"]]
        item: dict[str, object] = {"date": play["date"], "game": play["game"], "players": seats}
        won = next(number for number, seat in enumerate(play["seats"]) if seat["won"])
        if way == "flag":
            item["players"] = [{**seat, "winner": number == won} for number, seat in enumerate(seats)]
        elif way == "name":
            item["winner"] = seats[won]["name"]
        elif way == "index":
            item["winner"] = won
        plays.append(item)
    without(drawn, winners=way == "none")
    return json.dumps(plays).encode()


TABLES: Final = (long, long, matrix, matrix, columns, lists, duels)


def file(rng: Random) -> tuple[str, bytes, list[Play]]:
    """The kind of a file, the file, and the plays in it."""
    drawn = draw(rng)
    if rng.random() < 0.15:
        return "objects", objects(drawn), drawn.plays
    make = rng.choice(TABLES)
    rows = make(drawn)
    if rng.random() < 0.1:
        rows = [["#", *rows[0]], *([str(number), *row] for number, row in enumerate(rows[1:], 1))]
    words = io.StringIO()
    csv.writer(words, delimiter=rng.choice(",,;\t")).writerows(rows)
    encoding = rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1250"))
    return make.__name__, words.getvalue().encode(encoding, "replace"), drawn.plays


def entry(plays: Sequence[Play]) -> Entry:
    return {"verdict": "either", "kind": "", "why": "", "plays": list(plays)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--wrong", action="store_true", help="show what was read wrong")
    given = parser.parse_args()
    rng, results = Random(given.seed), Counter[tuple[str, str]]()
    for _ in range(given.count):
        kind, data, plays = file(rng)
        asks, read = found(data)
        result = outcome(entry(plays), asks, read)
        results[kind, result] += 1
        if given.wrong and result == "wrong":
            print(kind, data[:300], *differences(plays, read)[:2], sep="\n    ")
    totals = Counter[str]()
    for (kind, result), number in sorted(results.items()):
        print(f"{kind:8} {result:6} {number}")
        totals[result] += number
    sure = totals["right"] + totals["wrong"]
    print(f"{given.count} files: {sure} called sure, {totals['right']} of them right; {totals['asked']} asked about")


if __name__ == "__main__":
    main()
