"""What stands in tables: how files write it, what a cell may hold, what is asked instead of guessed."""

import csv
import io
from dataclasses import replace

import pytest

from core.games.scoresheet import WinnersNamed
from core.messages import for_commands
from core.record_events import MatchClosed
from importers.imported_play import UnreadableFile
from importers.tables import cell_values, dates, encodings, headers, table
from tests.importers.tables.tables import messages, names, one, read


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1250"])
def test_delimiters_encodings_and_line_ends(delimiter, encoding):
    rows = [["Datum", "Hra", "Hráč", "Skóre"], ["31.12.2024", 'Ticket,\n"to"; Ride', "Jiří Žák", "5"]]
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    data = file.getvalue().encode(encoding)
    (play,) = table.read(data).plays
    assert (names(play), play.options) == (["Jiří Žák"], {"title": 'Ticket, "to"; Ride'})
    assert table.recognizes(data)


def test_windows_letters_of_the_west_and_of_the_east():
    assert encodings.encoding_of("Müller;Français".encode("cp1252")) == "cp1252"
    assert encodings.encoding_of("Jiří;Věra".encode("cp1250")) == "cp1250"
    assert "Windows-1252" in read("Spieler;Punkte\nMüller;5\n", encoding="cp1252").remarks[0]


def test_excel_says_its_delimiter_in_a_line_of_its_own():
    assert names(one("sep=;\r\nDatum;Hráč;Body\r\n31.12.2024;Jitka;5\r\n")) == ["Jitka"]


def test_a_quotation_mark_in_a_wrong_place_is_a_problem_of_the_file():
    reading = read('Date,Game,Player,Score\n2024-01-01,"Azul" x,Jitka,5\n')
    assert names(reading.plays[0]) == ["Jitka"]
    assert "quotation mark" in messages(reading)
    with pytest.raises(UnreadableFile, match="closing quotation mark is missing"):
        read('Date,Player\n2024-01-01,"A\n' + "2024-01-01,A\n" * 20_000)


def test_blank_zero_and_what_is_no_number_are_three_things():
    rows = "Date,Player,Score\n2024-01-01,A,\n2024-01-01,B,0\n2024-01-01,C,27+\n2024-01-01,D,-\n"
    reading = read(rows)
    play = reading.plays[0]
    assert play.events[0].points == (None, 0, None, None)
    assert [seat.score for seat in play.provenance.seats] == [None, "0", "27+", "-"]
    assert len(reading.problems) == 1
    assert "27+" in messages(reading)


def test_winners_unknown_none_shared_all():
    head = "Date,Player,Score,Won\n"
    flags = {
        "": MatchClosed("incomplete"),
        "0": WinnersNamed(()),
        "ano": WinnersNamed((0, 1)),
        "*": WinnersNamed((0, 1)),
    }
    for flag, end in flags.items():
        assert one(f"{head}2024-01-01,A,5,{flag}\n2024-01-01,B,5,{flag}\n").events[-1] == end
    assert one(f"{head}2024-01-01,A,5,\n2024-01-01,B,9,x\n").events[-1] == WinnersNamed((1,))
    by_name = one(f"{head}2024-01-01,A,5,B\n2024-01-01,B,9,B\n")
    assert by_name.events[-1] == WinnersNamed((1,))
    unclear = read(f"{head}2024-01-01,A,5,C\n2024-01-01,B,9,C\n")
    assert unclear.plays[0].events[-1] == MatchClosed("incomplete")
    assert "no player is called 'C'" in messages(unclear)
    halfway = read(f"{head}2024-01-01,A,5,W\n2024-01-01,B,9,L\n2024-01-01,C,9,hm\n")
    assert halfway.plays[0].events[-1] == WinnersNamed((0,))
    assert one(f"{head}2024-01-01,A,5,draw\n2024-01-01,B,5,draw\n").events[-1] == WinnersNamed((0, 1))


def test_teams_places_and_what_else_is_known_of_a_seat():
    rows = (
        "Date,Player,Score,Team,Rank,Colour,Faction,Seat,Start player,New\n"
        "2024-01-01,A,5,red,1.,blue,elves,2,no,yes\n2024-01-01,B,3,red,1,black,,1,yes,no\n2024-01-01,C,9,,3rd,,,3,,\n"
    )
    play = one(rows)
    assert names(play) == ["B", "A", "C"]
    assert play.options == {"teams": ((0, 1),)}
    assert play.events[-1] == WinnersNamed((0, 1))  # Nothing but the places says who won.
    told = play.provenance.seats[1]
    assert (told.rank, told.color, told.role, told.team, told.started, told.new) == (
        *(1, "blue", "elves", "red", False, True),
    )


def test_minutes_comment_and_unknown_columns_are_kept():
    rows = (
        "Datum,Čas,Hráč,Body,Trvání,Poznámka,Počasí,BGG id,Rozšíření\n2024-01-01,18:30,A,5,1:30,jo,déšť,230802,X; Y\n"
    )
    play = one(rows)
    assert (play.minutes, play.provenance.comment, play.options) == (90, "jo", {"bgg_id": 230802})
    assert play.provenance.more == {"time": "18:30", "Počasí": "déšť"}
    assert play.provenance.expansions == ("X", "Y")


def test_a_day_that_may_be_a_month_is_asked_for_never_guessed():
    rows = "Date;Player;Score\n3/4/2024;A;1\n5/6/2024;A;2\n5/5/2024;A;3\n"
    reading = read(rows)
    assert [play.played_on for play in reading.plays] == ["2024-05-05"]
    assert "whether the day or the month comes first." in messages(reading)
    asked = next(problem.message for problem in reading.problems if "comes first" in problem.message)
    assert "comes first, with --day-first or --month-first." in for_commands(asked)
    assert "left out for this reason: 2" in messages(reading)
    guessed = table.guess(rows.encode())
    for day_first, first in ((True, "2024-04-03"), (False, "2024-03-04")):
        given = replace(guessed, day_first=day_first)
        assert read(rows, given).plays[0].played_on == first
    decided = read(rows + "13/6/2024;A;4\n")
    assert decided.plays[0].played_on == "2024-04-03"


def test_thousands_that_may_be_decimals_are_asked_for():
    rows = "Date;Player;Score\n2024-01-01;A;1.234\n"
    reading = read(rows)
    assert reading.plays[0].events == (MatchClosed("incomplete"),)
    assert "choose the decimal separator" in messages(reading)
    given = replace(table.guess(rows.encode()), decimal=",")
    assert read(rows, given).plays[0].events[0].points == (1234,)
    assert read(rows + "2024-01-02;A;1,5\n").plays[0].events[0].points == (1234,)


@pytest.mark.parametrize(
    ("written", "sign", "number"),
    [("1 234", None, 1234), ("1.234,5", ",", 1234.5), ("1,234.5", ".", 1234.5), ("21,7", None, 21.7), ("-3", ",", -3)],
)
def test_numbers(written, sign, number):
    assert cell_values.points(written, sign) == number


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-20", "2026-11-20"),
        ("20. 11. 2026", "2026-11-20"),
        ("pá 20.11.26", "2026-11-20"),
        ("11/20/2026", "2026-11-20"),
        ("Nov 20, 2026", "2026-11-20"),
        ("20-Nov-26", "2026-11-20"),
        ("20. července 2026", "2026-07-20"),
        ("3. června 2026", "2026-06-03"),
        ("5 septembrie 2026", "2026-09-05"),
        ("3. März 2026", "2026-03-03"),
        ("2026-11", "2026-11"),
        ("2026", "2026"),
    ],
)
def test_dates(written, day):
    assert dates.parse(written) == (day, "")
    assert dates.parse(f"{written} 6:05 pm") == (day, "18:05")


@pytest.mark.parametrize(
    "written", ["30.2.2026", "2026-13-01", "soon", "1.1.0000", "", "31/31/2026", "5 brumaire 2026"]
)
def test_no_dates(written):
    with pytest.raises(ValueError, match=r"\w"):
        dates.parse(written)


def test_headers_in_four_languages():
    told = {
        "date": "Date,Datum,Data,played_on",
        "player": "Player,Hráč,Jucător,Spieler,Jméno hráče",
        "account": "player_id,username",
        "score": "Score,Body,Punctaj,Punkte,Skóre",
        "winner": "Winner(s),Vítěz,Câștigător,Sieger",
        "place": "Location,Místo,Locație,Spielort",
        "minutes": "Duration (min),Doba hry,Durată,Spieldauer",
    }
    for meaning, words in told.items():
        assert {headers.meaning(word) for word in words.split(",")} == {meaning}


def test_a_duration_longer_than_any_match_is_refused():
    assert cell_values.minutes(str(cell_values.MAX_MINUTES)) == cell_values.MAX_MINUTES
    with pytest.raises(ValueError, match="not a valid duration"):
        cell_values.minutes(str(cell_values.MAX_MINUTES + 1))
