"""The pocket: the static folder that `partie pocket` wrote, below its own address. It holds no data of the store."""

from typing import Final

from fastapi import APIRouter, HTTPException, Response
from starlette.responses import FileResponse, RedirectResponse

from viewer import settings
from viewer.locale.language import gettext
from viewer.site.routes.html_page import policy

PREFIX: Final = "/pocket"

_POLICY: Final = policy(script="'wasm-unsafe-eval'", style="'unsafe-inline'", img="data: blob:")
_HEADERS: Final = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}

router = APIRouter(prefix=PREFIX, include_in_schema=False)


@router.get("")
def start() -> Response:
    return RedirectResponse("pocket/", 308)


@router.get("/{path:path}")
def file(path: str) -> Response:
    """A file; at every other address the first page, whose script draws the page of the address."""
    if "\0" in path:
        raise HTTPException(404)
    folder = settings.pocket_folder().resolve()
    first, found = folder / "index.html", (folder / path).resolve()
    if not first.is_file():
        raise HTTPException(404, gettext("The pocket was not built yet: run `partie pocket` on this computer."))
    is_file = found.is_relative_to(folder) and found.is_file()
    if not is_file and "." in path:
        raise HTTPException(404)
    return FileResponse(found if is_file else first, headers=_HEADERS)
