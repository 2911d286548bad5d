"""Display names of other apps and of accounts in them."""

from typing import Final

from eventstore.matches.people import app_of
from viewer.locale.plain_text import plain

APPS: Final = {
    "abstractplay": "Abstract Play",
    "bga": "Board Game Arena",
    "bgg": "BoardGameGeek",
    "bgstats": "BG Stats",
}
"""Display names of the apps; imported tables and lists have none."""


def account_label(account: str) -> str:
    """The app of an account, with the user name for BoardGameGeek; the ids of other apps tell a person nothing."""
    app, _, id = account.partition(":")
    name = APPS.get(app, plain(app))
    return f"{name}: {plain(id)}" if app == "bgg" else name


def app_name(source: str) -> str | None:
    """The display name of the app that a play was imported from; None for tables and lists."""
    return APPS.get(app_of(source))
