"""The cards component: matches as small final boards; each is a link to its replay."""

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
    """A player's line on a card; `points` are formatted."""

    name: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class Card:
    """`picture` is the data URL of an image or empty; `state` is empty for a finished match.

    `lead` is the winner's lead by event; empty if it is not shown.
    """

    id: str
    title: str
    facts: str
    players: tuple[Player, ...]
    picture: str
    lead: list[float]
    state: str


def cards(items: Sequence[Card]) -> None:
    data = {"cards": [asdict(card) for card in items], "catalog": language.js_catalog("viewer/cards")}
    _cards(data=data, key="cards")
