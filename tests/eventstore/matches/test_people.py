"""One person under several names and accounts, merged, split, renamed, and forgotten to the last byte."""

import re
from pathlib import Path

import pytest

from core.games import scoresheet
from core.readable import is_readable
from core.record_events import MatchImported, PointsAdjusted, SeatImported
from eventstore.maintenance.verification import verify
from eventstore.matches.people import People, Player
from eventstore.matches.people_repository import MergeSuggestion
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex


def seat(records: MatchRepository, *players: Player) -> tuple[str, ...]:
    return records.people_repository.seat(players)


def test_a_name_is_one_person_however_often_it_sits_down(records: MatchRepository) -> None:
    first = seat(records, Player("Anna"), Player("Ben"))
    assert seat(records, Player("  ANNA "), Player("Ben")) == first
    assert records.people().current_names() == {first[0]: "Anna", first[1]: "Ben"}


def test_an_account_decides_whatever_the_name(records: MatchRepository) -> None:
    (anna,) = seat(records, Player("Anna", ("bgstats:1", "bgg:anna77")))
    assert seat(records, Player("Annie", ("bgg:anna77",))) == (anna,)
    assert records.people().accounts_of(anna) == ("bgstats:1", "bgg:anna77")


def test_two_accounts_of_one_app_are_two_people_of_one_name(records: MatchRepository) -> None:
    one, other = seat(records, Player("Anna", ("bgstats:1",)), Player("Anna", ("bgstats:2",)))
    assert one != other
    assert records.people().named("anna") == (one, other)


def test_who_is_known_by_name_only_gets_the_first_account(records: MatchRepository) -> None:
    (anna,) = seat(records, Player("Anna"))
    assert seat(records, Player("Anna", ("bgg:anna77",))) == (anna,)
    assert records.people().accounts == {"bgg:anna77": anna}


def test_anonymous_seats_are_nobody_in_particular(records: MatchRepository) -> None:
    assert seat(records, Player(), Player("Somebody"), Player()) == ("somebody",) * 3
    assert records.people() == People()


def test_merged_people_share_name_and_matches_until_they_are_split(records: MatchRepository) -> None:
    one = records.start(scoresheet, ["Anna", "Ben"])
    other = records.start(scoresheet, ["Annie", "Ben"])
    (anna, _), (annie, _) = one.header.players, other.header.players
    records.people_repository.merge(annie, anna)
    assert records.match(other.id).names == ("Anna", "Ben")
    assert seat(records, Player("Annie")) == (anna,)
    library = MatchIndex(records.store, records)
    assert library.count(person="Anna") == library.count(person="annie") == 2
    records.people_repository.split(annie)
    assert records.match(other.id).names == ("Annie", "Ben")
    assert library.count(person="Anna") == 1


def test_what_makes_no_sense_is_refused_with_a_sentence(records: MatchRepository) -> None:
    anna, ben = seat(records, Player("Anna", ("bgg:a",)), Player("Ben"))
    for change, sentence in (
        (lambda: records.people_repository.merge(anna, anna), "These are already the same person: Anna."),
        (lambda: records.people_repository.split(anna), "is not merged with another person."),
        (lambda: records.people_repository.rename("nobody", "X"), "There is no person 'nobody'."),
        (lambda: records.people_repository.rename(anna, " "), "is not a valid name"),
        (lambda: records.people_repository.link(ben, "bgg:A"), "bgg:a already belongs to Anna."),
        (lambda: records.people_repository.link(ben, "ben"), "is not an account; write it as bgg:username."),
    ):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            change()
    assert len(records.store.read("people")) == 3


def test_emoji_are_a_name_and_joiners_tell_nobody_apart(records: MatchRepository) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    anna, both = seat(records, Player("Anna"), Player(family))
    assert records.people().name(both) == family
    assert seat(records, Player("An\u200dna"), Player(family.replace("\u200d", ""))) == (anna, both)


def test_a_name_that_is_refused_is_told_without_escapes(records: MatchRepository) -> None:
    with pytest.raises(ValueError, match="is not a valid name") as refused:
        seat(records, Player("\U0001f468\u200d\U0001f469\x1b[2J\u202e"))
    assert "\\" not in str(refused.value)
    assert is_readable(str(refused.value))


def test_similar_names_are_suggested_but_not_of_people_an_app_tells_apart(records: MatchRepository) -> None:
    seat(records, Player("Jiří Novák", ("bgstats:1",)), Player("Novak Jiri"), Player("Petr"), Player("Pavla"))
    seat(records, Player("Jiri Novak", ("bgstats:2",)))
    found = {(records.people().name(each.person), records.people().name(each.into)) for each in told(records)}
    assert found == {("Novak Jiri", "Jiří Novák"), ("Jiri Novak", "Novak Jiri")}


def test_who_was_told_apart_is_not_suggested_again(records: MatchRepository) -> None:
    jan, honza = seat(records, Player("Jan Novák"), Player("Jan Novak"))
    assert told(records)
    records.people_repository.tell_apart(jan, honza)
    assert told(records) == ()
    with pytest.raises(ValueError, match="There is no person 'x'"):
        records.people_repository.tell_apart(jan, "x")


def told(records: MatchRepository) -> tuple[MergeSuggestion, ...]:
    return records.people_repository.suggestions()


NAME = "Žofie O'Hara"


def test_of_somebody_forgotten_no_byte_is_left_and_the_store_stays_whole(
    records: MatchRepository, tmp_path: Path
) -> None:
    told = MatchImported("bgg:1", comment=f"Rematch:\n{NAME}!", seats=(SeatImported("1", alias=NAME), SeatImported()))
    match = records.start(scoresheet, [Player(NAME, ("bgg:zofie77",)), Player("Ben")], told, place=f"At {NAME}'s")
    records.record(match.id, PointsAdjusted(0, 1, f"{NAME.upper()} gave a coffee"))
    records.note(match.id, 1, f"**{NAME}** was lucky", author=NAME)
    library = MatchIndex(records.store, records)
    assert {records.people().name(id) for id in library.plays_by_person()} == {"Ben", NAME}

    assert records.people_repository.forget(match.header.players[0]) == 6
    library.rebuild()
    records.store.vacuum()

    found = records.match(match.id)
    assert found.names == ("somebody", "Ben")
    assert found.header.place == "At somebody's"
    assert found.log[1].event.comment == "Rematch:\nsomebody!"
    assert [note.text for note in records.notes(match.id)] == ["**somebody** was lucky"]
    assert verify(records).is_whole
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir()).lower()
    for word in (NAME, NAME.upper(), "Žofie", "O'Hara", "zofie77"):
        assert word.lower().encode() not in left
    assert b"Ben".lower() in left


def test_the_next_import_does_not_bring_a_forgotten_name_back(records: MatchRepository) -> None:
    (anna,) = seat(records, Player("Anna", ("bgg:anna77",)))
    records.people_repository.forget(anna)
    assert seat(records, Player("Anna", ("bgg:anna77",))) == (anna,)
    assert records.people().name(anna) == "somebody"


def test_a_row_changed_by_anybody_else_is_still_found(records: MatchRepository) -> None:
    match = records.start(scoresheet, ["Anna", "Ben"], place="At Anna's")
    records.people_repository.forget(match.header.players[0])
    assert verify(records).is_whole
    with records.store.transaction() as connection:
        connection.execute("DROP TRIGGER events_refuse_update")
        connection.execute("UPDATE events SET data = replace(data, 'somebody', 'Somebody')")
    assert [finding.match for finding in verify(records).tampered] == ["people", match.id]
