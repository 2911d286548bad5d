"""The sources of points of one game, for instance the categories of its score sheet: winners against the others."""

from dataclasses import dataclass

from eventstore.statistics.intervals import Mean


@dataclass(frozen=True, slots=True)
class Category:
    """Mean points of a seat from one source: of the winners of contests, and of the other seats."""

    source: str
    winners: Mean
    others: Mean

    @property
    def difference(self) -> float | None:
        """Points by which the winners' mean is above that of the others; None if one of them is unknown."""
        if self.winners.value is None or self.others.value is None:
            return None
        return self.winners.value - self.others.value
