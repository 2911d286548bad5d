"""The faces of all people and the emblems of games, with the pictures given to them."""

from collections import Counter
from collections.abc import Mapping
from urllib.parse import quote

from eventstore.matches.repository import MatchRepository
from viewer.boards.scene import Json
from viewer.locale.language import translate
from viewer.look.emblem import emblem, marks
from viewer.look.face import Faces


def faces_of(matches: MatchRepository) -> Faces:
    """The faces by name; namesakes have letters, as a picture would be shown for each of them."""
    people, portraits = matches.people(), matches.portraits.portraits()
    names = people.current_names()
    alike = Counter(names.values())
    pictures = {
        name: f"api/people/{quote(id)}/picture?size=small&digest={digest}"
        for id, name in names.items()
        if alike[name] == 1 and (digest := portraits.of_person(people, id))
    }
    return Faces(names.values(), pictures)


def emblems_of(matches: MatchRepository) -> "Emblems":
    return Emblems(matches.portraits.portraits().games)


class Emblems:
    """The emblems of games by their titles."""

    def __init__(self, pictures: Mapping[str, str]) -> None:
        """`pictures` are digests by title."""
        self._pictures = pictures

    def emblem(self, title: str, size: int = 40) -> Json:
        """The emblem of the game with this (untranslated) title."""
        return emblem(translate(title), size, self._address(title))

    def emblem_or_marks(self, title: str) -> Json | tuple[int, int, str]:
        """The emblem of a game with a picture, else what one is made of (`look.emblem.marks`)."""
        return self.emblem(title) if title in self._pictures else marks(translate(title))

    def _address(self, title: str) -> str:
        digest = self._pictures.get(title)
        return f"api/games/picture?game={quote(title, safe='')}&size=small&digest={digest}" if digest else ""
