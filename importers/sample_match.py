"""One play of a file in a line, to be shown before an import."""

from collections.abc import Sequence

from core.games.scoresheet import WinnersNamed
from core.messages import Message, message
from importers.imported_play import ImportedPlay


def sample_match(plays: Sequence[ImportedPlay]) -> Message:
    """The first play with players: `2026-11-20, Azul: Jitka 52 (won), Jarda 47`."""
    play = next((play for play in plays if play.players), plays[0])
    winners = {seat for event in play.events if isinstance(event, WinnersNamed) for seat in event.seats}
    scores = [seat.score for seat in play.provenance.seats] or [None] * len(play.players)
    seats = [
        " ".join(filter(None, (player.name or "?", score, "*" if seat in winners else "")))
        for seat, (player, score) in enumerate(zip(play.players, scores, strict=True))
    ]
    head = ", ".join(filter(None, (play.played_on, str(play.options.get("title") or play.title or ""), play.place)))
    return message("{head}: {seats}.", head=head or play.where, seats=", ".join(seats) or "-")
