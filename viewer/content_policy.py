"""The Content-Security-Policy header of the pages: as strict as Streamlit allows."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import streamlit


def content_policy() -> str:
    """Allow this origin only; scripts must be files, or the one inline script of Streamlit's page (by its hash).

    Components arrive as text that the page loads through `blob:`. Streamlit and Plotly set inline styles.
    """
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
    inline = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in inline]
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(("script-src 'self' blob: 'wasm-unsafe-eval'", *hashes)),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )
