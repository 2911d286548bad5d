"""One sentence in place of a page that cannot be shown."""

import streamlit as st


def show(title: str, sentence: str) -> None:
    """`title` must be trusted text (Markdown); `sentence` may hold anything and is shown as plain text."""
    with st.container(width=620):
        st.subheader(title, anchor=False)
        st.text(sentence)
