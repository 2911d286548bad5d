"""Invented tables and texts of something else than plays."""

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
    "catalog with numbers of players": """Spiel;Autor;Verlag;Spieler;Dauer;Note
Azul;Kiesling;Plan B;2-4;45;7,8
Catan;Teuber;Kosmos;3-4;90;7,1
""",
    "hours of play": """Game,Hours,Achievements,Last played
Portal,12.5,14,2026-01-05
Hades,80,49,2026-01-06
""",
    "JSON of something else": """[{"name": "Azul", "year": 2017, "players": "2-4", "rating": 7.8}]
""",
}
"""Tables and texts of something else."""

ASKED: Final = {
    "teams of a league": """Date,Game,Team 1,Team 2,Score 1,Score 2
2026-01-05,Football,Reds,Blues,2,1
""",
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
    "dated shopping list": """5.1.2026 Lidl: mléko 2, chleba 1, máslo 3
8.1.2026 Albert: pivo 6, sýr 2
""",
    "changes of a program": """--- a.py 2026-01-05
+++ a.py 2026-01-06
@@ -1,3 +1,3 @@
-x = 1
+x = 2
""",
    "tennis": """Tournament,Date,Winner,Loser,Score
Wimbledon,2026-07-01,Alcaraz,Sinner,6-4 6-3
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
