"""The parts of the page of a play, drawn as elements."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet.shipped import shipped_for
from core.record_events import DetailsNoted, PointsAdjusted, Role, SeatDetails
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.earlier_plays import past_of
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.recorded import records_in
from viewer.boards.scene import Json
from viewer.components.play.aside import before, changes, headline
from viewer.components.play.before_sheet import before_sheet
from viewer.components.play.context import MatchPage, PlayPage
from viewer.components.play.head import head, name_and_facts
from viewer.components.play.rounds import rounds, rounds_so_far
from viewer.components.play.sheet_table import sheet_table
from viewer.components.play.standing import standing
from viewer.look.emblem import Faces, emblem
from viewer.texts.own_words import own_title
from viewer.texts.play_story import play_of

FIVE = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def play(
    path: Path, *lines: str, names: tuple[str, ...] = FIVE[:3], more: tuple[object, ...] = (), **options: object
) -> Match:
    events = [*map(scoresheet.parse, lines)]
    options = {"title": "Kettle Race", **options}
    return records_in(path / "a.db").start(scoresheet, names, *events, *more, options=options, played_on="2026-11-21")


def page(path: Path, match: Match, *, is_editable: bool = False) -> PlayPage:
    matches = records_in(path / "a.db")
    row = index(matches).row(match.id)
    assert row
    past = past_of(index(matches), row)
    return PlayPage(match, Faces(match.names), is_editable, play_of(match), past, emblem(own_title(match)))


def index(matches: MatchRepository) -> MatchIndex:
    assert isinstance(matches.store, SqliteStore)
    return MatchIndex(matches.store, matches)


def texts(node: Json) -> list[str]:
    """The texts of an element in order."""
    return [*_texts(node)]


def _texts(node: Json) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        children = node[2]
        assert isinstance(children, list)
        for child in children:
            yield from _texts(child)


def found(node: Json, tag: str, class_: str = "") -> list[list[Json]]:
    """The elements of this tag, and class, in an element."""
    if not isinstance(node, list):
        return []
    attributes, children = node[1], node[2]
    assert isinstance(attributes, dict)
    assert isinstance(children, list)
    is_one = node[0] == tag and (not class_ or class_ in str(attributes.get("class", "")).split())
    return [*([node] if is_one else []), *(one for child in children for one in found(child, tag, class_))]


def attribute(elements: list[list[Json]], name: str) -> list[Json]:
    return [one[1][name] for one in elements if isinstance(one[1], dict)]


def rows(table: Json) -> list[list[str]]:
    return [["".join(texts(cell)) for cell in [*found(row, "th"), *found(row, "td")]] for row in found(table, "tr")]


def test_the_winner_has_the_first_column_and_the_best_of_a_line_is_marked(tmp_path: Path) -> None:
    match = play(tmp_path, "Fields: 4 3 1", "Cards: 1 9 9", "wins 1")
    table = sheet_table(page(tmp_path, match))
    assert rows(table) == [
        ["", "Ben", "Cleo", "Ana"],
        ["Fields", "3", "1", "4"],
        ["Cards", "9", "9", "1"],
        ["Total", "12", "10", "5"],
    ]
    assert marked(table, "best") == ["4", "9", "9"]
    assert marked(table, "w") == ["3", "9", "12"]
    table = sheet_table(page(tmp_path, play(tmp_path, "Round 1: 4 3 -", "Round 2: 5 5 5", "wins 1", lowest_wins=True)))
    assert marked(table, "best") == ["3"], "the fewest where they win, and no equal points"
    assert rows(table)[1] == ["1", "3", "–", "4"], "not noted is not 0"


def marked(table: Json, kind: str) -> list[str]:
    return ["".join(texts(cell)) for cell in found(table, "td", kind)]


def test_many_people_are_rows_a_ruling_is_a_line_and_final_points_alone_need_no_table(tmp_path: Path) -> None:
    match = play(tmp_path, "Fields: 1 2 3 4 5 6 7", "wins 6", names=(*FIVE, "Filip", "Gita"))
    shown = rows(sheet_table(page(tmp_path, match)))
    assert shown[:3] == [["", "Total", "Fields"], ["Gita", "7", "7"], ["Filip", "6", "6"]]
    ruling = (PointsAdjusted(0, -3, "forgot the goal"), scoresheet.parse("wins 0"))
    assert rows(sheet_table(page(tmp_path, play(tmp_path, "Fields: 4 3 1", more=ruling))))[2:] == [
        ["Ruling: forgot the goal", "", "−3", ""],
        ["Total", "3", "1", "1"],
    ]
    final = page(tmp_path, play(tmp_path, "final: 49 43 38", "wins 0"))
    assert (sheet_table(final), rounds(final)) == (None, None)
    assert ["".join(texts(side)) for side in found(standing(final), "div", "pt")] == ["49", "43", "38"]


def test_a_round_with_a_rule_of_its_own_says_so(tmp_path: Path) -> None:
    template = (
        'template {"title": "King", "categories": [{"name": "Taken", "each": "round"}, "Gifts"], '
        '"rounds": [{"name": "No tricks", "factor": -20}, "All"]}'
    )
    lines = ("Taken 1: -20 -40 0", "Taken 2: 4 5 4", "Taken 3: 1 1 1", "Gifts: 1 2 3")
    table = sheet_table(page(tmp_path, play(tmp_path, template, *lines)))
    assert [row[0] for row in rows(table)] == ["Round", "1 No tricks", "2 All", "3", "Gifts", "Total"]
    table = sheet_table(page(tmp_path, play(tmp_path, template, *lines[:2])))
    assert [row[0] for row in rows(table)] == ["Round", "1 No tricks", "2 All", "Total"]
    table = sheet_table(page(tmp_path, play(tmp_path, template, lines[0])))
    assert [row[0] for row in rows(table)] == ["", "Taken 1No tricks", "Total"]


def test_people_who_play_together_have_one_column_and_one_result(tmp_path: Path) -> None:
    match = play(tmp_path, "Round 1: 4 - 3", "Round 2: 9 - 3", "wins 0 1", teams=((0, 1), (2,)))
    shown = page(tmp_path, match)
    assert rows(sheet_table(shown))[0] == ["Round", "Ana, Ben", "Cleo"]
    assert ["".join(texts(side)) for side in found(standing(shown), "div", "seat")] == ["1AAnaBBen13", "2CCleo6"]
    match = play(tmp_path, "wins 0 1 2", title="The Crew", cooperative=True)
    assert texts(standing(page(tmp_path, match)))[-1] == "Won together"
    lost = play(tmp_path, "final: 21 - -", "wins nobody", title="The Crew", cooperative=True)
    assert texts(standing(page(tmp_path, lost)))[-2:] == ["21", "Lost together"]


def test_the_standing_says_roles_who_started_and_what_was_new(tmp_path: Path) -> None:
    orcs = SeatDetails(roles=(Role("Orcs", "faction"),), color="red", team="Red")
    seats = SeatDetails(started=True), orcs, SeatDetails(new=True)
    match = play(tmp_path, "final: 49 43 38", "wins 0", more=(DetailsNoted(seats=seats, expansions=("Ice",)),))
    shown = page(tmp_path, match)
    assert [*map(texts, found(standing(shown), "div", "rl"))] == [
        ["start player"],
        ["faction Orcs · team Red · color red"],
        ["first time playing"],
    ]
    assert "Expansions: Ice" in texts(["div", {}, head(shown)])


def test_only_those_who_may_edit_have_buttons_at_values(tmp_path: Path) -> None:
    match = play(tmp_path, "Fields: 4 3 -", "wins 0")
    reader, recorder = page(tmp_path, match), page(tmp_path, match, is_editable=True)
    for part in (standing, sheet_table):
        assert found(part(reader), "button") == []
        assert found(part(recorder), "button", "value")
    edits = attribute(found(sheet_table(recorder), "button"), "data-edit")
    assert edits[:2] == ['{"kind":"category","row":2}', '{"kind":"points","row":2,"seat":0}']
    assert not found(["div", {}, head(reader)], "a", "go"), "only recorders play it again"
    assert "Same again" in texts(["div", {}, head(recorder)])
    shown = page(tmp_path, play(tmp_path, "wins 1"), is_editable=True)
    edits = attribute(found(standing(shown), "button", "missing"), "data-edit")
    assert edits == [f'{{"kind":"points","row":null,"seat":{seat}}}' for seat in (1, 0, 2)], "points can be added"


def test_a_round_with_bids_is_one_row_with_bid_and_tricks_behind_its_points(tmp_path: Path) -> None:
    king = shipped_for("Skull King")
    assert king
    events: list[object] = [scoresheet.TemplateChosen(king)]
    for number, tricks in ((1, (20, -10)), (2, (20, 40))):
        events += [
            scoresheet.EntriesWritten(f"Bid {number}", ("1", "2")),
            scoresheet.PointsNoted(f"Bid {number}", (0, 0)),
            scoresheet.EntriesWritten(f"Tricks {number}", ("1", str(number))),
            scoresheet.PointsNoted(f"Tricks {number}", tricks),
            scoresheet.PointsNoted(f"Bonus {number}", (10, None)),
        ]
    match = play(tmp_path, names=FIVE[:2], more=(*events, scoresheet.WinnersNamed((0,))))
    table = sheet_table(page(tmp_path, match, is_editable=True))
    assert rows(table)[1:] == [
        ["1", "301/1/+10", "−102/1/·"],
        ["2", "301/1/+10", "402/2/·"],
        ["Total", "60", "30"],
    ]


def test_beside_a_sheet_stand_the_last_plays_of_its_people_and_the_points_to_beat(tmp_path: Path) -> None:
    for names, scores in ((FIVE[:2], "30 40"), (FIVE[:2], "50 20"), (FIVE[3:], "90 10")):
        play(tmp_path, f"final: {scores}", f"wins {int(scores < '40')}", names=names)
    match = play(tmp_path, names=FIVE[:2])
    last, best, folds = before_sheet(index(records_in(tmp_path / "a.db")), match, Faces(match.names))
    assert texts(last)[:2] == ["The 2 of you before", "All 2"]
    assert [texts(each) for each in found(folds, "summary")] == [
        ["The 2 of you before", "Ana 50, Nov 21"],
        ["To beat", "90, Dan"],
    ]
    assert [texts(row)[1:] for row in found(last, "a", "mini")] == [["Ana 50", "Ben 20"], ["Ben 40", "Ana 30"]]
    assert [texts(row)[1:] for row in found(best, "a", "beat")] == [
        ["Dan, the best here", "90"],
        ["Ana’s best", "50"],
        ["Ben’s best", "40"],
    ]


def test_a_sheet_of_today_says_when_it_began_until_its_length_is_known(tmp_path: Path) -> None:
    began, records = "2026-11-21T20:14:00+01:00", records_in(tmp_path / "a.db")
    for minutes, hour, day in ((None, "21", "Today, 20:14"), (45, "21", "Today, 20:14"), (None, "00", "Nov 21")):
        match = records.start(
            scoresheet, FIVE[:2], played_on="2026-11-21", started_at=began, minutes=minutes, place="Home"
        )
        now = datetime.fromisoformat(f"2026-11-{22 if hour == '00' else 21}T{hour}:00:00+01:00")
        _, told = name_and_facts(MatchPage(match, Faces(match.names), is_editable=False), "", now)
        assert day in texts(told)[1]
        since = [began] if hour == "21" and minutes is None else []
        marked = [span for span in found(told, "span") if isinstance(span[1], dict) and "data-since" in span[1]]
        assert attribute(marked, "data-since") == since


def test_the_chart_has_the_sides_by_rank_and_those_of_an_open_sheet_in_the_order_of_the_seats(tmp_path: Path) -> None:
    chart = rounds(page(tmp_path, play(tmp_path, "Round 1: 4 3 1", "Round 2: 1 9 9", "Bonus: 0 0 5", "wins 2")))
    assert [*map(texts, found(chart, "span"))] == [["after round 1"], ["after round 2"], ["end"]]
    says = attribute(found(chart, "span"), "data-says")
    assert says == ["Ana 4, Ben 3, Cleo 1", "Ben 12, Cleo 10, Ana 5", "Cleo 15, Ben 12, Ana 5"]
    assert rounds_so_far(play(tmp_path, "Round 1: 4 3 1")) == []
    behind, chart = rounds_so_far(play(tmp_path, "Round 1: 4 3 1", "Round 2: 1 9 9"))
    assert rows(behind) == [
        ["Round", "Ana", "Ben", "Cleo"],
        ["1", "4", "3", "1"],
        ["2", "1", "9", "9"],
        ["Total", "5", "12", "10"],
    ]
    assert texts(behind)[:2] == ["Rounds 1 to 2", ""], "nobody gained most"
    assert attribute(found(chart, "svg"), "aria-label") == ["Points by round. Ben 12, Cleo 10, Ana 5"] * 2
    behind, _ = rounds_so_far(play(tmp_path, "Round 1: 4 3 1", "Round 2: 1 9 8", lowest_wins=True))
    assert texts(behind)[1] == "Ana +1 in round 2"


def test_what_changed_links_to_its_people_and_earlier_plays_to_theirs(tmp_path: Path) -> None:
    first = play(tmp_path, "final: 9 3 1", "wins 0")
    match = play(tmp_path, "final: 4 5 1", "wins 1")
    shown = page(tmp_path, match)
    rarest = headline(shown)
    assert "".join(texts(rarest)) == "Ben wins Kettle Race for the first time, in play 2."
    assert changes(shown) is None, "nothing is said twice"
    assert attribute(found(rarest, "a"), "href") == [f"person?person={match.header.players[1]}"]
    earlier = before(shown)
    assert "".join(texts(earlier)) == "BeforeAll 2Nov 21Ana 9by 6, 3 people"
    assert attribute(found(earlier, "a"), "href") == ["./?game=Kettle+Race", f"replay?match={first.id}"]
