"""What the check of texts finds, and what it lets pass."""

from playwright.sync_api import Page

from tests.browser.layout import misplaced

WRONG = {
    "small": "<p style='font-size: 8px'>Ben wins</p>",
    "small drawing": "<svg viewBox='0 0 800 100' width=300><text y=50 font-size=16>Ben wins</text></svg>",
    "clipped": "<p style='width: 30px; overflow: hidden; white-space: nowrap'>Ben wins</p>",
    "clipped below": "<p style='height: 10px; overflow: clip'>Ben wins</p>",
    "clipped hint": "<input placeholder='Title, person, place' style='width: 60px'>",
    "clipped by three dots": "<p style='width: 40px; overflow: hidden; text-overflow: ellipsis'>Ben_wins_this</p>",
    "clipped drawing": "<svg viewBox='0 0 100 20' width=100><text x=80 y=15>Ben wins</text></svg>",
    "overlapping": "<p>Ben wins</p><p style='margin-top: -40px'>Ann wins</p>",
    "beside the screen": "<p style='position: absolute; left: 95vw; white-space: nowrap'>Ben wins by seven</p>",
    "wider than the screen": "<div style='width: 120vw; height: 4px'></div>",
}
RIGHT = (
    "<p>Ben wins</p><p>Ann is second</p>",
    "<p style='clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden'>Ben wins</p>",
    "<a href='.' style='display: block; width: 40px; overflow: hidden; text-overflow: ellipsis'>Ben_wins_this</a>",
    "<p title='Ben_wins_this' style='width: 40px; overflow: hidden; text-overflow: ellipsis'>Ben_wins_this</p>",
    "<div style='width: 90px; overflow: auto; white-space: nowrap'>Ben wins by seven points</div>",
    "<svg viewBox='0 0 10 2' width=300><text y=.8 font-size=.8>Ben</text><text y=1.8 font-size=.8>Ann</text></svg>",
)


def test_what_is_wrong_is_found(page: Page) -> None:
    for kind, content in WRONG.items():
        _show(page, content)
        (found, *_) = misplaced(page)
        assert found.startswith(kind.split()[0]), kind


def test_what_is_meant_passes(page: Page) -> None:
    for content in RIGHT:
        _show(page, content)
        assert misplaced(page) == [], content


def _show(page: Page, content: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.set_content(f"<body style='font: 16px sans-serif'>{content}<i data-test-script-state=notRunning></i>")
