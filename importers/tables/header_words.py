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
        date, day, played on, when did you play, date of play, play date, date played, played at, when, timestamp,
        datum, den, casova znacka, hrano, odehrano, kdy, data, ziua, cand, marca temporala, tag, gespielt am, wann,
        zeitstempel, jour, quand, joue le, horodateur, fecha, dia, cuando, marca temporal, jugado el, quando, jogado
        em, giorno, giocato il, dzien, kiedy, sygnatura czasowa, dag, wanneer, gespeeld op, tijdstempel
        """),
    "time": _phrases("""
        time, start time, cas, cas zacatku, zacatek, ora, uhrzeit, startzeit, heure, heure de debut, hora, hora de
        inicio, ora inizio, godzina, tijd, tijdstip, starttijd, aanvang
        """),
    "game": _phrases("""
        game, games, which game, what game, which game did you play, what game did you play, what did you play, game
        played, game title, board game, boardgame, hra, hry, deskova hra, joc, jocuri, jocului, jocul, joc de
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
        minutes, min, mins, how long, how long did it take, duration, length, playtime, play time, playing time,
        duration min, duration minutes, delka, trvani, doba hry, doba, durata, dauer, spieldauer, spielzeit, duree,
        duree min, temps de jeu, duracion, tiempo, duracao, tempo, tempo de jogo, czas gry, czas trwania, czas, duur,
        speelduur, speeltijd, minuty, minut, minute, minuten, minutos, minuti
        """),
    "comment": _phrases("""
        comment, comments, any comments, anything else, note, notes, remark, remarks, poznamka, poznamky, komentar,
        comentariu, comentarii, observatii, nota, kommentar, bemerkung, bemerkungen, notiz, notizen, anmerkung,
        commentaire, commentaires, remarque, remarques, comentario, comentarios, notas, observaciones, observacao,
        observacoes, commento, commenti, komentarz, uwagi, notatki, opmerking, opmerkingen, notitie, notities
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
        play, match, session, table, table number, tisch, tischnummer, stul, masa, mesa, tavolo, stolik, tafel,
        partie, zapas, partida, meci, partita, partia, rozgrywka, potje, partij, sessie, sesja, fixture, pairing,
        paarung, begegnung
        """),
    "player": _phrases("""
        player, players, who played, who was there, who took part, who played in this game, hrac, hraci, hrace, hracu,
        jucator, jucatori, jucatorului, spieler, spielerin, mitspieler, joueur, joueurs, joueuse, jugador, nombre del
        jugador, jugadora, jugadores, jogador, jogadora, jogadores, giocatore, giocatori, giocatrice, gracz, gracze,
        graczy, speler, spelers, opponent, opponents, other players, others, souper, souperi, gegner, adversaire,
        adversaires, oponente, adversario, adversarios, przeciwnik, tegenstander, adversar, adversari, attendees, team
        members
        """),
    "score": _phrases("""
        game result, match result, score, scores, results, punteggi, puntuaciones, resultados, ergebnisse, resultate,
        wyniki, scoruri, vysledky, uitslagen, resultaten, resultats, points, pts, vp, result, final score, skore,
        body, bodu, vysledek, scor,
        punctaj, puncte, rezultat, punkte, punktzahl, punktestand, ergebnis, siegpunkte, total points, total score,
        final points, celkove body, celkove skore, punctaj total, gesamtpunkte, gesamtpunktzahl, resultat, score
        final, points totaux, puntos, puntuacion, puntaje, resultado, puntos totales, pontos, pontuacao, pontos
        totais, punti, punteggio, risultato, punti totali, punkty, wynik, punktacja, liczba punktow, punten, uitslag,
        resultaat, eindscore, totaalscore
        """),
    "winner": _phrases("""
        winner, winners, win, won, won by, won the game, who won, victory, vitez, vitezove, vyhra, vyhral, vyhrala,
        kdo vyhral, castigator, castigatori, castigat, invingator, victorie, sieger, gewinner, gewonnen, gewonnen von,
        wer hat gewonnen, sieg, gagnant, gagnants, gagnante, vainqueur, vainqueurs, victoire, gagne, ganador,
        ganadora, ganadores, victoria, gano, vencedor, vencedores, ganhador, vitoria, venceu, ganhou, vincitore,
        vincitori, vittoria, vinto, zwyciezca, zwyciezcy, wygrana, wygral, wygrany, zwyciestwo, winnaar, winnaars,
        winst, w l, wl, win lose, won lost, outcome, win loss
        """),
    "rank": _phrases("""
        placing, placings, finish order, final ranking, endposition,
        ending position, end position, finishing position, final position, finish position, ending place, end place,
        finishing place, final place, final rank, endplatzierung, endplatz, positions, konecne poradi, classement final,
        posicion final, posicao final, posizione finale, classifica finale, eindpositie, rank, ranking, ranks,
        rankings, placements, place, placement, standing, standings, final standing, final standings, position, pos,
        finish, poradi, umisteni, pozice, loc, clasament, pozitie, rang, platz, platzierung, classement, puesto,
        posicion, clasificacion, colocacao, posicao, classificacao, posizione, classifica, piazzamento, pozycja, lokata,
        positie, eindstand
        """),
    "team": _phrases("""
        team, side, tym, druzstvo, strana, echipa, mannschaft, equipe, equipo, equipa, squadra, druzyna, ploeg
        """),
    "color": _phrases("color, colour, barva, culoare, farbe, couleur, cor, colore, kolor, kleur"),
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
    "round": _phrases("""
        round, round number, donne, mano, giro, rozdani, kolo, runda, runde, manche, ronda, rodada, ronde, hand, deal,
        phase, category, categorie, kategorie, kategoria, categoria, score category, scoring category
        """),
    "account": _phrases("""
        account, username, login, nick, nickname, player id, user id, member id, id hrace, spieler id, joueur id, id
        joueur, id jugador, id jucator
        """),
    "other": _phrases("""
        difference, diff, margin, rozdil, diferenta, differenz, rating, ratings, hodnoceni, bewertung, year, rok,
        jahr, month, mesic, monat, rounds, kola, annee, mois, ano, mes, anno, mese, miesiac, jaar, maand, an, luna,
        spieltag, type, status, genre, platform, publisher
        """),
    "ignore": _phrases("email, e mail, mail, url, link"),
}
"""Headers by meaning. A word with two meanings has the later one."""

WEAK: Final = {
    "date": _phrases("""
        played, created at, created, updated at, finished at, ended at, started at, start, datetime, date time
        """),
    "player": _phrases("""
        name, who, user name, person, names, jmeno, jmena, kdo, nume, cine, wer, teilnehmer, nom, prenom, qui,
        participant, participants, nombre, quien, participante, participantes, nome, quem, chi, partecipante, imie,
        kto, uczestnik, naam, wie, deelnemer, ucastnik, member, members, user
        """),
    "game": _phrases("title, titul, nazev, titlu, titel, titre, titulo, titolo, tytul"),
}
"""Words that a table of anything may have: they name a game or a player only beside a column that surely does."""

NAMES: Final = _words("""
    name names nazev jmeno jmena nume nom nome imie nazwa naam title titel de du del des da do di la le
    """)
"""Words that say that a cell holds a name: `Player name`, `Nom du jeu`."""

IDS: Final = _words("id ids uid uuid guid key ref nr no number numer cislo numar nummer numero")
"""Words that say that a cell holds a number or code of something: `Game id`."""

ASKING: Final = _words("is was did has do does the this")
"""Words before a question whose answer is yes or no: `isWinner`."""

GENERIC_TABLES: Final = _words("""
    events awards evenings nights entries items rows records log logs list rounds scores sheet sheet1 list tabelle
    foaie foaia feuil feuille hoja planilha foglio arkusz blad plays matches sessions partien parties partidas partite
    partie rozgrywki potjes meciuri data export log history records results stats plan1 arkusz1 blad1 list1 tabelle1
    feuil1 hoja1 foglio1 foaie1 table tabulka tabela
    """)
"""Names of sheets and headings that say nothing about the game."""

PLAY_IDS: Final = _words("id nr no c number cislo numar nummer numer numero lp")
"""Headers of a number of the play without a word for a play."""

COUNTS: Final = _words("""
    number numbers num nb nbr count max min maximum minimum avg average mean median ratio rate percent pct percentage
    total totals sum amount quantity qty share pocet numar anzahl anz numero nombre liczba ilosc aantal quantidade
    cantidad prumer medie durchschnitt moyenne promedio media srednia gemiddelde podil odds elo streak
    """)
"""Words of a header that counts or measures: `number of players`, `SB Win Ratio`, `MaxPlayers`."""

LOSERS: Final = _words("""
    loser losers losing lost porazeny porazeni invins invinsi verlierer perdant perdants perdedor perdedores perdente
    perdenti przegrany przegrani verliezer verliezers
    """)
"""Headers of the players who lost, beside a column of those who won."""

ORDINALS: Final = {
    **dict.fromkeys(("first", "erster", "prvni", "premier", "primero", "primeiro", "primo", "pierwszy", "eerste"), 1),
    **dict.fromkeys(
        ("second", "runner up", "zweiter", "druhy", "deuxieme", "segundo", "secondo", "drugi", "tweede"), 2
    ),
    **dict.fromkeys(("third", "dritter", "treti", "troisieme", "tercero", "terceiro", "terzo", "trzeci", "derde"), 3),
    **dict.fromkeys(("fourth", "vierter", "ctvrty", "quatrieme", "cuarto", "quarto", "czwarty", "vierde"), 4),
}
"""Places in words, as headers of the players who took them."""

OPPONENTS: Final = _words("""
    opponent opponents others souper souperi gegner adversaire adversaires oponente adversario adversarios przeciwnik
    tegenstander adversar adversari
    """)
"""Headers of the players but one, who may be the writer or stands in another column."""

SIDES: Final = _words("""
    white black home away host guest visitor weiss schwarz heim gast bily cerny domaci hoste alb negru gazde oaspeti
    blancs noirs blancas negras local visitante brancas pretas bianco nero ospite biale czarne gospodarz gosc wit zwart
    thuis uit
    """)
"""Headers of the two sides of a duel."""

LIGHT: Final = _words("white weiss bily alb blancs blancas brancas bianco biale wit")
"""Sides that a result such as `1-0` names first, wherever their column stands."""

WON: Final = _words(
    "won winning winner winners winning victory vitez sieger gewinner vainqueur gagnant ganador vencedor"
)
"""Words of a header above who won."""

TELLING: Final = _words("""
    team teams tym mannschaft equipe equipo squadra druzyna echipa ploeg score scores points pts winner winners
    winning won rank ranks ranking rankings placements player players skore body bodu vitez hrac hraci sieger gewinner
    punkte punktzahl spieler platz platzierung vainqueur gagnant joueur joueurs puntos ganador jugador jugadores
    pontos vencedor jogador jogadores punti vincitore giocatore giocatori punkty zwyciezca gracz gracze punten winnaar
    speler spelers puncte punctaj castigator jucator jucatori loser losers victory placement absent missing
    """)
"""Words of a header above something that decides a play: a reading that does not use the column is doubtful."""

CATEGORIES: Final = _words("""
    eggs birds food cards nectar bonus goals tiles wall floor cities roads army science military wonder wonders coins
    gold silver wood stone grain sheep quests objectives achievements awards milestones greenery trees animals
    buildings resources temples monuments provinces duchies estates routes longest tickets stations tricks bid bids
    columns rows stars adjacency corridors habitats wildlife tokens tech culture population treasure treasures pattern
    upper lower yahtzee straight chance sum vp base extra penalty penalties expansion
    """)
"""Words of headers above points of a category, which are no names of people."""

MEASURES: Final = _words("""
    rating ratings hodnoceni bewertung plays played hours hour hodiny hodin stunden heures horas godziny uren ore
    minutes days weeks months years age ages vek alter edad eta wiek leeftijd varsta seats events games matches wins
    win losses draws ties sessions times turns laps pages copies attendance present budget paid pay spent people
    guests seasons season week day night episode order index position goal target limit temperature level xp bgg bggid
    playtime time duration handicap elo mmr quantity attendees beers pizza snacks players evening evenings abend vecer
    soiree seara noche price open high low close volume change balance debit credit amount fee tax cost costs value
    currency weight height age year own owned want wishlist sales revenue downloads views bytes size status code level
    host ip port latency version build stock units kcal calories servings phone tel zip lat lon longitude latitude
    temperature goals assists saldo betrag preis kurs wert cena castka kwota prix montant precio importe prezzo
    importo prijs bedrag valor numplays fortrade wanttoplay wanttobuy minplayers maxplayers playingtime minplaytime
    maxplaytime baverage
    """)
"""Words of headers above numbers that are not points."""

TOTALS: Final = _phrases("""
    total, totals, sum, average, mean, wins, celkem, soucet, prumer, vyhry, suma, medie, media, victorii, summe,
    gesamt, durchschnitt, mittelwert, siege, somme, moyenne, victoires, promedio, victorias, soma, vitorias, totale,
    somma, vittorie, razem, srednia, wygrane, totaal, som, gemiddelde, overwinningen, grand total, subtotal
    """)
"""Headings of rows and columns with sums, averages or counts of other cells."""

NUMBERED_PLAYERS: Final = "player|hrac|jucator|spieler|joueur|jugador|jogador|giocatore|gracz|speler"
