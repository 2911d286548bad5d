"""The page of the front end stands in for Streamlit's own, and for nothing that is downloaded."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.responses import HTMLResponse
from starlette.types import Message

from viewer.site.index_page import IndexPage

ATTACHED = {"Content-Disposition": 'attachment; filename="positions.html"'}


@pytest.mark.parametrize(("headers", "text"), [({}, "<p>the page</p>"), (ATTACHED, "<p>its own</p>")])
def test_a_page_to_download_stays_what_it_is(headers: dict[str, str], text: str) -> None:
    sent = bytearray()

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.extend(message.get("body", b""))

    scope = {"type": "http", "method": "GET", "path": "/media/1.html", "query_string": b"", "headers": []}
    app = IndexPage(HTMLResponse("<p>its own</p>", headers=headers), lambda _: HTMLResponse("<p>the page</p>"))
    with ThreadPoolExecutor(1) as pool:  # In this thread a loop may run, that of the browser.
        pool.submit(lambda: asyncio.run(app(scope, receive, send))).result()
    assert sent.decode() == text
