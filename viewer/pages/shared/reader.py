"""The reader's browser: its time zone and its theme."""

from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from viewer.boards.svg import Theme


def reader_zone() -> ZoneInfo:
    """The time zone of the browser; UTC where it names none that is known here."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def reader_theme() -> Theme:
    return "dark" if st.context.theme.type == "dark" else "light"


def reader_today() -> date:
    """The day it is where the reader is."""
    return datetime.now(reader_zone()).date()
