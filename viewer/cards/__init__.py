"""The cards component: matches as small final boards; a click tells Python which one was chosen."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files

import streamlit as st

from viewer import javascript, language

_folder = files(__name__)
_cards = st.components.v2.component(
    "partie_cards",
    html=_folder.joinpath("cards.html").read_text("utf-8"),
    css=_folder.joinpath("cards.css").read_text("utf-8"),
    js=javascript.joined("cards/cards.js"),
)


@dataclass(frozen=True, slots=True)
class Player:
    """A line of a card; `points` as people write them."""

    name: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class Card:
    """`picture` is the address of an image, empty where there is none; `state` is empty for a finished match.

    `lead` is how far the winner was ahead, event by event; empty where that is not to be shown.
    """

    id: str
    title: str
    facts: str
    players: tuple[Player, ...]
    picture: str
    lead: list[float]
    state: str


def cards(shown: Sequence[Card]) -> str | None:
    """Show the cards; the id of the match that was just chosen."""
    data = {"cards": [asdict(card) for card in shown], "spoken": language.spoken("viewer/cards")}
    result = _cards(data=data, key="cards", on_chosen_change=lambda: None)
    chosen: str | None = result.chosen
    return chosen
