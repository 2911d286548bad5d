"""Elements of a page as lists: `["p", {"class": "facts"}, [child, ...]]`; a child is an element or a string.

`viewer.components.html_block` draws them. Texts become text nodes and are never parsed as HTML.
"""

from viewer.boards.scene import Json, Shape


def element(tag: str, *children: Json, **attributes: str | float) -> Json:
    """An element with its attributes as keywords; `class_` is `class`, other underscores become hyphens."""
    return [tag, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}, list(children)]


def button(*label: Json, sends: str, value: str = "", **attributes: str) -> Json:
    """A button that sends a value to the page under the name `sends`, see `html_block`."""
    sent = {"class_": "btn", "data_send": sends, "data_value": value}
    return element("button", *label, type="button", **{**sent, **attributes})


def field_form(name: str, label: str, *buttons: Json, value: str = "") -> Json:
    """A form of one field and its buttons, the first of which sends the text under this name."""
    field = element("input", name=name, value=value, aria_label=label, placeholder=label, autocomplete="off")
    return element("form", element("label", field, class_="field"), *buttons, class_="adding", data_send=name)


def drawn(shape: Shape, label: str = "") -> Json:
    """A shape in a box one unit wide, as high as a letter; decorative without a `label`."""
    named: dict[str, str | float] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    mark = element(shape.tag, **dict(shape.attributes))
    return element("svg", mark, viewBox="0 0 1 1", class_="sign", **named)
