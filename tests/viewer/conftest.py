"""Pages in this process."""

import sys

import pytest

from viewer.site.streamlit_host import StreamlitHost
from viewer.surface.host import serve


@pytest.fixture(scope="session", autouse=True)
def shown_by_streamlit() -> None:
    serve(StreamlitHost())


@pytest.fixture
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """`AppTest` leaves its temporary script as `__main__`, which processes that later tests start would look for."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
