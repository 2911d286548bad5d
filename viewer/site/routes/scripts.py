"""The ES modules of the components."""

from typing import Annotated, Final

from fastapi import APIRouter, Header, HTTPException, Response

from viewer.components.lib.scripts import PREFIX, SCRIPTS, VERSION
from viewer.locale.language import gettext

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""Cache-Control of a file whose address changes with its content."""

_ETAG: Final = f'"{VERSION}"'

router = APIRouter(prefix=PREFIX, include_in_schema=False)


def other_version() -> HTTPException:
    """The answer for a file of an older or a newer Partie."""
    return HTTPException(410, gettext("This file belongs to another version of Partie. Load the page again."))


@router.get("/{version}/{path:path}")
def script(version: str, path: str, known: Annotated[str | None, Header(alias="If-None-Match")] = None) -> Response:
    if version != VERSION or path not in SCRIPTS:
        raise other_version()
    headers = {"Cache-Control": IMMUTABLE, "ETag": _ETAG}
    if known is not None and _ETAG in known:
        return Response(status_code=304, headers=headers)
    return Response(
        SCRIPTS[path], media_type="text/css" if path.endswith(".css") else "text/javascript", headers=headers
    )
