"""`partie people`: who there is, one person under several names, and nobody any more."""

import pytest

from tests.viewer.commands.terminal import Terminal


@pytest.fixture
def match(partie: Terminal) -> str:
    """A match of Jitka Nová and Jarda, and two more by which Jitka is there under another name."""
    id = partie.new("scoresheet", "--player", "Jitka Nová", "--player", "Jarda", "--title", "Jitka Nová's birthday")
    partie("record", id, "final: 3 4")
    others = [partie.new("scoresheet", "--player", "Jitka Novà", "--player", "Jarda") for _ in range(2)]
    for played in (id, *others):
        partie("close", played, "incomplete")
    return id


def ids(partie: Terminal) -> dict[str, str]:
    return {row["name"]: row["id"] for row in partie.json("people")}


def names(partie: Terminal, match: str) -> list[str]:
    (row,) = [row for row in partie.json("list") if row["id"] == match]
    return list(row["players"])


def test_people_are_listed_by_plays(partie: Terminal, match: str) -> None:
    rows = partie.json("people")
    assert [(row["name"], row["plays"], row["accounts"]) for row in rows] == [
        ("Jarda", 3, []),
        ("Jitka Novà", 2, []),
        ("Jitka Nová", 1, []),
    ]
    assert list(rows[0]) == ["id", "name", "accounts", "plays", "merged"]
    plays, id, name = partie("people").splitlines()[1].split()
    assert (plays, id, name) == ("3", rows[0]["id"], "Jarda")


def test_two_who_look_alike_become_one_and_part_again(partie: Terminal, match: str) -> None:
    partie("withdraw", match)
    assert partie.json("people", "suggest") == [], "people of withdrawn matches alone are not suggested"
    partie("withdraw", match, "--undo")
    known = ids(partie)
    (suggestion,) = partie.json("people", "suggest")
    assert {suggestion["person"], suggestion["into"]} == {known["Jitka Nová"], known["Jitka Novà"]}
    assert partie("people", "suggest").startswith(f"merge {suggestion['person']} {suggestion['into']}  ")
    partie("people", "merge", "jitka nová", known["Jitka Novà"])
    (row,) = [row for row in partie.json("people") if row["name"] == "Jitka Novà"]
    assert (row["plays"], row["merged"]) == (3, [known["Jitka Nová"]])
    assert names(partie, match) == ["Jitka Novà", "Jarda"]
    assert "These are already the same person" in partie("people", "merge", known["Jitka Nová"], "Jitka Novà", code=1)
    partie("people", "split", "Jitka Nová")
    assert names(partie, match) == ["Jitka Nová", "Jarda"]
    assert "was not merged into another person" in partie("people", "split", "Jitka Nová", code=1)


def test_a_person_gets_another_name_and_is_found_by_the_old_one(partie: Terminal, match: str) -> None:
    partie("people", "rename", "Jarda", "Jaroslav")
    assert names(partie, match) == ["Jitka Nová", "Jaroslav"]
    assert partie("people", "link", "Jarda", "BGG:Jarda1") == "Jaroslav: bgg:jarda1\n"
    assert "already belongs to Jaroslav" in partie("people", "link", "Jitka Nová", "bgg:jarda1", code=1)
    assert "is not an account" in partie("people", "link", "Jarda", "jarda1", code=1)


def test_namesakes_are_told_apart_by_id(partie: Terminal, match: str) -> None:
    known = ids(partie)
    partie("people", "rename", "Jitka Novà", "Jarda")
    for words in (["rename", "jarda", "Jan"], ["forget", "jarda", "--yes"], ["merge", "jarda", "Jitka Nová"]):
        output = partie("people", *words, code=1)
        assert output.startswith("2 people are called 'jarda'; give one of these ids: ")
        assert all(f"{known[name]} (Jarda)" in output for name in ("Jarda", "Jitka Novà"))
    partie("people", "rename", known["Jitka Novà"], "Jan")
    assert partie("people", "merge", "jarda", "jan").endswith(f"was merged into Jan ({known['Jitka Novà']}).\n")
    assert partie("people", "rename", "Nobody", "x", code=1) == "There is no person called 'Nobody'.\n"


def test_no_byte_is_left_of_somebody_forgotten(partie: Terminal, match: str) -> None:
    partie("people", "link", "Jitka Nová", "bgg:jitka_n")
    partie("people", "rename", "Jitka Nová", "Jituš")
    partie("note", match, 2, "Well done, JITUŠ!")
    partie("list")  # The read tables know the title.
    assert "Jitka Nová".encode() in partie.store.read_bytes()
    assert partie("people", "forget", "Jituš", code=1, input="n\n").endswith("No person was forgotten.\n")
    output = partie("people", "forget", "Jituš", input="y\n")
    assert f"No byte of the name or of an account remains in {partie.store}.\n" in output
    content = partie.store.read_bytes()
    for word in ("Jitka Nová", "Jituš", "JITUŠ", "jitka_n"):
        assert word.encode() not in content
    assert list(partie.store.parent.glob("partie.db*")) == [partie.store]
    assert names(partie, match) == ["somebody", "Jarda"]
    assert [row["title"] for row in partie.json("list") if row["id"] == match] == ["somebody's birthday"]
    assert "0 tampered, 0 damaged, 0 rules changed" in partie("verify")


def test_where_a_name_stands_still_is_told(partie: Terminal, match: str) -> None:
    sheet = partie.new("scoresheet", "--player", "Zbyněk", "--player", "Jarda", "--option", "title=Catan")
    partie("record", sheet, "Zbyněk's bonus: 3 4")
    other = partie.new("scoresheet", "--player", "Zbyněk 2")
    person = ids(partie)["Zbyněk"]
    namesake = ids(partie)["Zbyněk 2"]
    output = partie("people", "forget", "Zbyněk", "--yes")
    assert f"'Zbyněk' still occurs in {partie.store}: " in output
    assert f"{sheet}, event 2" in output
    assert f"person {namesake}" in output
    assert names(partie, other) == ["Zbyněk 2"]
    assert person not in ids(partie).values()
    assert "There is no person called 'Zbyněk'" in partie("people", "forget", "Zbyněk", "--yes", code=1)
