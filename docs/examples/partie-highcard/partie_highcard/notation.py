"""Events as lines: `deal 3 17 44 | 8 21 60` and `A: 17`. Seats are letters in seat order; numbers do too."""

import re
from typing import Final

from partie_highcard.events import CardPlayed, Event, HandsDealt

_PLAY: Final = re.compile(r"([a-e]|[0-4])\s*:?\s*([0-9]{1,2})", re.ASCII | re.IGNORECASE)
_DEAL: Final = re.compile(r"deal\s+([0-9\s|]+)", re.ASCII | re.IGNORECASE)


def write(event: Event) -> str:
    """One line that `parse` reads back."""
    if isinstance(event, HandsDealt):
        return f"deal {' | '.join(' '.join(map(str, hand)) for hand in event.hands)}"
    return f"{chr(ord('A') + event.seat)}: {event.card}"


def parse(text: str) -> Event:
    """The event of a line. Raises ValueError with a sentence for anything else."""
    line = text.strip()
    if found := _PLAY.fullmatch(line):
        seat = int(found[1]) if found[1].isdigit() else ord(found[1].upper()) - ord("A")
        return CardPlayed(seat, int(found[2]))
    if found := _DEAL.fullmatch(line):
        return HandsDealt(tuple(tuple(map(_card, hand.split())) for hand in found[1].split("|")))
    raise ValueError("A line of High Card reads like `A: 17` or `deal 3 17 44 | 8 21 60`.")


def _card(word: str) -> int:
    if len(word) > 2:
        raise ValueError(f"{word[:10]} is no card; the cards are 1 to 60.")
    return int(word)
