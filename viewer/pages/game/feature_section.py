"""The section of a game's page that compares features of plays: the share of wins by floor tiles, rounds, stars."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from core.explorer import SeatFeatures
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.features import Feature, FeatureRow, features
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, gettext_noop, number, translate
from viewer.pages.game.plays_by_moves import plays_by_moves
from viewer.pages.shared.address import read_address, write_address
from viewer.pages.shared.chart_panel import ChartContext
from viewer.pages.shared.dataset import dataset_key
from viewer.pages.shared.own_seats import own_person, own_seats
from viewer.statistics import figures, words

NAMES: Final[Mapping[str, str]] = {
    "floor_tiles": gettext_noop("Pieces on the floor line in all rounds"),
    "floor_loss": gettext_noop("Points lost to the floor line"),
    "first_column": gettext_noop("Round of the first complete column"),
    "rows": gettext_noop("Complete rows"),
    "columns": gettext_noop("Complete columns"),
    "colors": gettext_noop("Colors collected"),
    "rounds": gettext_noop("Rounds"),
    "stars": gettext_noop("Complete stars"),
    "first_star": gettext_noop("Round of the first complete star"),
    "center": gettext_noop("Center star complete (1) or not (0)"),
    "numbers": gettext_noop("Numbers covered everywhere"),
    "bonus_tiles": gettext_noop("Bonus tiles"),
    "lost_points": gettext_noop("Points lost to the token and to tiles left"),
    "group": gettext_noop("Pieces in the largest group"),
    "neutral": gettext_noop("Pieces in neutral groups won"),
    "stacked": gettext_noop("Cards laid on others"),
    "counters": gettext_noop("Counters laid"),
    "connected": gettext_noop("Markers gained by connecting"),
    "lost_markers": gettext_noop("Markers lost to others"),
    "chevrons_left": gettext_noop("Chevrons left at the end"),
}
"""Labels by the names of `core.explorer.FEATURES`."""


def feature_section(
    index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter, context: ChartContext
) -> None:
    """Nothing where no match has features. The feature is kept in the address."""
    counted = index.counted()
    key = dataset_key(counted, match_filter)
    if not _known(counted, match_filter, key):
        return
    st.subheader(gettext("What goes with winning"), anchor=False)
    person = own_person(match_filter)
    if says := own_seats(matches, match_filter, person):
        html_block(*says, key="own-seats")
    result = {each.name: each for each in _found(counted, match_filter, person, key)}
    if not result:
        st.text(gettext("No match with every move has a known result yet."))
        return
    read_address("feature", result, next(iter(result)))
    name = st.selectbox(
        gettext("Feature of a play"),
        list(result),
        format_func=_label,
        key="feature",
        width=360,
    )
    write_address("feature", name)
    feature = result[name or next(iter(result))]
    if feature.winners.value is not None and feature.others.value is not None:
        winners, others = words.rounded(feature.winners.value), words.rounded(feature.others.value)
        st.text(gettext("On average: winners {winners}, the others {others}.", winners=winners, others=others))
    bars = [figures.of_share(_value(row), row.share, row.matches, row.chance) for row in feature.rows]
    what = gettext("Share of wins; a thick line marks chance, a thin one how far the share may be off.")
    context.bars(bars, what, _label(feature.name), key="of-features")
    _by_place(feature)


def _label(name: str) -> str:
    return gettext(NAMES[name]) if name in NAMES else translate(name.replace("_", " "))


def _by_place(feature: Feature) -> None:
    """The share of wins of each seat, by value."""
    places = max(len(row.places) for row in feature.rows)
    with st.expander(gettext("By seat")):
        table = {gettext("Value"): [_value(row) for row in feature.rows]}
        for place in range(places):
            label = gettext("Start player") if place == 0 else gettext("Seat {number}", number=place + 1)
            table[label] = [
                words.sure_share(row.places[place]) if place < len(row.places) else "-" for row in feature.rows
            ]
        st.dataframe(table, hide_index=True, key="of-features-by-seat")


def _value(row: FeatureRow) -> str:
    if row.low is None or row.high is None:
        return gettext("Never")
    if row.low == row.high:
        return number(row.low)
    return gettext("{low} to {high}", low=number(row.low), high=number(row.high))


@st.cache_resource(max_entries=8, show_spinner=False)
def _known(_library: MatchIndex, _filter: MatchFilter, key: str) -> Mapping[str, Sequence[SeatFeatures]]:
    return _library.features(**_filter)


@st.cache_resource(max_entries=8, show_spinner=False)
def _found(_library: MatchIndex, _filter: MatchFilter, person: str | None, key: str) -> tuple[Feature, ...]:
    return features(plays_by_moves(_library, _filter, key), _known(_library, _filter, key), person)
