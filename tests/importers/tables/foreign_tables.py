"""Invented tables of plays as other programs and people write them."""

from typing import Final

TABLES: Final = {
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
        ["2026-01-05 Azul: Anna 52*, Ben 47"],
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
}
"""Plays, and what they are: a star marks a winner, a question mark unknown winners."""
