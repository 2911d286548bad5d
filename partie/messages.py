"""Sentences of a game that can be said in other languages: a template with its values, in place of an f-string."""

from core.messages import Message, literal, message, message_in, message_of, series, term

__all__ = ["Message", "literal", "message", "message_in", "message_of", "series", "term"]
