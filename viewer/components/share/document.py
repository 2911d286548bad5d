"""One self-contained HTML file, without any network request.

Its data are embedded compressed and as base64, so no name or note can close their element early. The page's content
security policy allows only its own script and style, by their hashes, and no request.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from viewer.components.lib.font import embedded
from viewer.locale import language

_ICON: Final = b64encode(files("viewer.components.live").joinpath("icon.svg").read_bytes()).decode()


def packed(content: Mapping[str, object]) -> str:
    """The content as `share/packed.js` unpacks it."""
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return b64encode(zlib.compress(data, 9)).decode()


def document(title: str, body: str, script: str, style: str) -> str:
    """The file; `body` is HTML."""
    style = embedded() + style
    return f"""<!doctype html>
<html lang="{language.current()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Partie">
<title>{escape(title)}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,{_ICON}">
<style>{style}</style>
</head>
<body>
{body}
<script type="module">{script}</script>
</body>
</html>
"""


def _policy(script: str, style: str) -> str:
    rules = [
        "default-src 'none'",
        f"script-src '{_digest(script)}'",
        f"style-src '{_digest(style)}'",
        "font-src data:",
        "img-src data:",
    ]
    return "; ".join([*rules, "base-uri 'none'"])


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
