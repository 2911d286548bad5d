"""The reader's time zone."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def reader_zone() -> ZoneInfo:
    """The time zone of the browser; UTC where it names none that is known here."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
