"""Reviews as JSON objects with stable keys, and back."""

from dataclasses import fields, is_dataclass
from typing import Any, Final

from pydantic import TypeAdapter

from core.review.review import Review

_REVIEWS: Final = TypeAdapter(Review)


def encode_review(id: str, version: int, review: Review) -> dict[str, Any]:
    """The review of match `id` as of `version`; numbers are not rounded, so that the account still adds up."""
    found: dict[str, Any] = _encoded(review)
    return {"id": id, "version": version} | found


def decode_review(found: object) -> Review:
    """The review of an object of `encode_review`. Raises pydantic.ValidationError for any other object."""
    return _REVIEWS.validate_python(found)


def _encoded(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _encoded(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):  # A NamedTuple.
        return {name: _encoded(part) for name, part in value._asdict().items()}
    return [*map(_encoded, value)] if isinstance(value, tuple) else value
