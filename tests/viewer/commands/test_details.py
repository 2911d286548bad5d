"""Details of a play besides header and points, on the command line."""

from pathlib import Path

from tests.viewer.commands.terminal import Terminal

PLAYERS = ("--player", "Anna", "--player", "Ben")


def test_a_new_match_takes_all_details_and_shows_them(partie: Terminal) -> None:
    facts = ("--role", "Anna=faction:Eyrie", "--role", "1=Vagabond", "--role", "Ben=character:Ranger")
    seats = ("--color", "Ben=gray", "--team", "0=North", "--handicap", "Anna=-5", "--started", "Ben", "--rank", "1=2")
    match = ("--expansion", "Riverfolk", "--series", "Cup", "--number", 2, "--uncounted", "learning")
    id = partie.new("scoresheet", *PLAYERS, *facts, *seats, *match, "--newcomer", "Anna", "--scenario", "Winter")
    details = partie.json("show", id)["details"]
    anna, ben = details.pop("seats")
    assert details == {
        "expansions": ["Riverfolk"], "scenario": "Winter", "variant": "", "difficulty": "",
        "counted": False, "uncounted": "learning", "series": "Cup", "number": 2,
    }  # fmt: skip
    assert anna["roles"] == [{"name": "Eyrie", "kind": "faction"}]
    assert (anna["team"], anna["handicap"], anna["new"], anna["started"]) == ("North", "-5", True, False)
    assert ben["roles"] == [{"name": "Vagabond", "kind": ""}, {"name": "Ranger", "kind": "character"}]
    assert (ben["color"], ben["started"], ben["new"], ben["rank"]) == ("gray", True, None, 2)
    shown = partie("show", id)
    for line in ("Not counted in statistics: it was for learning the game", "Series: Cup, match 2", "Scenario: Winter"):
        assert line in shown.splitlines()
    assert "Ben: role Vagabond, character Ranger, color gray, start player" in shown


def test_describe_changes_what_it_is_given_and_removes_what_is_empty(partie: Terminal) -> None:
    id = partie.new("scoresheet", *PLAYERS, "--role", "Anna=Elves", "--color", "Anna=red", "--uncounted", "aborted")
    partie("describe", id, "--role", "Anna=", "--place", "Brno", "--counted", "--newcomer", "Ben=no")
    shown = partie.json("show", id)
    anna, ben = shown["details"]["seats"]
    assert (anna["roles"], anna["color"], ben["new"], shown["details"]["counted"]) == ([], "red", False, True)
    assert shown["version"] == 4, "the header and the details are one event each"


def test_matches_are_listed_by_their_details_and_marked_if_they_do_not_count(partie: Terminal) -> None:
    first = partie.new("scoresheet", *PLAYERS, "--role", "Anna=Elves", "--expansion", "Ice", "--uncounted", "other")
    partie.new("scoresheet", *PLAYERS, "--role", "Anna=Orcs")
    for words in (("--role", "elves"), ("--expansion", "Ice")):
        assert [row["id"] for row in partie.json("list", *words)] == [first]
    assert "not counted" in partie("list", "--role", "Elves")
    assert "not counted" not in partie("list", "--role", "Orcs")
    partie("describe", first, "--tag", "club", "--tag", "")
    assert ([row["id"] for row in partie.json("list", "--tag", "club")], partie.json("list", "--tag", "")) == (
        [first],
        [],
    )
    partie("describe", first, "--tag", "")
    assert partie.json("list", "--tag", "club") == [], "an empty tag removes the tags of a match"


def test_bad_details_are_refused_with_a_sentence_and_nothing_is_written(partie: Terminal) -> None:
    id = partie.new("scoresheet", *PLAYERS)
    refused = {
        ("--role", "Zoe=Elves"): (1, "'Zoe' is neither a seat nor a player of this match"),
        ("--role", "Anna"): (2, "--role has the form SEAT=VALUE, not 'Anna'."),
        ("--role", "Anna=faction:"): (1, "A role has a name"),
        ("--rank", "Anna=first"): (2, "A rank is a number from 1 on, not 'first'."),
        ("--rank", "Anna=0"): (1, "R-PLACE"),
        ("--counted", "--uncounted", "other"): (2, "Give --counted or --uncounted, not both."),
        (): (2, "Give at least one fact"),
    }
    for words, (code, sentence) in refused.items():
        assert sentence in partie("describe", id, *words, code=code)
    assert partie.json("show", id)["version"] == 1


def test_details_are_lines_of_a_script_and_come_back(partie: Terminal, tmp_path: Path) -> None:
    id = partie.new("scoresheet", *PLAYERS, "--role", "Anna=faction:Elves", "--series", "Cup", "--number", 1)
    script = partie("export", id)
    assert '{"type":"DetailsNoted","seats":[{"roles":[{"name":"Elves","kind":"faction"}]},{}]' in script
    other = Terminal(tmp_path / "other.db")
    (tmp_path / "m.jsonl").write_text(script)
    other("import", tmp_path / "m.jsonl")
    assert other.json("show", id)["details"] == partie.json("show", id)["details"]
