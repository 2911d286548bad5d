"""The phone in place of a server."""

from typing import get_args

from viewer.locale.language import DatePattern
from viewer.pocket.host import DATE_FORMS


def test_the_browser_writes_a_date_in_every_form() -> None:
    assert DATE_FORMS.keys() == {*get_args(DatePattern)}
