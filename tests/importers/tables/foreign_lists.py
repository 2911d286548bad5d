"""Invented plays under headings, in drawn tables, lists and JSON, as other programs and people write them."""

from typing import Final

LISTS: Final = {
    "headings with game and date": (
        """## Azul 5.1.2026

| Player | Total |
|---|---|
| Anna | 52 |
| Ben | 47 |

## Catan 6.1.2026

| Player | Total |
|---|---|
| Anna | 8 |
| Ben | 10 |
""",
        ["2026-01-05 Azul: Anna 52, Ben 47 ?", "2026-01-06 Catan: Anna 8, Ben 10 ?"],
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
