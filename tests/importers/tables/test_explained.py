"""What explains nothing is a doubt, and an explanation never invents a person: files that were misread in silence."""

import io
import json
import zipfile
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from core.games.scoresheet import WinnersNamed
from importers.imported_play import UnreadableFile
from importers.reading import ImportOptions, Read, read, wins
from tests import TESTS
from tests.importers import shapes
from tests.importers.corpus_check import differences, found
from tests.importers.tables import tables

PAIR = ("Ann", "Ben")
SAMPLES = TESTS / "samples" / "tables2"
KINDS: list[dict[str, Any]] = json.loads((SAMPLES / "manifest.json").read_text("utf-8"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind['file'].rpartition('/')[2]} {kind['kind']}")
def test_a_file_of_each_kind_is_read_right_or_asked_about(kind: dict[str, Any]) -> None:
    asks, plays = found((SAMPLES / kind["file"].rpartition("/")[2]).read_bytes())
    if isinstance(kind["expected"], str):
        assert asks
        return
    expected = [[day, game, points, sorted(winners)] for day, game, points, winners in kind["expected"]]
    read_plays = [
        [
            play["date"],
            play["game"],
            {seat["name"]: seat["points"] for seat in play["seats"]},
            sorted(seat["name"] for seat in play["seats"] if seat["won"] is True),
        ]
        for play in plays
    ]
    assert read_plays == expected or (asks and kind["asks_is_right"])


def table(words: str) -> Read:
    return read(words.encode(), ImportOptions())


def doubts(words: str) -> str:
    reading = table(words)
    assert reading.asks
    return "; ".join(map(str, reading.confidence.doubts))


def test_both_orders_of_a_short_year_are_offered() -> None:
    reading = table("Date,Game,Player,Score\n26-06-13,Azul,Ann,52\n26-06-13,Azul,Ben,47\n")
    assert reading.asks
    days = {one.reading.plays[0].played_on for one in (reading, *reading.others)}
    assert days == {"2026-06-13", "2013-06-26"}


def test_a_year_that_comes_first_anywhere_comes_first_everywhere() -> None:
    rows = "2026-06-13,Azul,Ann,52\n2026-06-13,Azul,Ben,47\n12-11-10,Azul,Ann,5\n12-11-10,Azul,Ben,7\n"
    reading = table(f"Date,Game,Player,Score\n{rows}")
    assert not reading.asks
    assert [play.played_on for play in reading.reading.plays] == ["2026-06-13", "2012-11-10"]


def test_a_date_in_the_future_is_a_doubt() -> None:
    day = date.today() + timedelta(days=40)
    rows = "".join(f"{day},Azul,{name},5\n" for name in ("Ann", "Ben"))
    assert f"Some dates are in the future, such as {day}." in doubts(f"Date,Game,Player,Score\n{rows}")


def test_a_list_whose_years_may_come_first_is_asked_about() -> None:
    assert "The year may come first or last" in doubts("26-06-13: Ann 52, Ben 47\n26-06-14: Ann 50, Ben 49\n")


def test_names_between_dashes_are_several_people() -> None:
    rows = "2024-02-13,Azul,Ann - Ben - Cy,Ann\n2024-02-14,Azul,Ann - Ben,Ben\n2024-02-15,Azul,Cy - Ben,Ben\n"
    reading = table(f"Date,Game,Players,Winner\n{rows}")
    assert [[player.name for player in play.players] for play in reading.reading.plays] == [
        ["Ann", "Ben", "Cy"],
        ["Ann", "Ben"],
        ["Cy", "Ben"],
    ]
    assert not reading.asks


def test_a_column_with_names_of_players_that_no_play_uses_is_a_doubt() -> None:
    rows = "".join(f"2024-02-1{day},Azul,{name},5,{won}\n" for day, won in ((3, "Ben"), (4, "Ann")) for name in PAIR)
    assert "The column Xyz has names of players, and no play uses it." in doubts(f"Date,Game,Player,Score,Xyz\n{rows}")


def test_a_column_of_other_words_is_told_and_asks_nothing() -> None:
    rows = "2024-02-13,Azul,Ann,52,sunny\n2024-02-13,Azul,Ben,57,sunny\n"
    reading = table(f"Date,Game,Player,Score,Weather\n{rows}")
    assert not reading.asks
    assert "The column Weather is not used." in map(str, reading.confidence.doubts)


def test_sheets_with_the_same_repeated_headers_are_all_read() -> None:
    rows = [["", "", "Ann", "", "Ben", ""], ["Date", "Game", "Score", "Rank", "Score", "Rank"]]
    played = [[["2024-02-1" + str(day), "Azul", 52, 1, 47, 2]] for day in (3, 4)]
    book = tables.workbook(**{"2023": rows + played[0], "2024": rows + played[1]})
    reading = read(book, ImportOptions())
    assert [play.played_on for play in reading.reading.plays] == ["2024-02-13", "2024-02-14"]


@pytest.mark.parametrize("numbers", [(1, 1), (1, 1, 1)])
def test_winners_whose_numbers_may_begin_with_0_or_1_are_asked_about(numbers: tuple[int, ...]) -> None:
    plays = [
        {"date": f"2024-02-{day}", "game": "Azul", "players": ["Ann", "Ben", "Cy"], "winner": number}
        for day, number in enumerate(numbers, 10)
    ]
    reading = read(json.dumps(plays).encode(), ImportOptions())
    assert reading.asks
    assert all(seat.winner is None for play in reading.reading.plays for seat in play.provenance.seats)


def test_an_id_of_a_seat_is_no_number_of_it() -> None:
    seats = [{"id": 1, "name": "Ann", "score": 5}, {"id": 2, "name": "Ben", "score": 9}]
    play = {"date": "2024-02-10", "game": "Azul", "players": seats, "winner": 1}
    reading = read(json.dumps([play, {**play, "date": "2024-02-11"}]).encode(), ImportOptions())
    assert [seat.winner for seat in reading.reading.plays[0].provenance.seats] == [True, False]


def test_teams_share_their_rank() -> None:
    play = {"date": "2024-02-10", "game": "Scythe", "teams": [["Ann", "Di"], ["Ben", "Cy"]], "ranks": [1, 0]}
    reading = read(json.dumps([play, {**play, "date": "2024-02-11"}]).encode(), ImportOptions())
    (first, _) = reading.reading.plays
    assert first.options["teams"] == ((0, 1), (2, 3))
    assert [seat.rank for seat in first.provenance.seats] == [2, 2, 1, 1]


def test_seats_may_be_objects_beside_each_other() -> None:
    plays = [
        {
            "date": f"2024-02-{day}",
            "game": "Foosball",
            "a": {"name": "Ann", "goals": day},
            "b": {"name": "Ben", "goals": 3},
        }
        for day in (10, 11)
    ]
    reading = read(json.dumps(plays).encode(), ImportOptions())
    assert [seat.score for seat in reading.reading.plays[0].provenance.seats] == ["10", "3"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ('"","red_1","red_2","score"\n"1","ann","ben",7\n"2","cy","di",9\n', r"no column is named as a date"),
        ('[{"a":"Ann","b":"Ben","score_a":3,"score_b":1}]', r"no list of plays"),
        ('<items totalitems="1"><item objectid="5" collid="1"/></items>', r"This is a collection of BoardGameGeek"),
    ],
)
def test_a_file_with_people_and_numbers_is_not_called_unsupported(words: str, sentence: str) -> None:
    with pytest.raises(UnreadableFile, match=sentence):
        table(words)


def test_a_formula_without_a_value_is_told() -> None:
    rows = "".join(
        f'<row r="{number}">{"".join(cells)}</row>'
        for number, cells in enumerate(
            (
                [
                    text(f"{letter}1", word)
                    for letter, word in zip("ABCD", ("Date", "Game", "Player", "Score"), strict=True)
                ],
                [text("A2", "2024-02-13"), text("B2", "Azul"), text("C2", "Ann"), '<c r="D2"><f>40+12</f></c>'],
                [text("A3", "2024-02-13"), text("B3", "Azul"), text("C3", "Ben"), '<c r="D3"><f>40+7</f><v>47</v></c>'],
            ),
            1,
        )
    )
    reading = read(workbook(f"<worksheet><sheetData>{rows}</sheetData></worksheet>"), ImportOptions())
    assert reading.asks
    assert "Formulas without a saved value are blank here: D2." in "; ".join(map(str, reading.confidence.doubts))


def text(cell: str, words: str) -> str:
    return f'<c r="{cell}" t="inlineStr"><is><t>{words}</t></is></c>'


def workbook(sheet: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("xl/workbook.xml", '<workbook><sheets><sheet name="2024" r:id="r1"/></sheets></workbook>')
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
        )
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    return file.getvalue()


def plays(header: str, *rows: str) -> str:
    """A table whose plays are of Azul, on the days from 2024-02-10 on."""
    return f"Date,Game,{header}\n" + "".join(f"2024-02-{day},Azul,{row}\n" for day, row in enumerate(rows, 10))


def read_as_json(*fields: dict[str, Any]) -> Read:
    each = [{"date": f"2024-02-{day}", "game": "Azul", **held} for day, held in enumerate(fields, 10)]
    return read(json.dumps(each).encode(), ImportOptions())


def results(reading: Read) -> list[str]:
    """The seats of each play, a star behind those that won or came first: `Ann 52*, Ben 47`."""
    seats = [zip(play.players, play.provenance.seats, strict=True) for play in reading.reading.plays]
    return [
        ", ".join(
            f"{player.name} {seat.score or ''}".strip() + "*" * (seat.winner is True or seat.rank == 1)
            for player, seat in play
        )
        for play in seats
    ]


@pytest.mark.parametrize(
    ("words", "read_as"),
    [
        (plays("Home,Away,HG,AG", "Ann,Ben,3,1", "Ben,Cy,0,2"), ["Ann 3, Ben 1", "Ben 0, Cy 2"]),
        (plays("White,Black,W,B,Winner", "Ann,Ben,3,1,White", "Ben,Cy,0,2,Black"), ["Ann 3*, Ben 1", "Ben 0, Cy 2*"]),
        (plays("Attacker,AS,DS,Defender", "Ann,3,1,Ben", "Ben,0,2,Cy"), ["Ann 3, Ben 1", "Ben 0, Cy 2"]),
        (plays("White,Black,Winner", "Ann,Ben,Black", "Ann,Cy,White"), ["Ann, Ben*", "Ann*, Cy"]),
        (plays("Player,Came", "Ann,2nd", "Ben,1st").replace("-11", "-10"), ["Ann, Ben*"]),
        ("2024-02-10 Pig: Ann .5, Ben 1.5\n", ["Ann .5, Ben 1.5"]),
        (plays("White,Black,Result", "Ann,Ben,0-1", "Ann,Cy,1/2-1/2"), ["Ann 0, Ben 1*", "Ann 0.5*, Cy 0.5*"]),
        (plays("Host,Guest,Score Host,Score Guest", "Ann,Ben,2,1"), ["Ann 2, Ben 1"]),
        (plays("Player 1,Player 2,P1,P2", "Ann,Ben,2,1"), ["Ann 2, Ben 1"]),
        (plays("Players,Positions", '"Ann, Ben, Cy","2, 1, 3"'), ["Ann, Ben*, Cy"]),
        (plays("Home,Away,Result", "Ann,Ben,2-1", "Ben,Cy,0:1"), ["Ann 2, Ben 1", "Ben 0, Cy 1"]),
        (plays("Weiß,Schwarz,Ergebnis", "Ann,Ben,S+3.5", "Ann,Cy,W+R"), ["Ann, Ben*", "Ann*, Cy"]),
        (plays("Home,Away,Result", "Ann,Ben,X", "Ben,Cy,2"), ["Ann*, Ben*", "Ben, Cy*"]),
        (plays("Player,Opponent,Result", "Ann,Ben,L", "Ann,Cy,D"), ["Ann, Ben*", "Ann*, Cy*"]),
        (plays("Player 1,Player 2,Score 1,Score 2", "Ann,Ben,3,1", "Cy,Ben,0,2"), ["Ann 3, Ben 1", "Cy 0, Ben 2"]),
        (plays("Match,Result", "Ann - Ben,3:1", "Cy vs Ben,0:2"), ["Ann 3, Ben 1", "Cy 0, Ben 2"]),
        (plays("Match,Result", "Ann & Ben - Cy & Di,3:1"), ["Ann 3, Ben 3, Cy 1, Di 1"]),
        (
            plays("Ann,,Ben,\n,,Points,Rank,Points,Rank", "52,1,47,2", "50,2,61,1"),
            ["Ann 52*, Ben 47", "Ann 50, Ben 61*"],
        ),
        (plays("Points,,Place,\n,,Ann,Ben,Ann,Ben", "52,47,1,2", "50,61,2,1"), ["Ann 52*, Ben 47", "Ann 50, Ben 61*"]),
        (plays("Ann,Ben", "1st,2nd", "2nd,1st"), ["Ann*, Ben", "Ann, Ben*"]),
        (plays("A,B,C", "52,47,", "50,,61"), ["A 52, B 47", "A 50, C 61"]),
    ],
)
def test_columns_that_are_called_alike_belong_together(words: str, read_as: list[str]) -> None:
    reading = table(words)
    assert (results(reading), reading.asks) == (read_as, False)


@pytest.mark.parametrize(
    ("words", "doubt"),
    [
        (plays("Players,Winner", "ab,a", "abc,b", "ac,c"), "The player ab may be several people, such as a, b"),
        (plays("Players,Winner", "Ann_Ben_Cy,Ann", "Ann_Ben,Ben"), "The player Ann_Ben_Cy may be several people"),
        (plays("Players,Winner", "AnnBenCy,Ann", "AnnBen,Ben"), "The player AnnBenCy may be several people"),
        (plays("Player 1,Player 2,Winner", "Ann,Ben,A", "Ann,Cy,C"), "The winner A has no column beside"),
        (plays("Players,Winner", '"Ann, Ben",first', '"Ann, Cy",second'), "The winner first has no column beside"),
        (plays("Player 1,Player 2,Winner", "Ann,Ben,0", "Ann,Cy,1"), "The column Winner is not used"),
        ("2024-02-10 Azul: Ann* 52, Ben 57\n2024-02-11 Azul: Ann* 40, Ben 47\n", "The star of Ann may be a part"),
        (
            "Date,Game,Player,Position,Score\n"
            + "".join(f"2024-02-1{day},Azul,Ann,1,{3 + day}\n2024-02-1{day},Azul,Ben,2,10\n" for day in range(2)),
            "Every player always has the same rank",
        ),
        (plays("A,B,Home,Away", "3,1,Ann,Ben"), "The column Home may hold the players"),
        (plays("Home team,Away team,FTHG,FTAG", "Ann,Ben,3,1", "Ben,Cy,0,2"), "The column Home team is not used"),
        (plays("Ann & Ben,Cy & Di", "1000,700", "600,1010"), "The header Ann & Ben may name several people"),
        (
            plays("Player,Score,Arrival", "Ann,52,2", "Ben,47,1").replace("-11", "-10"),
            "The column Arrival may hold ranks",
        ),
        (plays("Team,Players,Rank", 'Red,"Ann, Ben",1', 'Blue,"Cy, Di",2'), "The column Rank is not used"),
        (plays("Team,Score,Members", 'Red,9,"Ann, Ben"', 'Blue,7,"Cy, Di"'), "The column Team is not used"),
        (plays("Player A,Player B,Sets", "Ann,Ben,3-1", "Ann,Cy,0-3"), "The column Sets is not used"),
        (plays("Player,Finish", "Ann,1/2", "Ben,2/2"), "Some ranks cannot be read, such as"),
        (plays("Player A,Player B,Result", "Ann,Ben,W", "Ann,Cy,L"), "A result is taken as that of the first side"),
        (plays("White,Black,Result", "Ann,Ben,W", "Ann,Cy,D"), "A result is taken as that of the first side"),
        (plays("Black,White,Result", "Ann,Ben,1-0", "Ann,Cy,0-1"), "A result is taken as that of the first side"),
        (plays("Winner,Loser,Result", "Ann,Ben,1-0", "Ann,Cy,0-1"), "A result is taken as that of the first side"),
        (
            plays("Player,Opponent,Result", "Ann,Ben,W", "Ben,Ann,L").replace("-11", "-10"),
            "Each play may be here twice, once as the play of either player.",
        ),
        (
            plays("Player,Score,Result", "Ann,52,fine", "Ben,47,ok").replace("-11", "-10"),
            "The column Result is not used",
        ),
    ],
)
def test_a_person_or_a_winner_that_only_one_column_names_is_a_doubt(words: str, doubt: str) -> None:
    assert doubt in doubts(words)


TEAMS = (["Ann", "Ben"], ["Cy", "Di"])
IN_TEAMS = ["Ann 3, Ben 3, Cy 1, Di 1"]


@pytest.mark.parametrize(
    ("fields", "read_as"),
    [
        ({"team1": "Ann & Ben", "team2": "Cy & Di", "score1": 3, "score2": 1}, IN_TEAMS),
        ({"home": TEAMS[0], "away": TEAMS[1], "home_score": 3, "away_score": 1}, IN_TEAMS),
        ({"teams": [{"players": TEAMS[0], "score": 3}, {"players": TEAMS[1], "score": 1}]}, IN_TEAMS),
        ({"teams": [{"score": 3, "players": [{"name": name} for name in TEAMS[0]]}, {"score": 1, "members": TEAMS[1]}]},
         IN_TEAMS),
        ({"red": {"players": TEAMS[0], "score": 3}, "blue": {"players": TEAMS[1], "score": 1}}, IN_TEAMS),
        ({"teams": {"Red": TEAMS[0], "Blue": TEAMS[1]}, "winner": "Blue"}, ["Ann, Ben, Cy*, Di*"]),
        ({"sides": [{"players": TEAMS[0], "points": 3}, {"players": TEAMS[1], "points": 1}]}, IN_TEAMS),
        ({"seats": {"n": "Ann", "s": "Ben"}, "scores": {"n": 5, "s": 7}, "winner": "s"}, ["Ann 5, Ben 7*"]),
        ({"seats": {"Ann": {"score": 5}, "Ben": {"score": 7}}}, ["Ann 5, Ben 7"]),
        ({"teams": TEAMS, "winner": 0}, ["Ann*, Ben*, Cy, Di"]),
    ],
)  # fmt: skip
def test_the_teams_of_an_object_are_the_sides_of_one_play(fields: dict[str, Any], read_as: list[str]) -> None:
    reading = read_as_json(fields)
    assert (results(reading), reading.asks) == (read_as, False)


def test_a_number_that_calls_nobody_is_no_winner() -> None:
    pair = {"players": ["Ann", "Ben"]}
    reading = read_as_json({**pair, "winner": -1}, {**pair, "winner": 0})
    assert (results(reading), reading.asks) == (["Ann, Ben", "Ann, Ben"], True)
    assert read_as_json({**pair, "winner": 1}).asks


def test_a_refusal_names_the_columns_that_were_found() -> None:
    with pytest.raises(UnreadableFile, match=r"Found: Result \(Ann beat Ben\), Score \(3-1\)\. If these are plays"):
        table(plays("Result,Score", "Ann beat Ben,3-1"))


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("Иван", "cp1251"), ("Иван", "koi8_u"), ("王伟", "gbk"), ("דוד", "cp1255"), ("Güneş", "cp1254")],
)
def test_the_right_name_is_among_those_that_an_encoding_may_mean(name: str, encoding: str) -> None:
    reading = read(plays(f"{name},Ben", "52,47").encode(encoding), ImportOptions())
    assert reading.asks
    assert any(name in str(doubt) for doubt in reading.confidence.doubts)


def test_a_sheet_of_the_same_kind_is_read_with_the_first_one() -> None:
    header, row = (
        ["Date", "Game", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2024-02-13", "Azul", "Ann", 5, "Ben", 4],
    )
    for further in (["Player 3", "Score 3"], ["Rounds", ""]):
        later = [[*header, *further], [*row, "Cy", 7] if further[1] else [*row, 3]]
        reading = read(tables.workbook(**{"2023": [header, row], "2024": later}), ImportOptions())
        assert len(results(reading)[1].split(",")) == (3 if further[1] else 2)


def test_the_number_of_a_winner_in_an_inner_object_is_a_doubt() -> None:
    inner = {"players": [{"name": "Ann", "score": 5}, {"name": "Ben", "score": 7}], "winnerIndex": 1}
    assert "The column result winnerIndex is not used." in map(str, read_as_json({"result": inner}).confidence.doubts)


def test_answers_for_each_seat_are_no_numbers_of_seats() -> None:
    three = {"players": ["Ann", "Ben", "Cy"]}
    ones = read_as_json({**three, "winners": [1, 0, 0]}, {**three, "winners": [0, 1, 1]})
    assert (results(ones), ones.asks) == (["Ann*, Ben, Cy", "Ann, Ben*, Cy*"], False)
    pair = {"players": ["Ann", "Ben"]}
    assert read_as_json({**pair, "winners": [1, 0]}, {**pair, "winners": [0, 1]}).asks
    assert results(read_as_json({**pair, "won": [True, False]}, {**pair, "won": [False, True]})) == [
        "Ann*, Ben",
        "Ann, Ben*",
    ]
    assert results(read_as_json({**pair, "winner": "1"}, {**pair, "winner": "0"})) == ["Ann, Ben*", "Ann*, Ben"]
    apart = {"player1": "Ann", "player2": "Ben"}
    assert results(read_as_json({**apart, "winner": 1}, {**apart, "winner": 2})) == ["Ann*, Ben", "Ann, Ben*"]


@pytest.mark.parametrize("above", [["Our plays"], None])
def test_sheets_under_a_title_are_read_and_those_without_a_header_are_named(above: list[str] | None) -> None:
    header, played = ["Date", "Game", *PAIR], [["2024-02-13", "Azul", 52, 47], ["2024-02-14", "Azul", 8, 10]]
    later = [above, header, *played] if above else played
    reading = read(tables.workbook(**{"2023": [header, ["2023-02-13", "Azul", 5, 4]], "2024": later}), ImportOptions())
    assert reading.asks is (above is None)
    assert len(reading.reading.plays) == (3 if above else 1)


@pytest.mark.slow
def test_no_table_in_a_shape_drawn_at_random_is_misread_in_silence() -> None:
    """`python -m tests.importers.shapes` tries more of them, and counts."""
    rng = Random(5)
    for _ in range(60):
        _, data, plays = shapes.file(rng)
        asks, read_plays = found(data)
        assert asks or not differences(plays, read_plays), data[:300]


GOLF = "Date,Game,Player,Score\n" + "".join(
    f"2024-02-1{day},{game},{name},{points}\n"
    for day, (game, scores) in enumerate((("Azul", (52, 47)), ("Golf", (72, 70)), ("Azul", (50, 50))))
    for name, points in zip(PAIR, scores, strict=True)
)


def winners(words: str, **options: Any) -> list[tuple[bool, ...]]:
    """Whether Ann and Ben won, play by play; nothing where it is not known."""
    reading = read(words.encode(), ImportOptions(**options))
    named = [[event for event in play.events if isinstance(event, WinnersNamed)] for play in reading.reading.plays]
    return [tuple(seat in event.seats for seat in (0, 1)) for events in named for event in events]


def test_nobody_has_won_by_points_before_somebody_says_who_wins() -> None:
    assert winners(GOLF) == []
    (remark,) = [one for one in table(GOLF).reading.remarks if "Who won" in one]
    assert remark == "Who won is not known of the plays of Azul, Golf."


def test_who_wins_is_said_for_all_games_or_for_one() -> None:
    assert winners(GOLF, wins=[("", "most")]) == [(True, False), (True, False), (True, True)]
    by_title = wins(["most", "golf=fewest"])
    assert winners(GOLF, wins=by_title) == [(True, False), (False, True), (True, True)]
    golf = read(GOLF.encode(), ImportOptions(wins=by_title)).reading.plays[1]
    assert golf.options["lowest_wins"] is True
    assert winners(GOLF, wins=wins(["Azul=named", "Golf=fewest"])) == [(False, True)]
    with pytest.raises(ValueError, match="'best' does not say who wins"):
        wins(["Azul=best"])


def test_winners_of_the_file_and_unknown_points_are_left_as_they_are() -> None:
    named = "Date,Game,Player,Score,Winner\n2024-02-13,Azul,Ann,52,no\n2024-02-13,Azul,Ben,47,yes\n"
    assert winners(named, wins=[("", "most")]) == [(False, True)]
    unknown = "Date,Game,Player,Score\n2024-02-13,Azul,Ann,52\n2024-02-13,Azul,Ben,\n2024-02-14,Azul,Ann,5\n"
    assert winners(unknown + "2024-02-14,Azul,Ben,6\n", wins=[("", "most")]) == [(False, True)]


def test_a_table_without_dates_is_taken_where_a_person_says_so_and_for_nothing_else() -> None:
    words = "".join(line.partition(",")[2] + "\n" for line in GOLF.splitlines())
    assert doubts(words) == "Most plays have no date."
    assert not read(words.encode(), ImportOptions(undated=True)).asks
    other = read(words.replace("Ann", "#Ann").replace("Ben", "#Ben").encode(), ImportOptions(undated=True))
    assert list(map(str, other.confidence.doubts)) == ["Many names of players do not look like names."]
