"""The form of the filters: each field is a parameter of the address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.look.element import element

ON: Final = "true"
"""The value of a switch that is on."""


@dataclass(frozen=True, slots=True)
class FilterField:
    """A filter by the name of its parameter. `all` stands for no choice, `choices` are labels by their values."""

    key: str
    label: str
    all: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    kind: Literal["one", "several", "date", "switch"] = "one"


def form(fields: Sequence[FilterField], chosen: Mapping[str, object]) -> Json:
    """The fields with what is chosen; no field without choices."""
    shown = [one for one in fields if one.choices or one.kind in ("date", "switch")]
    return element("div", *(_field(one, chosen.get(one.key)) for one in shown), class_="filters")


def _field(one: FilterField, value: object) -> Json:
    label = element("span", one.label, class_="lab")
    match one.kind:
        case "switch":
            box = element("input", type="checkbox", name=one.key, value=ON, **_on("checked", value))
            return element("label", box, element("span", one.label), class_=f"switch {one.key}")
        case "date":
            day = element(
                "input", type="date", name=one.key, value=str(value or ""), class_="field", aria_label=one.label
            )
            return element("label", label, day, class_=one.key)
        case "several":
            ids = value if isinstance(value, list) else []
            left = {id: text for id, text in one.choices.items() if id not in ids}
            first = gettext("One more") if ids else one.all
            return element("label", label, _select(one, first, left, "", data_several=ON), class_=one.key)
        case _:
            return element("label", label, _select(one, one.all, one.choices, str(value or "")), class_=one.key)


def _select(one: FilterField, first: str, choices: Mapping[str, str], value: str, **more: str) -> Json:
    options = [element("option", text, value=word, **_on("selected", word == value)) for word, text in choices.items()]
    return element(
        "select",
        element("option", first, value=""),
        *options,
        name=one.key,
        class_="field",
        aria_label=one.label,
        **more,
    )


def _on(attribute: str, value: object) -> dict[str, str]:
    return {attribute: ""} if value else {}
