"""A page with one sentence, where a page cannot be shown."""

import streamlit as st


def show(title: str, sentence: str) -> None:
    """`title` is our own words; `sentence` may hold anything, so it is shown as plain text."""
    with st.container(width=620):
        st.subheader(title, anchor=False)
        st.text(sentence)
