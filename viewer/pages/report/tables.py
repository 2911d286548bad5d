"""Figures of one match as tables."""

from core import analysis
from eventstore.matches.match import Match
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit, number
from viewer.texts.match_report import MatchReport

Table = dict[str, list[str]]
"""Columns by heading, in display order; one text per row."""


def score_table(report: MatchReport) -> Table:
    """The score chart as a table: points of every seat at the end of each round, and at the end."""
    frames = report.frames
    bands = [band for band in analysis.phases(frames) if band.number or band.last == len(frames) - 1]
    table = {gettext("Round"): [gettext("Final scoring") if band.final else str(band.number) for band in bands]}
    for seat, name in enumerate(headings(report.match)):
        table[name] = [number(frames[band.last].scores[seat]) for band in bands]
    return table


def headings(match: Match) -> list[str]:
    """Names as column headings, made unique, because players may share a name."""
    names = [fit(name, 24) for name in match.names]
    return [f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names)]
