"""What people write as Markdown is shown, and nothing it brings along is run or fetched."""

import pytest

from viewer.markdown import html


def test_emphasis_lists_and_links_show() -> None:
    assert html("**bold** and *soft*") == "<p><strong>bold</strong> and <em>soft</em></p>"
    assert "<li>one</li>" in html("* one\n* two")
    link = html("[rules](https://example.org/rules)")
    assert 'href="https://example.org/rules"' in link
    assert 'rel="noopener noreferrer"' in link
    assert 'target="_blank"' in link


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://example.org/x.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "<svg><script>alert(1)</script></svg>",
        '<iframe srcdoc="<script>alert(1)</script>">',
        "<style>*{display:none}</style>",
        "<https://example.org/?q=\"onclick='alert(1)'>",
    ],
)
def test_nothing_is_run_or_fetched(text: str) -> None:
    shown = html(text)
    for danger in ("<script", "<img", "<svg", "<iframe", "<style", 'href="javascript', 'href="data', '" on'):
        assert danger not in shown


def test_a_line_break_stays_one_and_headings_stay_text() -> None:
    assert "<br>" in html("one\ntwo")
    assert html("# loud") == "<p># loud</p>"
