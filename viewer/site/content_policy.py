"""The Content-Security-Policy header of the pages: as strict as Streamlit allows."""

import re
from base64 import b64encode
from hashlib import sha256

from viewer.site.index_page import INDEX


def content_policy() -> str:
    """Allow this origin only; scripts must be files, or the one inline script of the page (by its hash).

    Components arrive as text that the page loads through `blob:`. Streamlit and Plotly set inline styles.
    """
    inline = re.findall(r"<script>(.*?)</script>", INDEX, re.DOTALL)
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
