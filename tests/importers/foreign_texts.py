"""Invented tables and lists as other programs and people write them: of plays, and of everything else."""

from typing import Final

REFUSED: Final = {
    "bank statement": """Date;Description;Amount;Balance;Currency
02.01.2026;ALBERT PRAHA 4;-452,30;12045,10;CZK
03.01.2026;Mzda;35000,00;47045,10;CZK
05.01.2026;CEZ Prodej;-1890,00;45155,10;CZK
""",
    "German bank statement": """Buchungstag;Wertstellung;Verwendungszweck;Betrag;Saldo
02.01.2026;02.01.2026;REWE SAGT DANKE;-45,30;1204,10
03.01.2026;03.01.2026;Gehalt;3500,00;4704,10
""",
    "share prices": """Date,Open,High,Low,Close,Adj Close,Volume
2026-01-02,187.15,188.44,183.89,185.64,184.94,82488700
2026-01-03,184.22,185.88,183.43,184.25,183.55,58414500
2026-01-04,182.15,183.09,180.88,181.91,181.22,71983600
""",
    "share prices by company": """Date,AAPL,MSFT,GOOG
2026-01-02,187.15,370.87,139.56
2026-01-03,184.22,370.60,140.36
""",
    "English football table": """Pos,Team,Pld,W,D,L,GF,GA,GD,Pts
1,Arsenal,20,15,3,2,40,15,25,48
2,Liverpool,20,14,4,2,42,18,24,46
3,Man City,20,13,3,4,45,20,25,42
""",
    "German football table": """Platz;Verein;Spiele;S;U;N;Tore;Diff;Punkte
1;FC Bayern;18;14;3;1;52:14;38;45
2;Bayer Leverkusen;18;13;4;1;45:16;29;43
""",
    "French football table": """Classement;Équipe;Joués;Gagnés;Nuls;Perdus;Points
1;PSG;18;14;3;1;45
2;Lille;18;10;5;3;35
""",
    "server log as a table": """timestamp,level,host,message,latency
2026-01-02T10:00:01,INFO,web1,started,12
2026-01-02T10:00:02,WARN,web2,slow query,512
""",
    "web server log": """127.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.0" 200 2326
127.0.0.1 - - [10/Oct/2026:13:55:37 +0000] "GET /b HTTP/1.0" 200 1326
10.0.0.2 - - [10/Oct/2026:13:56:01 +0000] "POST /c HTTP/1.1" 302 12
""",
    "application log": """2026-01-02 10:00:01 INFO GET /index.html 200 512
2026-01-02 10:00:02 INFO GET /app.js 200 10512
2026-01-02 10:00:05 WARN POST /login 401 77
2026-01-02 10:00:09 INFO GET /favicon.ico 404 0
""",
    "contacts": """Name,Email,Phone,City
Anna Novak,anna@example.org,+420 777 123 456,Brno
Ben Svoboda,ben@example.org,+420 777 123 457,Praha
""",
    "recipes": """Title,Minutes,Servings,Calories
Goulash,120,6,540
Pancakes,30,4,320
""",
    "films": """Title,Year,Rating,Minutes
Alien,1979,8.5,117
Heat,1995,8.3,170
""",
    "sales of video games": """Rank,Name,Platform,Year,Genre,NA_Sales,EU_Sales,JP_Sales,Global_Sales
1,Wii Sports,Wii,2006,Sports,41.49,29.02,3.77,82.74
2,Super Mario Bros.,NES,1985,Platform,29.08,3.58,6.81,40.24
""",
    "game collection": """objectname,objectid,rating,numplays,weight,own,average,minplayers,maxplayers,playingtime
Azul,230802,8,12,0,1,7.8,2,4,45
Catan,13,7,3,0,1,7.1,3,4,120
""",
    "attendance": """Name;5.1.;12.1.;19.1.
Anna;1;1;0
Ben;0;1;1
""",
    "school grades": """Name,Math,Physics,Total
Anna,12,14,26
Ben,10,11,21
""",
    "body weights": """Date,Anna,Ben
2026-01-05,61.2,80.1
2026-01-06,61.0,80.3
""",
    "chat": """[05/01/2026, 19:03] Anna: see you at 8
[05/01/2026, 19:05] Ben: bring 2 games, 3 beers
[05/01/2026, 19:06] Anna: ok 10
""",
    "Markdown to-do list": """# Todo
- [ ] buy milk 2
- [x] call Ben 10

| Task | Owner | Hours |
|------|-------|-------|
| Paint | Anna | 5 |
| Mow | Ben | 3 |
""",
    "typed list with the same semicolons in every line": """2024-12-31 Azul;Jitka 52;Jarda 47
2025-01-01 Azul;Jitka 41;Jarda 60
2025-01-03 Azul;Jitka 44;Jarda 47
""",
    "teams of a league": """Date,Game,Team 1,Team 2,Score 1,Score 2
2026-01-05,Football,Reds,Blues,2,1
""",
    "catalog with numbers of players": """Spiel;Autor;Verlag;Spieler;Dauer;Note
Azul;Kiesling;Plan B;2-4;45;7,8
Catan;Teuber;Kosmos;3-4;90;7,1
""",
    "tennis": """Tournament,Date,Winner,Loser,Score
Wimbledon,2026-07-01,Alcaraz,Sinner,6-4 6-3
""",
    "JSON of something else": """[{"name": "Azul", "year": 2017, "players": "2-4", "rating": 7.8}]
""",
}
"""Tables and texts of something else."""

ASKED: Final = {
    "scorers": """Rank,Player,Club,Goals,Assists
1,Kane,Bayern,24,5
2,Undav,Stuttgart,14,8
""",
    "expenses": """2026-01-05: Bread 45, Milk 23
2026-01-06: Petrol 1200, Parking 40
2026-01-07: Cinema 200, Beer 55
2026-01-09: Rent 12000, Internet 499
""",
    "shopping list": """Milk 2, Eggs 12, Bread 1
Apples 5, Pears 3
""",
    "recipe": """Pancakes
Flour 200
Milk 300
Eggs 2

Goulash
Beef 500
Onion 3
""",
    "hours of play": """Game,Hours,Achievements,Last played
Portal,12.5,14,2026-01-05
Hades,80,49,2026-01-06
""",
    "dated shopping list": """5.1.2026 Lidl: mléko 2, chleba 1, máslo 3
8.1.2026 Albert: pivo 6, sýr 2
""",
    "changes of a program": """--- a.py 2026-01-05
+++ a.py 2026-01-06
@@ -1,3 +1,3 @@
-x = 1
+x = 2
""",
    "two columns for one player": """Date,Game,Anna,Anna,Ben
2026-01-05,Azul,52,40,47
""",
    "ladder": """Player,Games,Wins,Win %
Anna,40,20,50%
Ben,40,15,37.5%
""",
}
"""Texts that may be plays."""

READ: Final = {
    "NemeStats": (
        """nemestatsId,datePlayed,bggName,gameRefId,MaxPlayers,number_players,player,rank,points,SB Win Ratio
101,2024-01-05,Azul,7,4,2,Anna,1,52,0.6
101,2024-01-05,Azul,7,4,2,Ben,2,47,0.4
103,2024-01-05,Azul,7,4,2,Cyril,1,61,0.6
103,2024-01-05,Azul,7,4,2,Dora,2,40,0.4
102,2024-01-06,Catan,8,4,3,Anna,2,8,0.6
102,2024-01-06,Catan,8,4,3,Ben,1,10,0.4
102,2024-01-06,Catan,8,4,3,Cyril,3,7,0.1
""",
        [
            "2024-01-05 Azul: Anna 52*, Ben 47",
            "2024-01-05 Azul: Cyril 61*, Dora 40",
            "2024-01-06 Catan: Anna 8, Ben 10*, Cyril 7",
        ],
    ),
    "Markdown with links and bold points": (
        """# Game night

Some notes about the evening.

| Date | Game | Player | Points | Winner |
|:-----|:----:|--------|-------:|:------:|
| 2026-01-02 | [[Azul]] | Anna | **52** | ✓ |
| 2026-01-02 | [[Azul]] | Ben | 47 | |
| 2026-01-03 | [[Catan\\|Settlers]] | Anna | 8 | |
| 2026-01-03 | [[Catan\\|Settlers]] | Ben | 10 | ✓ |

More text.
""",
        ["2026-01-02 Azul: Anna 52*, Ben 47", "2026-01-03 Settlers: Anna 8, Ben 10*"],
    ),
    "French": (
        """Date;Jeu;Joueur;Score;Vainqueur;Durée
05/01/2026;Azul;Élodie;52;oui;45
05/01/2026;Azul;Benoît;47;non;45
20/01/2026;Catan;Élodie;8;non;90
20/01/2026;Catan;Benoît;10;oui;90
""",
        ["2026-01-05 Azul: Élodie 52*, Benoît 47", "2026-01-20 Catan: Élodie 8, Benoît 10*"],
    ),
    "Polish with decimal commas": (
        """Data;Gra;Gracz;Punkty;Zwycięzca
05.01.2026;Azul;Łukasz;52,5;tak
05.01.2026;Azul;Zofia;47;nie
""",
        ["2026-01-05 Azul: Łukasz 52.5*, Zofia 47"],
    ),
    "Spanish with lists of players": (
        """Fecha,Juego,Jugadores,Ganador,Minutos
2026-01-05,Azul,"Ana, Luis, Eva",Luis y Eva,45
2026-01-06,Catan,"Ana, Luis",Ana,90
""",
        ["2026-01-05 Azul: Ana, Luis*, Eva*", "2026-01-06 Catan: Ana*, Luis"],
    ),
    "Portuguese with pairs of columns": (
        """Data;Jogo;Jogador 1;Pontos 1;Jogador 2;Pontos 2;Vencedor
05/01/2026;Azul;Rita;52;João;47;Rita
25/01/2026;Azul;Rita;42;João;57;João
""",
        ["2026-01-05 Azul: Rita 52*, João 47", "2026-01-25 Azul: Rita 42, João 57*"],
    ),
    "Italian": (
        """Data;Gioco;Giocatore;Punti;Vinto;Luogo
5 gennaio 2026;Azul;Giulia;52;sì;Roma
5 gennaio 2026;Azul;Marco;47;no;Roma
""",
        ["2026-01-05 Azul: Giulia 52*, Marco 47"],
    ),
    "Dutch": (
        """Datum;Spel;Speler;Punten;Gewonnen
5 januari 2026;Azul;Sanne;52;ja
5 januari 2026;Azul;Daan;47;nee
""",
        ["2026-01-05 Azul: Sanne 52*, Daan 47"],
    ),
    "German with a column for each player": (
        """Datum;Spiel;Anna;Bernd;Claudia;Sieger
05.01.2026;Azul;52;47;;Anna
06.01.2026;Catan;8;10;7;Bernd
""",
        ["2026-01-05 Azul: Anna 52*, Bernd 47", "2026-01-06 Catan: Anna 8, Bernd 10*, Claudia 7"],
    ),
    "English with a column for each player": (
        """Date,Game,Anna,Ben
2026-01-05,Azul,52,47
2026-01-06,Azul,42,57
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?", "2026-01-06 Azul: Anna 42, Ben 57 ?"],
    ),
    "co-operative by seat": (
        """Date,Game,Player,Result
2026-01-05,Pandemic,Anna,Win
2026-01-05,Pandemic,Ben,Win
2026-01-06,Pandemic,Anna,Loss
2026-01-06,Pandemic,Ben,Loss
""",
        ["2026-01-05 Pandemic: Anna*, Ben*", "2026-01-06 Pandemic: Anna, Ben"],
    ),
    "teams": (
        """Date,Game,Player,Team,Won
2026-01-05,Codenames,Anna,red,yes
2026-01-05,Codenames,Ben,red,yes
2026-01-05,Codenames,Cyril,blue,no
2026-01-05,Codenames,Dora,blue,no
""",
        ["2026-01-05 Codenames: Anna*, Ben*, Cyril, Dora"],
    ),
    "names under a vague header": (
        """Date,Game,Name,Score
2026-01-05,Azul,Anna,52
2026-01-05,Azul,Ben,47
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?"],
    ),
    "bars": (
        """Date|Game|Player|Score
2026-01-05|Azul|Anna|52
2026-01-05|Azul|Ben|47
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?"],
    ),
    "merged cells": (
        """Data;Jogo;Jogador;Pontos;Vencedor
5 de janeiro de 2026;Azul;Rita;52;sim
;;João;47;não
6 de janeiro de 2026;Catan;Rita;8;não
;;João;10;sim
""",
        ["2026-01-05 Azul: Rita 52*, João 47", "2026-01-06 Catan: Rita 8, João 10*"],
    ),
    "Polish in Windows-1250 letters, places and minutes": (
        """Data;Gra;Gracz;Wynik;Miejsce;Czas gry (min)
5.1.2026;Azul;Łukasz;52;1;45
5.1.2026;Azul;Grażyna;47;2;45
""",
        ["2026-01-05 Azul: Łukasz 52*, Grażyna 47"],
    ),
    "French ordinals": (
        """joué le;jeu;joueuse;pts;gagné
jeudi 1er janvier 2026;Azul;Élodie;52;oui
jeudi 1er janvier 2026;Azul;Zoé;47;non
""",
        ["2026-01-01 Azul: Élodie 52*, Zoé 47"],
    ),
    "Italian lists with a conjunction": (
        """Data;Gioco;Giocatori;Vincitore
20/11/2026;Azul;Giulia, Marco e Ugo;Giulia
21/11/2026;Catan;Giulia e Marco;Marco
""",
        ["2026-11-20 Azul: Giulia*, Marco, Ugo", "2026-11-21 Catan: Giulia, Marco*"],
    ),
    "Dutch lists with slashes": (
        """Datum;Spel;Spelers;Winnaar;Punten
20-11-2026;Azul;Sanne/Daan;Sanne;52/-7
13-11-2026;Catan;Sanne/Daan/Piet;Daan;8/10/7
""",
        ["2026-11-20 Azul: Sanne 52*, Daan -7", "2026-11-13 Catan: Sanne 8, Daan 10*, Piet 7"],
    ),
    "results in one cell": (
        """Date,Game,Result
2026-01-05,Azul,"Anna 12, Ben 9"
2026-01-06,Catan,"Anna 8, Ben 10, Cyril 7"
""",
        ["2026-01-05 Azul: Anna 12, Ben 9 ?", "2026-01-06 Catan: Anna 8, Ben 10, Cyril 7 ?"],
    ),
    "plays as columns": (
        """Spiel;Azul;Catan
Datum;05.01.2026;06.01.2026
Anna;52;8
Bernd;47;10
Sieger;Anna;Bernd
""",
        ["2026-01-05 Azul: Anna 52*, Bernd 47", "2026-01-06 Catan: Anna 8, Bernd 10*"],
    ),
    "names above their columns": (
        """Game night 2026;;;;;
;;Anna;;Ben;
Date;Game;Points;Rank;Points;Rank
2026-01-05;Azul;52;1;47;2
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?"],
    ),
    "units, months, a repeated header and a legend": (
        """Date;Game;Player;Points
(dd.mm.yyyy);;;(VP)
January;;;
05.01.2026;Azul;Anna;52
05.01.2026;Azul;Ben;47
Date;Game;Player;Points
06.01.2026;Catan;Anna;8
06.01.2026;Catan;Ben;10
Legend: x = absent;;;
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?", "2026-01-06 Catan: Anna 8, Ben 10 ?"],
    ),
    "questions as headers": (
        """playedAt,boardGame,playerName,score,isWinner
2026-01-05T19:30:00.000Z,Azul,Anna,52,true
2026-01-05T19:30:00.000Z,Azul,Ben,47,false
""",
        ["2026-01-05 Azul: Anna 52*, Ben 47"],
    ),
    "places as headers": (
        """Datum;Spiel;1. Platz;2. Platz
05.01.2026;Azul;Bernd;Anna
""",
        ["2026-01-05 Azul: Bernd*, Anna"],
    ),
    "surnames first": (
        """Date,Game,Player,Score
20260105,Azul,"Novák, Jan",52
20260105,Azul,"Nová, Eva",47
""",
        ["2026-01-05 Azul: Novák, Jan 52, Nová, Eva 47 ?"],
    ),
    "headings with game and date": (
        """## Azul 5.1.2026

| Player | Total |
|---|---|
| Anna | 52 |

## Catan 6.1.2026

| Player | Total |
|---|---|
| Anna | 8 |
""",
        ["2026-01-05 Azul: Anna 52 ?", "2026-01-06 Catan: Anna 8 ?"],
    ),
    "a drawn table": (
        """+------------+------+--------+-------+----+
| Date       | Game | Player | Score | 🏆 |
+------------+------+--------+-------+----+
| 2026-01-05 | Azul | Anna   | 52    | 🏆 |
| 2026-01-05 | Azul | Ben    | –7    |    |
+------------+------+--------+-------+----+
""",
        ["2026-01-05 Azul: Anna 52*, Ben -7"],
    ),
    "a list with a winner in brackets": (
        """Azul 5.1.26
Anna - 52
Ben - 47

Catan 6.1.26
Anna - 8
Ben - 10 (winner)
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?", "2026-01-06 Catan: Anna 8, Ben 10*"],
    ),
    "JSON with a row for each player": (
        """{"date": "2026-01-05", "game": "Azul", "player": "Anna", "score": 52}
{"date": "2026-01-05", "game": "Azul", "player": "Ben", "score": 47.5}
""",
        ["2026-01-05 Azul: Anna 52, Ben 47.5 ?"],
    ),
    "JSON with nested players": (
        """{"version": 3, "plays": [
  {"id": 12, "boardgame": {"id": 7, "name": "Azul"}, "date": "2026-01-05T19:00:00Z", "participants": [
    {"user": {"id": 1, "username": "Anna"}, "points": 52, "won": true}, {"user": {"username": "Ben"}, "points": 47}]}]}
""",
        ["2026-01-05 Azul: Anna 52*, Ben 47"],
    ),
    "JSON with points by name": (
        """{"sessions": [{"when": "2026-01-05", "game": "Azul", "scores": {"Anna": 52, "Ben": 47}, "winner": "Anna"}]}
""",
        ["2026-01-05 Azul: Anna 52*, Ben 47"],
    ),
}
"""Plays, and what they are: a star marks a winner, a question mark unknown winners."""
