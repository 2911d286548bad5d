"""The statistics query page: a metric by a dimension, over the filtered matches."""

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.insights import REVIEWED, Dimension, Insight, Metric, insight
from viewer.boards.svg import Theme
from viewer.filters import filters
from viewer.language import gettext
from viewer.navigation import Pages
from viewer.statistics import chart_panel, insights
from viewer.statistics.dataset import Dataset, dataset
from viewer.statistics.insights import DIMENSIONS, query_controls
from viewer.statistics.own_seats import own_seats
from viewer.statistics.reviewed_seats import ReviewedSeats, reviewed_seats


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """The query and the filter are kept in the address."""
    st.title(gettext("Insights"), anchor=False)
    metric, dimension = query_controls()
    match_filter = filters(library, records)
    data = dataset(library, records, match_filter)
    people = match_filter.get("person") or ()
    reviews = reviewed_seats(records.store, data.key) if metric in REVIEWED else ReviewedSeats("", {})
    found = _found(data, reviews, metric, dimension, own_seats(records, people), data.key, reviews.key)
    if not data.played:
        chart_panel.nothing(library)
        return
    if not found.rows:
        if metric in REVIEWED:
            st.text(gettext("No match in the selection is reviewed. `partie review --all` reviews all matches."))
            return
        st.text(gettext("No match in the selection answers this question. Remove a filter or choose another question."))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    drawn = insights.bars(found)
    figure = insights.figure(found, drawn, theme)
    sentence = insights.sentence(found, drawn)
    picked = chart_panel.bar_panel(
        figure, drawn, sentence, gettext(DIMENSIONS[dimension]), key=f"answer-{metric}-{dimension}"
    )
    st.caption(insights.origin(found))
    if picked:
        chart_panel.match_links(library, pages, picked.label, picked.matches, key="answer")
    else:
        st.caption(gettext("Select a mark or a row of the table to see its matches."))


@st.cache_resource(max_entries=64, show_spinner=False)
def _found(
    _dataset: Dataset,
    _reviews: ReviewedSeats,
    metric: Metric,
    dimension: Dimension,
    person: str | None,
    key: str,
    reviews_key: str,
) -> Insight:
    return insight(_dataset.played, _dataset.names, metric, dimension, person, _reviews.seats)
