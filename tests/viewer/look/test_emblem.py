"""Emblems of games and faces of people."""

import json
import re
from pathlib import Path

import viewer.components.lib
from viewer.look.emblem import PAIRS, Faces, emblem, hashed, letters_of, marks, shapes

KNOWN = {
    "Azul": (0x98D08837, 11, 1, "Az"),
    "Wingspan": (0x1DE26655, 1, 7, "Wi"),
    "7 Wonders": (0x3EDCE24B, 7, 3, "7W"),
    "Carcassonne": (0x3F7D4B68, 4, 3, "Ca"),
    "The Crew": (0x6A189345, 1, 3, "Cr"),
    "Žabí království": (0x972C543E, 2, 5, "ZK"),
}
"""Hash, pair, shape and letters of titles: stores and other programs must agree on them."""


def test_a_title_always_has_the_same_emblem() -> None:
    for title, known in KNOWN.items():
        value = hashed(title)
        assert (value, value % PAIRS, value // PAIRS % 8, letters_of(title)) == known


def test_case_accents_and_signs_make_no_difference_and_every_title_has_an_emblem() -> None:
    assert emblem("AZUL") == emblem("azul")
    assert emblem("Žabí  KRÁLOVSTVÍ!") == emblem("zabi kralovstvi")
    assert letters_of("The The") == "TT"
    assert letters_of("!?") == ""
    assert "Az" not in str(emblem("Azul", 24))


def test_an_emblem_is_made_of_its_marks() -> None:
    for title in ("Azul", "Žabí království", "7 Wonders", "Skull"):
        shape, pair, letters = marks(title)
        drawn = json.dumps(shapes()[shape]).replace("{pair}", str(pair)).replace("{letters}", letters)
        assert json.loads(drawn) == json.loads(json.dumps(emblem(title)))


def test_the_look_has_every_pair() -> None:
    css = (Path(viewer.components.lib.__file__).parent / "look.css").read_text("utf-8")
    defined = set(re.findall(r"--(e\d+[ab]): light-dark", css))
    assert defined == {f"e{pair}{side}" for pair in range(PAIRS) for side in "ab"}


def test_the_first_twelve_people_differ_and_a_picture_takes_the_place_of_face_and_emblem() -> None:
    names = [f"Person {number}" for number in range(12)]
    faces = Faces(names)
    grounds = [re.findall(r"--e(\d+)a", str(faces.face(name)))[0] for name in names]
    assert len(set(grounds)) == 12
    assert faces.face("Person 0") == Faces(names[:1]).face("Person 0")
    assert "picture/1" in str(emblem("Azul", picture="picture/1"))
    assert "picture/2" in str(Faces(["Ana"], {"Ana": "picture/2"}).face("Ana"))
