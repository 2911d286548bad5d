"""The root of the errors that a program raises on purpose. Each message is one sentence for people."""

from core.messages import Message


class PartieError(Exception):
    """Something was not done, for the reason in the message. Any other exception is a defect of the program."""


class InvalidInput(PartieError, ValueError):
    """A value from outside cannot be read or is not allowed: text, a file, an option, a name."""


class GameFails(InvalidInput):
    """A game of a package raised an error that its contract does not allow; `why` names both."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


class NotFound(PartieError, LookupError):
    """There is nothing with this id or name."""
