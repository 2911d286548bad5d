"""The cost per play of a game, and the forms with its price and its picture."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.statistics.cost import Cost, TimedPlays, costs
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, number
from viewer.look.element import element
from viewer.pages.shared import session
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.picture_form import picture_form
from viewer.pages.shared.tabs import tab_address


def panel(game: str, plays: TimedPlays, pages: Pages) -> None:
    """Show what a play has cost so far; recorders can note or change the price."""
    with session.open_session() as user_session:
        price = user_session.collection.prices().get(game)
    with st.container(horizontal=True, vertical_alignment="center", key="price"):
        if price:
            (cost,) = costs({game: plays}, {game: price})
            st.text(sentence(cost), width="content")
        if pages.has_role("recorder"):
            with st.popover(gettext("Price"), icon=":material/sell:", width="content"):
                _form(game, price.amount if price else None, price.currency if price else "")


def sentence(cost: Cost) -> str:
    """`A play has cost 2.50 EUR so far, an hour 1.80 EUR (price 50 EUR).`"""
    price = money(cost.price, cost.currency)
    if cost.each is None:
        return gettext("Price: {price}; not played yet.", price=price)
    each = money(cost.each, cost.currency)
    if cost.hour is None:
        return gettext("A play has cost {each} so far (price {price}).", each=each, price=price)
    hour = money(cost.hour, cost.currency)
    return gettext("A play has cost {each} so far, an hour {hour} (price {price}).", each=each, hour=hour, price=price)


def money(amount: float, currency: str) -> str:
    """An amount with its currency, if that is known."""
    return f"{number(round(amount, 2))} {currency}".rstrip()


def _form(game: str, amount: float | None, currency: str) -> None:
    key = f"price-of-{game}"
    st.session_state.setdefault(key, amount)  # A field with an initial value could not be emptied.
    value = st.number_input(gettext("Price of the game"), min_value=0.0, value=None, format="%.2f", key=key)
    unit = st.text_input(gettext("Currency"), value=currency, max_chars=10, key=f"currency-of-{game}")
    if st.button(gettext("Save"), key="save-price", type="primary"):
        with session.open_session() as user_session:
            user_session.collection.note(game, value, unit.strip())
        st.rerun()


def edit_tab(matches: MatchRepository, title: str) -> None:
    back = element("a", gettext("Back to the page"), href=tab_address("game", ""), class_="link")
    html_block(element("p", back), key="back")
    st.subheader(gettext("Picture"), anchor=False)
    st.caption(gettext("It stands in place of the emblem."))
    portraits = matches.portraits
    picture_form(
        has_picture=title in portraits.portraits().games,
        give=lambda file: portraits.give_game(title, file),
        remove=lambda: portraits.remove_game(title),
    )
