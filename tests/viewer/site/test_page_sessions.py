"""The private parts of Streamlit that the app of the pages uses are as it expects them."""

from pathlib import Path
from typing import Any

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from viewer.site.page_sessions import MAX_UPLOADED_BYTES, ClosedPages, PagesApp

SIZE = 1000


def test_closed_pages_are_kept_by_us_and_uploads_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Runtime, "_instance", None)  # The runtime of this test ends with it.
    (tmp_path / "app.py").write_text("")
    pages = PagesApp(tmp_path / "app.py")
    runtime: Any = pages._create_runtime()
    closed, page = runtime._session_mgr._session_storage, object()
    assert isinstance(closed, ClosedPages)
    closed._sessions["closed"] = page
    assert runtime._session_mgr.get_session_info("closed") is page
    runtime.uploaded_file_mgr.add_file("page", UploadedFileRec("file", "a.csv", "text/csv", bytes(SIZE)))
    assert pages.has_room_for(MAX_UPLOADED_BYTES - SIZE)
    assert not pages.has_room_for(MAX_UPLOADED_BYTES - SIZE + 1)
