"""Headers of columns in English, Czech, Romanian, German, French, Spanish, Portuguese, Italian, Polish and Dutch.

All words are in the form of `languages.plain`: lower case, without diacritics.
"""

from typing import Final


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


def _phrases(listed: str) -> frozenset[str]:
    """Phrases separated by commas."""
    return frozenset(" ".join(phrase.split()) for phrase in listed.split(","))


WORDS: Final = {
    "date": _phrases("""
        date, day, played on, play date, date played, played at, when, timestamp, datum, den, casova znacka, hrano,
        odehrano, kdy, data, ziua, cand, marca temporala, tag, gespielt am, wann, zeitstempel, jour, quand, joue le,
        horodateur, fecha, dia, cuando, marca temporal, jugado el, quando, jogado em, giorno, giocato il, dzien,
        kiedy, sygnatura czasowa, dag, wanneer, gespeeld op, tijdstempel
        """),
    "time": _phrases("""
        time, start time, cas, cas zacatku, zacatek, ora, uhrzeit, startzeit, heure, heure de debut, hora, hora de
        inicio, ora inizio, godzina, tijd, tijdstip, starttijd, aanvang
        """),
    "game": _phrases("""
        game, games, game title, board game, boardgame, hra, hry, deskova hra, joc, jocuri, jocului, jocul, joc de
        societate, spiel, spiele, spiels, brettspiel, gesellschaftsspiel, jeu, jeux, jeu de societe, juego, juegos,
        juego de mesa, jogo, jogos, jogo de tabuleiro, gioco, giochi, gioco da tavolo, gra, gry, gra planszowa,
        planszowka, spel, spellen, bordspel, gezelschapsspel, objectname, bgg name, bgg game name
        """),
    "bgg": _phrases("""
        bgg, bgg game, bgg id, bgg game id, game bgg id, bgg number, objectid, boardgamegeek, boardgamegeek id
        """),
    "place": _phrases("""
        location, locations, venue, where, misto, kde, locatie, locatia, locul, unde, ort, wo, spielort, lieu, ou,
        endroit, lugar, donde, sitio, ubicacion, local, onde, luogo, dove, miejsce, gdzie, lokalizacja, plaats, waar
        """),
    "minutes": _phrases("""
        minutes, min, mins, duration, length, playtime, play time, playing time, duration min, duration minutes,
        delka, trvani, doba hry, doba, durata, dauer, spieldauer, spielzeit, duree, duree min, temps de jeu, duracion,
        tiempo, duracao, tempo, tempo de jogo, czas gry, czas trwania, czas, duur, speelduur, speeltijd, minuty,
        minut, minute, minuten, minutos, minuti
        """),
    "comment": _phrases("""
        comment, comments, note, notes, remark, remarks, poznamka, poznamky, komentar, comentariu, comentarii,
        observatii, nota, kommentar, bemerkung, bemerkungen, notiz, notizen, anmerkung, commentaire, commentaires,
        remarque, remarques, comentario, comentarios, notas, observaciones, observacao, observacoes, commento,
        commenti, komentarz, uwagi, notatki, opmerking, opmerkingen, notitie, notities
        """),
    "variant": _phrases("""
        variant, edition, scenario, map, varianta, scenar, scenariu, variante, szenario, edycja, scenariusz, wariant,
        escenario, edicion, cenario, edicao, edizione, versie, editie
        """),
    "expansions": _phrases("""
        expansion, expansions, rozsireni, extensie, extensii, erweiterung, erweiterungen, extension, extensions,
        expansiones, expansao, expansoes, espansione, espansioni, dodatek, dodatki, uitbreiding, uitbreidingen
        """),
    "play": _phrases("""
        play, match, session, partie, zapas, partida, meci, runde, partita, partia, rozgrywka, potje, partij, sessie,
        sesja
        """),
    "player": _phrases("""
        player, players, hrac, hraci, hrace, hracu, jucator, jucatori, jucatorului, spieler, spielerin, mitspieler,
        joueur, joueurs, joueuse, jugador, nombre del jugador, jugadora, jugadores, jogador, jogadora, jogadores,
        giocatore, giocatori, giocatrice, gracz, gracze, graczy, speler, spelers
        """),
    "score": _phrases("""
        score, scores, points, pts, vp, result, final score, skore, body, bodu, vysledek, scor, punctaj, puncte,
        rezultat, punkte, punktzahl, punktestand, ergebnis, siegpunkte, total points, total score, final points,
        celkove body, celkove skore, punctaj total, gesamtpunkte, gesamtpunktzahl, resultat, score final, points
        totaux, puntos, puntuacion, puntaje, resultado, puntos totales, pontos, pontuacao, pontos totais, punti,
        punteggio, risultato, punti totali, punkty, wynik, punktacja, liczba punktow, punten, uitslag, resultaat,
        eindscore, totaalscore
        """),
    "winner": _phrases("""
        winner, winners, win, won, victory, vitez, vitezove, vyhra, vyhral, vyhrala, castigator, castigatori,
        castigat, invingator, victorie, sieger, gewinner, gewonnen, sieg, gagnant, gagnants, gagnante, vainqueur,
        vainqueurs, victoire, gagne, ganador, ganadora, ganadores, victoria, gano, vencedor, vencedores, ganhador,
        vitoria, venceu, ganhou, vincitore, vincitori, vittoria, vinto, zwyciezca, zwyciezcy, wygrana, wygral,
        wygrany, zwyciestwo, winnaar, winnaars, winst, outcome, win loss
        """),
    "rank": _phrases("""
        rank, ranking, place, placement, standing, position, pos, finish, poradi, umisteni, pozice, loc, clasament,
        pozitie, rang, platz, platzierung, classement, puesto, posicion, clasificacion, colocacao, posicao,
        classificacao, posizione, classifica, piazzamento, pozycja, lokata, positie, eindstand
        """),
    "team": _phrases("""
        team, side, tym, druzstvo, strana, echipa, mannschaft, equipe, equipo, equipa, squadra, druzyna, ploeg
        """),
    "color": _phrases("""
        color, colour, barva, culoare, farbe, couleur, cor, colore, kolor, kleur
        """),
    "role": _phrases("""
        role, faction, character, corporation, frakce, postava, korporace, rol, factiune, personaj, rolle, fraktion,
        charakter, personnage, personaje, faccion, papel, faccao, personagem, ruolo, fazione, personaggio, rola,
        frakcja, postac, factie, personage
        """),
    "seat": _phrases("""
        seat, seat order, seating, turn order, sedadlo, zidle, scaun, sitz, sitzplatz, siege, asiento, assento, posto,
        stoel
        """),
    "started": _phrases("""
        started, starter, start player, starting player, first player, zacinal, zacinajici, zacinajici hrac, primul
        jucator, startspieler, premier joueur, jugador inicial, primer jugador, jogador inicial, primeiro jogador,
        primo giocatore, pierwszy gracz, gracz rozpoczynajacy, startspeler, eerste speler
        """),
    "new": _phrases("""
        new, new player, first time, novy, novacek, nou, jucator nou, neu, nouveau, nuevo, novo, nuovo, nowy, nieuw
        """),
    "other": _phrases("""
        difference, diff, margin, rozdil, diferenta, differenz, rating, ratings, hodnoceni, bewertung, year, rok,
        jahr, month, mesic, monat, round, rounds, kolo, kola, loser, losers, porazeny, invins, verlierer, annee, mois,
        ano, mes, anno, mese, miesiac, jaar, maand, an, luna, perdant, perdedor, perdente, przegrany, verliezer,
        spieltag, category, type, status, genre, platform, publisher, kategorie, kategoria, categorie, categoria
        """),
    "ignore": _phrases("""
        email, e mail, mail, url, link
        """),
}
"""Headers by meaning. A word with two meanings has the later one."""

WEAK: Final = {
    "player": _phrases("""
        name, who, person, names, jmeno, jmena, kdo, nume, cine, wer, teilnehmer, nom, prenom, qui, participant,
        participants, nombre, quien, participante, participantes, nome, quem, chi, partecipante, imie, kto, uczestnik,
        naam, wie, deelnemer, ucastnik, member, members, user, username
        """),
    "game": _phrases("""
        title, titul, nazev, titlu, titel, titre, titulo, titolo, tytul
        """),
}
"""Words that a table of anything may have: they name a game or a player only beside a column that surely does."""

NAMES: Final = _words("""
    name names nazev jmeno jmena nume nom nome imie nazwa naam title titel de du del des da do di la le
    """)
"""Words that say that a cell holds a name: `Player name`, `Nom du jeu`."""

IDS: Final = _words("""
    id ids uid uuid guid key ref nr no number numer cislo numar nummer numero
    """)
"""Words that say that a cell holds a number or code of something: `Game id`."""

ASKING: Final = _words("is was did has")
"""Words before a question whose answer is yes or no: `isWinner`."""

GENERIC_TABLES: Final = _words("""
    sheet sheet1 list tabelle foaie foaia feuil feuille hoja planilha foglio arkusz blad plays matches sessions
    partien parties partidas partite partie rozgrywki potjes meciuri data export log history records results stats
    plan1 arkusz1 blad1 list1 tabelle1 feuil1 hoja1 foglio1 foaie1 table tabulka tabela
    """)
"""Names of sheets and headings that say nothing about the game."""

PLAY_IDS: Final = _words("""
    id nr no c number cislo numar nummer numer numero lp
    """)
"""Headers of a number of the play without a word for a play."""

COUNTS: Final = _words("""
    number numbers num nb nbr count max min maximum minimum avg average mean median ratio rate percent pct percentage
    total totals sum amount quantity qty share pocet numar anzahl anz numero nombre liczba ilosc aantal quantidade
    cantidad prumer medie durchschnitt moyenne promedio media srednia gemiddelde podil odds elo streak
    """)
"""Words of a header that counts or measures: `number of players`, `SB Win Ratio`, `MaxPlayers`."""

MEASURES: Final = _words("""
    price open high low close volume change balance debit credit amount fee tax cost costs value currency weight
    height age year own owned want wishlist sales revenue downloads views bytes size status code level host ip port
    latency version build stock units kcal calories servings phone tel zip lat lon longitude latitude temperature
    goals assists saldo betrag preis kurs wert cena castka kwota prix montant precio importe prezzo importo prijs
    bedrag valor numplays fortrade wanttoplay wanttobuy minplayers maxplayers playingtime minplaytime maxplaytime
    baverage
    """)
"""Words of headers above numbers that are not points."""

TOTALS: Final = _phrases("""
    total, totals, sum, average, mean, wins, celkem, soucet, prumer, vyhry, suma, medie, media, victorii, summe,
    gesamt, durchschnitt, mittelwert, siege, somme, moyenne, victoires, promedio, victorias, soma, vitorias, totale,
    somma, vittorie, razem, srednia, wygrane, totaal, som, gemiddelde, overwinningen, grand total, subtotal
    """)
"""Headings of rows and columns with sums, averages or counts of other cells."""

NUMBERED_PLAYERS: Final = "player|hrac|jucator|spieler|joueur|jugador|jogador|giocatore|gracz|speler"
