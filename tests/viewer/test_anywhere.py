"""Drawings and words of the pages are computed where there is no server, such as in a browser."""

import subprocess
import sys

from tests import ROOT

CODE = """
import sys
import core.review.review, eventstore.codec, eventstore.matches.match, viewer.boards, viewer.texts.load_match
import viewer.texts.match_report, viewer.texts.play_details
import viewer.components.live.payload, viewer.components.replay.payload
print(*sorted(sys.modules))
"""

NOT_THERE = {
    *("PIL", "babel", "fastapi", "plotly", "psycopg", "pyarrow", "pydantic", "pydantic_core", "rapidfuzz", "sqlite3"),
    *("sqlite_utils", "starlette", "streamlit", "uvicorn"),
}


def test_texts_boards_and_payloads_load_no_server_no_store_and_no_streamlit() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "viewer.components.live.payload" in loaded
    assert loaded & NOT_THERE == set()
