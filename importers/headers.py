"""The meaning of a column by its header, in English, Czech, Romanian and German."""

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

Meaning: TypeAlias = Literal[
    "date",
    "time",
    "game",
    "bgg",
    "place",
    "minutes",
    "comment",
    "variant",
    "expansions",
    "play",
    "player",
    "score",
    "points",
    "winner",
    "rank",
    "team",
    "color",
    "role",
    "seat",
    "started",
    "new",
    "other",
    "ignore",
]
"""The meaning of a column.

`bgg` is the game's id at BoardGameGeek, `play` an id of the play, `points` the points of one player (wide) or of one
round or category (long); `other` is kept as text, `ignore` is dropped.
"""

MEANINGS: Final[tuple[Meaning, ...]] = get_args(Meaning)

_WORDS: Final[dict[Meaning, str]] = {
    "date": "date, day, played on, play date, played at, when, timestamp, datum, den,"
    " casova znacka, zeitstempel, marca temporala, hrano, data, ziua, tag, gespielt am",
    "time": "time, start time, cas, cas zacatku, zacatek, ora, uhrzeit",
    "game": "game, games, game title, title, board game, boardgame, hra, hry, joc,"
    " jocuri, jocului, jocul, spiel, spiele, brettspiel, titel, titul",
    "bgg": "bgg, bgg game, objectid, boardgamegeek",
    "place": "location, locations, venue, where, misto, kde, locatie, locatia, locul, unde, ort, wo, spielort",
    "minutes": "minutes, min, mins, duration, length, playtime, play time, playing time, duration min,"
    " duration minutes, minuty, minut, delka, trvani, doba hry, doba, minute, durata,"
    " minuten, dauer, spieldauer, spielzeit",
    "comment": "comment, comments, note, notes, remark, remarks, poznamka, poznamky, komentar, comentariu, comentarii,"
    " observatii, nota, kommentar, bemerkung, bemerkungen, notiz, notizen, anmerkung",
    "variant": "variant, edition, scenario, map, varianta, scenar, scenariu, variante, szenario",
    "expansions": "expansion, expansions, rozsireni, extensie, extensii, erweiterung, erweiterungen",
    "play": "play, match, session, partie, zapas, partida, meci, runde",
    "player": "player, players, name, who, person, hrac, hraci, hrace, hracu, jmeno, jucator,"
    " jucatori, jucatorului, nume, spieler, mitspieler",
    "score": "score, scores, points, pts, vp, result, final score, skore, body, bodu, vysledek, scor, punctaj, puncte,"
    " rezultat, punkte, punktzahl, punktestand, ergebnis, total points, total score, final points, celkove body,"
    " celkove skore, punctaj total, gesamtpunkte, gesamtpunktzahl",
    "winner": "winner, winners, win, won, victory, vitez, vitezove, vyhra, vyhral, vyhrala, castigator, castigatori,"
    " castigat, invingator, victorie, sieger, gewinner, gewonnen, sieg",
    "rank": "rank, ranking, place, placement, standing, position, pos, finish, poradi, umisteni, pozice, loc,"
    " clasament, pozitie, rang, platz, platzierung",
    "team": "team, side, tym, druzstvo, strana, echipa, mannschaft",
    "color": "color, colour, barva, culoare, farbe",
    "role": "role, faction, character, frakce, postava, rol, factiune, personaj, rolle, fraktion",
    "seat": "seat, seat order, seating, sedadlo, zidle, scaun, sitz, sitzplatz",
    "started": "started, starter, start player, starting player, first player, zacinal, zacinajici, zacinajici hrac,"
    " primul jucator, startspieler",
    "new": "new, new player, first time, novy, novacek, nou, jucator nou, neu",
    "other": "number of players, player count, players count, num players, pocet hracu, numar jucatori,"
    " numar de jucatori, anzahl spieler, spieleranzahl, spielerzahl, difference, diff, margin, rozdil, diferenta,"
    " differenz, rating, ratings, hodnoceni, bewertung, year, rok, jahr, month, mesic, monat, round, rounds, kolo,"
    " kola, loser, losers, porazeny, invins, verlierer",
    "ignore": "email, e mail, mail, url, link",
}
_MEANING: Final = {word.strip(): meaning for meaning, words in _WORDS.items() for word in words.split(",")}

_FILLERS: Final = {"id", "name", "nr", "no", "number", "ref", "nazev", "cislo", "jmeno", "nume", "numar", "nummer"}

_IDS: Final = frozenset(("id", "nr", "no", "c", "cislo", "number"))

_NUMBERED: Final = re.compile(r"(?:p ?[0-9]+|(?:player|hrac|jucator|spieler) ?(?:[0-9]+|\b[a-h]\b))(?: (.+))?")
"""The header of a column for one of several players: `P1`, `Player 2 score`, `Player B`."""

_TOTALS: Final = (
    "total, totals, sum, average, mean, wins, celkem, soucet, prumer, vyhry, suma, medie, media, victorii, summe,"
    " gesamt, durchschnitt, mittelwert, siege"
)
TOTALS: Final = frozenset(_TOTALS.split(", "))
"""Headings of rows and columns with sums, averages or counts of other cells."""


@lru_cache(maxsize=10_000)
def plain(words: str) -> str:
    """Lower case without punctuation and diacritics: `Hráč_2` and `hrac 2` are equal."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words)
    letters = unicodedata.normalize("NFKD", apart.casefold())
    words_kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\W_]+", " ", words_kept).split())


def player(header: str) -> str:
    """The player in the header of a points column: `Jitka`, also for `Jitka score` or `Points (Jitka)`."""
    words = re.sub(r"[()\[\]:]", " ", header).split()
    if len(words) > 1 and meaning(words[-1]) == "score":
        words = words[:-1]
    elif len(words) > 1 and meaning(words[0]) == "score":
        words = words[1:]
    else:
        return header
    return " ".join(words)


def meaning(header: str) -> Meaning | None:
    """The meaning of a header; None for unknown words, which may be the name of a player."""
    words = plain(header.replace("(s)", ""))
    if numbered := _NUMBERED.fullmatch(words):
        return _MEANING.get(numbered[1]) if numbered[1] else "player"
    if _MEANING.get(words) == "other":  # "Rounds" is a count, but one numbered round is points.
        return "other"
    words = re.sub(r"(?:(?: |(?<![0-9]))[0-9]+| [a-h])$", "", words)
    if words in _IDS or header.strip() == "#":
        return "play"
    without_fillers = " ".join(word for word in words.split() if word not in _FILLERS and not word.isdigit())
    recognized = _MEANING.get(words) or _MEANING.get(without_fillers)
    return None if recognized == "other" else recognized
