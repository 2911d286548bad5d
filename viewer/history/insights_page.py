"""The statistics query page: a metric by a dimension, over the filtered matches."""

from collections.abc import Sequence

import streamlit as st

from eventstore.projections import Library
from eventstore.records import Records
from eventstore.statistics.insights import Dimension, Insight, Metric, insight
from viewer.boards.svg import Theme
from viewer.boards.text import fit
from viewer.filters import filters
from viewer.history import answers, exhibit
from viewer.history.past import Past, past
from viewer.history.questions import DIMENSIONS, ask
from viewer.language import say
from viewer.pages import Pages


def show(library: Library, records: Records, pages: Pages) -> None:
    """The query and the filter are kept in the address."""
    st.title(say("Insights"), anchor=False)
    metric, dimension = ask()
    wanted = filters(library)
    everything = past(library, records, wanted)
    people = wanted.get("person") or ()
    found = _found(everything, metric, dimension, _own_seats(records, people), everything.key)
    if not everything.played:
        exhibit.nothing(library)
        return
    if not found.rows:
        st.text(say("No match that fits can answer this. Take a filter away or ask something else."))
        return
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    drawn = answers.bars(found)
    figure = answers.figure(found, drawn, theme)
    told = answers.sentence(found, drawn)
    picked = exhibit.bars(figure, drawn, told, say(DIMENSIONS[dimension]), key=f"answer-{metric}-{dimension}")
    st.caption(answers.origin(found))
    if picked:
        exhibit.matches(library, pages, picked.label, picked.matches, key="answer")
    else:
        st.caption(say("Pick a mark, or a row of the table, to see its matches."))


def _own_seats(records: Records, people: Sequence[str]) -> str | None:
    """The person whose seats alone are counted, if the filter names one person and the option is on."""
    if len(people) != 1:
        return None
    only = st.toggle(
        say("Count only what {name} did, not the others at the table", name=fit(people[0], 40)),
        value=True,
        key="own",
        bind="query-params",
    )
    return next(iter(records.people().named(people[0])), None) if only else None


@st.cache_resource(max_entries=64, show_spinner=False)
def _found(_past: Past, metric: Metric, dimension: Dimension, person: str | None, key: str) -> Insight:
    return insight(_past.played, _past.names, metric, dimension, person)
