"""Reviews and exercises of a person's own matches, computed when the page is asked for them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import streamlit as st

from core.review.compiled import judges
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.many import review_all, reviewable, search_exercises
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import Outcome, ReviewProgress, Task
from eventstore.reviews.workers import compute_all
from viewer.locale.language import gettext, ngettext
from viewer.texts.markdown import escape

_AT_ONCE: Final = 3
"""Matches that are searched in one go; each takes about a minute."""


def judged(rows: Sequence[MatchRow]) -> list[str]:
    """Ids of the matches whose moves a review can judge."""
    return reviewable(row for row in rows if judges(row.game, len(row.players)))


def offer(matches: MatchRepository, unsearched: Sequence[str]) -> None:
    """Offer to review the first of these matches and to prove what their reviews propose, with the progress."""
    if not unsearched:
        return
    ids = unsearched[:_AT_ONCE]
    says = ngettext("Search {number} match", "Search {number} matches", len(ids))
    if not st.button(says, icon=":material/query_stats:", help=gettext("Finds more tables to train with.")):
        return
    reviewing, proving = gettext("Looking for better moves …"), gettext("Proving the best moves …")
    bar = st.progress(0.0, text=reviewing)
    reviews, done = ReviewRepository(matches.store), 0

    def compute(tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome | ReviewProgress]]:
        for task, message in compute_all(tasks, workers=1):
            if isinstance(message, ReviewProgress):
                bar.progress(min(1.0, (done + message.done / max(1, message.of)) / len(ids)), text=reviewing)
            yield task, message

    def count(of_matches: int, _of: int) -> None:
        nonlocal done
        done = of_matches

    def prove(of_tables: int, of: int) -> None:
        bar.progress(of_tables / max(1, of), text=proving)

    result = review_all(matches, reviews, [id for id in ids if id not in reviews.matches()], "quick", compute, count)
    search_exercises(matches, matches.store, ids, compute, prove)
    if result.failed:
        st.warning(escape(next(iter(result.failed.values()))))
    else:
        st.rerun()
