"""Tables of plays: their shapes, what is shown and given back, what is known again."""

import datetime
from dataclasses import replace

import pytest

from core.games.scoresheet import PointsNoted, RanksNamed, WinnersNamed
from core.record_events import MatchClosed
from importers.imported_play import UnreadableFile
from importers.tables import mapping, table
from tests.importers.imported import kept
from tests.importers.tables.tables import messages, names, one, read, workbook, zipped

LONG = """Date,Game,Player,Score,Winner
2024-12-31,Azul,Jitka,52,yes
2024-12-31,Azul,Jarda,47,no
"""


def test_a_row_for_each_player():
    play = one(LONG)
    assert names(play) == ["Jitka", "Jarda"]
    assert play.events == (PointsNoted("final", (52, 47)), WinnersNamed((0,)))
    assert (play.played_on, play.options, play.where) == ("2024-12-31", {"title": "Azul"}, "line 2")
    assert [seat.score for seat in play.provenance.seats] == ["52", "47"]


def test_rows_belong_together_until_a_player_comes_twice_and_blank_heads_go_on():
    rows = "Datum;Hra;Hráč;Body\n31.12.2024;Azul;Jitka;1\n;;Jarda;2\n;;Jitka;3\n1.1.2025;Azul;Jarda;4\n;;Jitka;5\n"
    first, second, third = read(rows).plays
    assert [names(play) for play in (first, second, third)] == [["Jitka", "Jarda"], ["Jitka"], ["Jarda", "Jitka"]]
    assert [play.played_on for play in (first, second, third)] == ["2024-12-31", "2024-12-31", "2025-01-01"]


def test_an_id_of_the_play_joins_rows_that_stand_apart():
    rows = "Id partie;Hráč;Skóre\nA;Jitka;1\nB;Jitka;2\nA;Jarda;3\nB;Jarda;4\n"
    assert [play.events[0].points for play in read(rows).plays] == [(1, 3), (2, 4)]
    lone = read("id,date,player,score\n1,2024-01-01,Jitka,3\n2,2024-01-01,Jarda,4\n")
    assert [names(play) for play in lone.plays] == [["Jitka", "Jarda"]]  # The id numbers rows.


def test_a_row_for_each_play_with_a_column_for_each_player():
    rows = (
        "Datum;Hra;Jitka;Jarda;Míša;Celkem;Vítěz\n"
        "31.12.2024;Azul;52,5;47;;99,5;Jitka\n"
        "1.1.2025;Catan;10*;0;-;10;\n"
        "2.1.2025;Catan;8;7;6;21;nikdo\n"
        "3.1.2025;Catan;8;8;6;22;Jitka a Jarda\n"
        "Celkem;;78,5;62;12;152,5;\n"
    )
    reading = read(rows)
    assert [play.events for play in reading.plays] == [
        (PointsNoted("final", (52.5, 47)), WinnersNamed((0,))),
        (PointsNoted("final", (10, 0, None)), WinnersNamed((0,))),
        (PointsNoted("final", (8, 7, 6)), WinnersNamed(())),
        (PointsNoted("final", (8, 8, 6)), WinnersNamed((0, 1))),
    ]
    assert (reading.problems, reading.remarks) == ((), ("Left out as totals: line 6.",))


@pytest.mark.parametrize(
    "head",
    [
        "Date,Player,Score,Player,Score",
        "Date,Player 1,Player 1 score,Player 2,P2 Score",
        "Datum,Hráč,Body,Hráč_2,Body_2",
        "Date,Player A,Score A,Player B,Score B",
    ],
)
def test_a_row_for_each_play_with_pairs_of_columns_also_under_the_same_headers(head):
    play = one(f"{head}\n2024-12-31,Jitka,52,Jarda,47\n")
    assert (names(play), play.events[0].points) == (["Jitka", "Jarda"], (52, 47))


def test_a_column_that_is_of_no_single_player_is_kept_as_it_stands():
    play = one("Date,Player,Score,Player,Score,Score\n2024-12-31,Jitka,52,Jarda,47,9\n")
    assert (play.events, play.provenance.more) == ((MatchClosed("incomplete"),), {"Score": "52; 47; 9"})
    twice = one("Date,Player,Score,Points\n2024-12-31,Jitka,52,3\n")
    assert (twice.events[0].points, twice.provenance.more) == ((52,), {"Points": "3"})


def test_a_play_without_a_date_among_others_is_said():
    reading = read("Datum;Hra;Jitka;Jarda\n31.12.2024;Azul;52 b.;47 b.\n;Catan;1;2\n")
    assert [(play.played_on, play.events[0].points) for play in reading.plays] == [
        ("2024-12-31", (52, 47)),
        (None, (1, 2)),
    ]
    assert [problem.where for problem in reading.problems] == ["line 3"]


def test_the_header_is_the_first_row_with_headers_whatever_stands_below():
    play = one("Naše hry 2024\n\nPlayer;Won\nDate;no\nGame;place\n")
    assert names(play) == ["Date", "Game"]


def test_columns_of_numbers_that_are_no_players_and_headers_that_say_more_than_a_name():
    rows = "Timestamp;Game;Jitka Score;Points (Jarda);Rozdíl;Počet hráčů\n2024-12-31 18:05:00;Azul;52;47;5;2\n"
    play = one(rows)
    assert (names(play), play.played_on) == (["Jitka", "Jarda"], "2024-12-31")
    assert play.provenance.more == {"Rozdíl": "5", "Počet hráčů": "2", "time": "18:05"}


def test_players_listed_in_one_cell():
    play = one('Date,Game,Players,Winner\n2024-12-31,Azul,"Jitka 52, Jarda 47, Míša",Jitka\n')
    assert (names(play), play.events[0].points) == (["Jitka", "Jarda", "Míša"], (52, 47, None))
    assert play.events[1] == WinnersNamed((0,))
    other = one('Date,Game,Players,Score\n2024-12-31,Azul,"Jitka, Jarda","52, 47"\n')
    assert other.events[0].points == (52, 47)


RELATED = {
    "plays": "id,date,game_id,location_id,minutes\n1,2024-01-01,7,1,60\n2,2024-01-02,8,,\n3,2024-01-03,7,,\n",
    "scores": "id,play_id,player_id,score,win\n1,1,1,52,1\n2,1,2,47,0\n3,2,1,9,\n4,9,1,1,1\n",
    "players": "id,name\n1,Jitka\n2,Jarda\n",
    "games": "id,name\n7,Azul\n8,Catan\n",
    "locations": "id,name\n1,Brno\n",
}


@pytest.mark.parametrize("packed", ["zip", "xlsx"])
def test_plays_and_scores_in_tables_of_their_own(packed):
    sheets = {name: [line.split(",") for line in words.splitlines()] for name, words in RELATED.items()}
    reading = read(zipped(**RELATED) if packed == "zip" else workbook(**sheets))
    first, second, third = reading.plays
    assert (names(first), first.place, first.minutes, first.played_on) == (["Jitka", "Jarda"], "Brno", 60, "2024-01-01")
    assert first.events == (PointsNoted("final", (52, 47)), WinnersNamed((0,)))
    assert second.events == (PointsNoted("final", (9,)), MatchClosed("incomplete"))
    assert (third.players, third.events, third.options) == ((), (), {"title": "Azul"})
    assert "belong to no play" in messages(reading)
    for play in reading.plays:
        kept(play)


def test_plays_called_games_and_winners_and_players_by_id():
    data = zipped(
        games="id,date,title,winner_id\n1,2024-01-01,Azul,22\n",
        results="game_id,player_id,points\n1,11,5\n1,22,5\n",
        people="player_id,name\n11,Jitka\n22,Jarda\n",
    )
    play = one(data)
    assert (names(play), play.options) == (["Jitka", "Jarda"], {"title": "Azul"})
    assert play.events == (PointsNoted("final", (5, 5)), WinnersNamed((1,)))


def test_rounds_or_categories_that_add_up_to_the_total():
    head = "Date,Player,Wall,Columns,Total\n"
    play = one(head + "2024-01-01,Jitka,30,7,37\n2024-01-01,Jarda,20,,20\n")
    assert play.events[:2] == (PointsNoted("Wall", (30, 20)), PointsNoted("Columns", (7, None)))
    rounds = one("Player,Round 1,Round 2,Score\nJitka,1,2,3\nJarda,4,5,9\n")
    assert rounds.events[:2] == (PointsNoted("Round 1", (1, 4)), PointsNoted("Round 2", (2, 5)))
    wrong = one(head + "2024-01-01,Jitka,30,7,38\n2024-01-01,Jarda,20,,20\n")
    assert wrong.events[0] == PointsNoted("final", (38, 20))
    assert wrong.provenance.more == {"Wall": "30; 20", "Columns": "7"}
    given = table.guess((head + "2024-01-01,Jitka,30,7,37\n").encode())
    insisted = read(head + "2024-01-01,Jitka,30,7,38\n", given)
    assert insisted.plays[0].events[0] == PointsNoted("final", (38,))
    assert "the parts add up to 37, the total is 38" in messages(insisted)


def test_a_workbook_is_read_by_its_first_table_and_a_sheet_called_by_a_game_names_it():
    rows = [["Naše hry"], [], ["Datum", "Jitka", "Jarda"], [datetime.date(2024, 12, 31), 52.0, 47.25]]
    data = workbook(Azul=rows, Sheet2=[["something else"]])
    reading = read(data)
    (play,) = reading.plays
    assert (play.options, play.played_on, play.where) == ({"title": "Azul"}, "2024-12-31", "Azul, row 4")
    assert play.events[0].points == (52, 47.25)
    assert reading.remarks == ("Only Azul was read, not Sheet2.", "Who won is not known of the plays of Azul.")
    assert table.recognizes(data)


def test_a_mapping_is_shown_in_plain_lines_and_can_be_corrected():
    rows = "When;Game;Jitka;Jarda;Rating\n31/12/2024;Azul;52,5;47;8\n"
    guessed = table.guess(rows.encode())
    lines = mapping.described(guessed)
    assert lines[0] == "Each row is a whole play."
    assert "Cells are separated by ';'." in lines
    assert "Dates begin with the day." in lines
    assert "Jitka: points" in lines
    columns = (*guessed.columns[:-1], mapping.TableColumn("Rating", "other"))
    play = one(rows, replace(guessed, columns=columns))
    assert (names(play), play.provenance.more) == (["Jitka", "Jarda"], {"Rating": "8"})
    unknown = table.guess(b"Dzien;Gracz;Ile\n1.1.2024;Jitka;5\n")
    columns_said = [
        replace(column, meaning=held) for column, held in zip(unknown.columns, ("date", "player", "score"), strict=True)
    ]
    polish = one("Dzien;Gracz;Ile\n1.1.2024;Jitka;5\n", replace(unknown, columns=tuple(columns_said), shape="long"))
    assert (polish.played_on, polish.events[0].points) == ("2024-01-01", (5,))
    with pytest.raises(UnreadableFile, match="differ from the mapping"):
        read(rows, replace(guessed, columns=columns[:3]))
    with pytest.raises(UnreadableFile, match="no table called"):
        read(rows, replace(guessed, part="Azul"))


def test_an_added_row_is_a_new_play_and_a_corrected_score_the_old_one():
    def sources(words):
        return [play.provenance.source for play in read(words).plays]

    row = "2024-12-31,Azul,Jitka,50,\n2024-12-31,Azul,Jarda,51,\n"
    before = sources(LONG)
    assert sources(LONG.replace("52", "53")) == before
    assert sources(LONG.replace("2024-12-31", "31.12.2024").replace("Azul", "AZUL")) == before
    after = sources(LONG + row)
    assert after[0] == before[0]
    assert len(set(after)) == 2
    assert sources("Date,Game,Jarda,Jitka\n2024-12-31,Azul,1,2\n") == before  # Another shape, the same play.
    assert before[0].startswith("table:")


def test_places_without_points_are_the_result():
    rows = "Date,Game,Player,Rank\n2024-12-31,Coup,Jitka,2\n2024-12-31,Coup,Jarda,1\n2024-12-31,Coup,Ota,2\n"
    assert one(rows).events == (WinnersNamed((1,)),)
    assert one(rows.replace("Ota,2", "Ota,3")).events == (RanksNamed((2, 1, 3)),)


def test_markdown_tables_under_several_headings_are_all_read() -> None:
    heads = "|---|---|---|"
    text = f"""# Evenings
## Azul
| Date | Player | Points |
{heads}
| 2026-01-02 | Anna | 50 |
| 2026-01-02 | Ben | 40 |

## Nine Hills
| date | Player | Points |
{heads}
| 2026-02-02 | Anna | 70 |
| 2026-02-02 | Cleo | 80 |

## Wishes
| Title | Price | Shop |
{heads}
| Azul | 40 | Brno |
"""
    report = table.read(text.encode())
    assert [(play.options["title"], play.played_on) for play in report.plays] == [
        ("Azul", "2026-01-02"),
        ("Nine Hills", "2026-02-02"),
    ]
    assert "Only Azul, Nine Hills were read, not Wishes." in map(str, report.remarks)


@pytest.mark.parametrize("written", ["{} {}", "{}: {}", "{} ({})"])
@pytest.mark.parametrize("is_long", [False, True])
def test_a_name_and_its_points_in_one_cell_are_a_person_with_points(written, is_long):
    table = [("Petra", 78), ("Jan", 65)]
    cells = [written.format(*seat) for seat in table]
    if is_long:
        rows = "Date,Game,Player\n" + "".join(f"2024-05-01,Wingspan,{cell}\n" for cell in cells)
    else:
        rows = f"Date,Game,Player 1,Player 2,Winner\n2024-05-01,Wingspan,{','.join(cells)},Petra\n"
    play = one(rows)
    assert names(play) == ["Petra", "Jan"]
    assert play.events[0] == PointsNoted("final", (78, 65))
    assert is_long or play.events[1] == WinnersNamed((0,))


def test_numbers_that_tell_players_apart_stay_in_their_names():
    play = one("Date,Game,Player 1,Player 2\n2024-05-01,Wingspan,Player 1,Player 2\n")
    assert names(play) == ["Player 1", "Player 2"]
    scored = one("Date,Game,Player,Score\n2024-05-01,Azul,Bot 1,40\n2024-05-01,Azul,Bot 2,50\n")
    assert names(scored) == ["Bot 1", "Bot 2"]
