"""Tables of plays: plays, seats, points, wins and minutes of whole files, counted without the importer."""

import csv
from collections import defaultdict

from importers.tables import table
from tests import TESTS
from tests.importers.imported import kept

SAMPLES = TESTS / "samples" / "table"


def counted(plays):
    """Plays, seats, sum of points, wins and mean points by person, of (person, points or None, won) by play."""
    wins, points = defaultdict(int), defaultdict(list)
    for seats in plays:
        for person, number, won in seats:
            wins[person] += won
            if number is not None:
                points[person].append(number)
    means = {person: sum(known) / len(known) for person, known in points.items()}
    return len(plays), sum(map(len, plays)), sum(map(sum, points.values())), dict(wins), means


def imported(reading):
    matches = [kept(play) for play in reading.plays]
    return counted(
        [
            [(name, match.scores[seat], seat in match.outcome.winners) for seat, name in enumerate(match.names)]
            for match in matches
        ]
    )


def test_totals_of_a_czech_table_with_a_row_for_each_player():
    rows = list(csv.DictReader((SAMPLES / "long-cs.csv").read_bytes().decode("cp1250").splitlines(), delimiter=";"))
    plays, minutes = defaultdict(list), {}
    for row in rows:
        number = float(row["Skóre"].replace(",", ".")) if row["Skóre"] else None
        plays[row["Id partie"]].append((row["Hráč"], number, row["Vítěz"] == "ano"))
        minutes[row["Id partie"]] = int(row["Doba hry"] or 0)
    reading = table.read((SAMPLES / "long-cs.csv").read_bytes())
    assert imported(reading) == counted(list(plays.values()))
    assert sum(play.minutes or 0 for play in reading.plays) == sum(minutes.values())
    assert reading.problems == ()


def test_totals_of_an_english_table_with_a_column_for_each_player():
    words = (SAMPLES / "wide-en.tsv").read_text("utf-8-sig")
    head, *rows = [line.split("\t") for line in words.splitlines()]
    people = head[2:7]
    plays = []
    for row in rows[:-1]:
        winners = row[8].split(" & ")
        seats = [(who, row[2 + n]) for n, who in enumerate(people) if row[2 + n]]
        plays.append([(who, None if cell == "-" else float(cell), who in winners) for who, cell in seats])
    reading = table.read((SAMPLES / "wide-en.tsv").read_bytes())
    assert imported(reading) == counted(plays)
    assert reading.problems == ()
    totals = dict(zip(people, map(float, rows[-1][2:7]), strict=True))
    assert sum(totals.values()) == imported(reading)[2]
