"""Reviews of a person's own matches, computed on the page: training needs the moves that a review found wanting."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import streamlit as st

from core.review.compiled import judges
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.many import review_all, reviewable
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import Outcome, ReviewProgress, ReviewTask
from eventstore.reviews.workers import compute_all
from viewer.locale.language import gettext, ngettext
from viewer.texts.markdown import escape

_AT_ONCE: Final = 10
"""Matches that are reviewed in one go; each takes some seconds."""


def judged(rows: Sequence[MatchRow]) -> list[str]:
    """Ids of the matches whose moves a review can judge."""
    return reviewable(row for row in rows if judges(row.game, len(row.players)))


def offer(matches: MatchRepository, unreviewed: Sequence[str]) -> bool:
    """Offer to review the first of these matches, with the progress; whether there are any."""
    if not unreviewed:
        return False
    ids = unreviewed[:_AT_ONCE]
    says = ngettext("Review {number} match", "Review {number} matches", len(ids))
    if not st.button(says, icon=":material/query_stats:", help=gettext("Finds more tables to train with.")):
        return True
    working = gettext("Looking for better moves …")
    bar = st.progress(0.0, text=working)
    done = 0

    def compute(tasks: Iterable[ReviewTask]) -> Iterator[tuple[ReviewTask, Outcome | ReviewProgress]]:
        for task, message in compute_all(tasks, workers=1):
            if isinstance(message, ReviewProgress):
                bar.progress(min(1.0, (done + message.done / max(1, message.of)) / len(ids)), text=working)
            yield task, message

    def count(of_matches: int, _of: int) -> None:
        nonlocal done
        done = of_matches

    result = review_all(matches, ReviewRepository(matches.store), ids, "quick", compute, count)
    if result.failed:
        st.warning(escape(next(iter(result.failed.values()))))
    if result.new:
        st.rerun()
    return True
