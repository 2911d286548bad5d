"""Words of ten languages in tables and lists: months, weekdays, "and" from CLDR (Babel); yes, no, won, lost from here.

Babel has no words for yes and no. All words are in the form of `plain`.
"""

import re
from functools import cache, lru_cache
from typing import Final

from babel import Locale

from core.folding import folded

LANGUAGES: Final = ("en", "cs", "ro", "de", "fr", "es", "pt", "it", "pl", "nl")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


DRAWN: Final = _words("d x draw drawn tie tied remiza egal unentschieden egalite empate pareggio remis gelijkspel")
"""A tie is a shared victory."""

WON: Final = _words("""
    w won win wins winner victory vyhra vyhral vyhrala vitez castigat castigator victorie gewonnen gewinnt sieg sieger
    gewinner gagne gagnee victoire gagnant vainqueur gano gana ganada victoria ganador ganadora ganhou venceu vitoria
    vencedor vinto vittoria vincitore wygrana wygral wygrala zwyciestwo zwyciezca winst winnaar
""")

YES: Final = _words("1 y j t s yes true ano da ja oui si sim tak") | WON | DRAWN
"""A seat that won."""

NO: Final = _words("""
    0 n f no false ne nu nein non nao nie nee l lost loss lose loser defeat prohra prohral prohrala porazka pierdut
    infrangere verloren niederlage perdu perdue defaite perdio perdida derrota perdeu perso sconfitta przegrana
    przegral przegrala verlies
""")

NOBODY: Final = frozenset(
    (
        *("nobody", "none", "no one", "nikdo", "nimeni", "niemand", "keiner", "personne", "nadie", "ninguno"),
        *("ninguem", "nessuno", "nikt"),
    )
)
EVERYBODY: Final = frozenset(
    (
        *("all", "everybody", "everyone", "vsichni", "toti", "alle", "tous", "toutes", "todos", "todas", "tutti"),
        *("wszyscy", "iedereen", "allen"),
    )
)

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAME_OR_SIGN: Final = re.compile(r"\{[01]\}|[\s,]")


@lru_cache(maxsize=10_000)
def plain(words: str) -> str:
    """The folded words, with those of `camelCase` apart: `Hráč_2` and `hrac 2` are equal. Empty for signs alone."""
    found = folded(_CAMEL.sub(" ", words))
    return found if any(map(str.isalnum, found)) else ""


@cache
def months() -> dict[str, int]:
    """The number of a month by its name or abbreviation. A word with two meanings keeps that of the first language."""
    found: dict[str, int] = {}
    for language in LANGUAGES:
        months = Locale(language).months
        for names in (months[form][width] for form in months for width in ("wide", "abbreviated")):
            for number, name in names.items():
                if not plain(name).isdecimal():
                    found.setdefault(plain(name), number)
    return found


@cache
def weekdays() -> frozenset[str]:
    """The names and abbreviations of the days of the week."""
    names: set[str] = set()
    for language in LANGUAGES:
        days = Locale(language).days
        names |= {plain(name) for form in days for width in days[form] for name in days[form][width].values()}
    return frozenset(name for name in names if len(name) > 1) | {"tues", "wednes", "thur", "thurs", "satur"}


@cache
def conjunctions() -> frozenset[str]:
    """The words for "and" between the last two names of a list, with diacritics."""
    ends = (Locale(language).list_patterns[style]["end"] for language in LANGUAGES for style in ("standard",))
    return frozenset(_NAME_OR_SIGN.sub("", end) for end in ends) | {"and", "a"}
