"""Markdown of people is shown, and nothing it brings along is run or fetched."""

import subprocess
import sys

from tests import ROOT
from viewer.texts.markdown import elements, escape, html


def test_emphasis_lists_links_and_line_breaks_show_and_headings_stay_text() -> None:
    assert html("**bold** and *soft*") == "<p><strong>bold</strong> and <em>soft</em></p>"
    assert "<li>one</li>" in html("* one\n* two")
    link = html("[rules](https://example.org/rules)")
    assert 'href="https://example.org/rules"' in link
    assert 'rel="noopener noreferrer"' in link
    assert 'target="_blank"' in link
    assert "<br>" in html("one\ntwo")
    assert html("# loud") == "<p># loud</p>"


def test_nothing_is_run_or_fetched() -> None:
    for text in (
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://example.org/x.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "<svg><script>alert(1)</script></svg>",
        '<iframe srcdoc="<script>alert(1)</script>">',
        "<style>*{display:none}</style>",
        "<https://example.org/?q=\"onclick='alert(1)'>",
    ):
        shown = html(text)
        for danger in ("<script", "<img", "<svg", "<iframe", "<style", 'href="javascript', 'href="data', '" on'):
            assert danger not in shown


def test_an_escaped_text_holds_no_address_and_no_arrow_that_a_reader_of_plain_text_would_find() -> None:
    text = "**x** [a](http://e.org) WWW.e.org me@e.org -> <- <-> -- --- >= <= ~= :streamlit: 10:30 a-b @ 3>2"
    escaped = escape(text)
    assert html(escaped).replace("\u2060", "") == f"<p>{markup(text)}</p>"
    read = markup(escaped.replace("\\", ""))
    for found in ("://", "WWW.", "@e", "-&gt;", "&lt;-", "--", "&gt;=", "&lt;=", "~=", ":streamlit:"):
        assert found not in read
    assert "10:30 a-b @ 3&gt;2" in read


def markup(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_the_same_is_there_as_elements() -> None:
    assert elements("**bold** <b>\nnext\n\n* [rules](https://example.org)") == [
        ["p", {}, [["strong", {}, ["bold"]], " <b>", ["br", {}, []], "\nnext"]],
        ["ul", {}, [["li", {}, [["a", LINK, ["rules"]]]]]],
    ]
    assert elements("  ") == []


LINK = {"href": "https://example.org", "target": "_blank", "rel": "noopener noreferrer"}


def test_where_nothing_can_clean_it_a_note_is_shown_as_text() -> None:
    code = (
        "import sys; sys.modules['nh3'] = None\n"
        "from viewer.texts.markdown import elements, html; print(html('*a* <b>\\nc\\n\\n\\nd'), elements('x & y\\nz'))"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["<p>*a* &lt;b&gt;<br>c</p>", "<p>d</p> [['p', {}, ['x & y', ['br', {}, []], 'z']]]"]
