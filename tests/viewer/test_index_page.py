"""The page of the front end stands in for Streamlit's own, and for nothing that is downloaded."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from viewer.index_page import INDEX, IndexPage


def _answer(request: Request) -> Response:
    attached = {"Content-Disposition": 'attachment; filename="positions.html"'}
    return HTMLResponse("<p>its own</p>", headers=attached if "media" in request.url.path else {})


def test_a_page_to_download_stays_what_it_is() -> None:
    client = TestClient(IndexPage(Starlette(routes=[Route("/{path:path}", _answer)])))
    assert client.get("/training").text == INDEX
    assert client.get("/media/1.html").text == "<p>its own</p>"
