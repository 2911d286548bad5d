"""One try of one law."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trial:
    """Calling it tries the law; a broken one raises an error whose note names the law and `where` it was tried."""

    law: str
    attempt: Callable[[], object]
    where: str

    def __call__(self) -> None:
        try:
            self.attempt()
        except Exception as error:
            error.add_note(f"{self.law}: {self.where}")
            raise
