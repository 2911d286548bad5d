"""The part of the pairing page of a home that leads a device to https: the certificate, and the steps as pictures."""

import os
from html import escape
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.serialization import Encoding
from fastapi import APIRouter, HTTPException, Response

from viewer import settings
from viewer.https.authority import Authority, authority_of, fingerprint
from viewer.locale.language import gettext
from viewer.pairing.addresses import PATH

router = APIRouter(include_in_schema=False)

_LINES: Final = '<path d="M9 {0}h22M9 {1}h16"/>'
_BOX: Final = '<rect {0} x="{1}" y="{2}" width="{3}" height="{4}" rx="{5}"/>'
_HERE: Final = 'class="here"'
_PICTURES: Final = {
    "get": _LINES.format(12, 19) + _BOX.format(_HERE, 9, 44, 30, 9, 4)
    + '<path class="now" d="M24 25v13m-5-5 5 5 5-5"/>',
    "allow": _LINES.format(9, 55) + _BOX.format("", 8, 18, 32, 28, 5) + '<path d="M13 25h22M8 36h32M24 36v10"/>'
    + _BOX.format(_HERE, 27, 39.5, 10, 3, 1),
    "profile": _LINES.format(45, 53) + _BOX.format(_HERE, 7, 17, 34, 14, 3) + '<path d="M9 10h12M9 37h24"/>'
    '<path class="on" d="M12 24h14m8-3 3 3-3 3"/>',
    "search": _LINES.format(46, 53) + _BOX.format("", 7, 9, 34, 10, 5) + _BOX.format(_HERE, 7, 25, 34, 12, 3)
    + '<path class="on" d="M12 31h18"/><path d="m15 15 2 2m-1-3.5a2 2 0 1 1-4 0a2 2 0 0 1 4 0z"/>',
    "switch": _LINES.format(12, 19) + _BOX.format(_HERE, 23, 28, 18, 11, 5)
    + '<path d="M9 34h10M9 48h26"/><circle class="knob" cx="35.5" cy="33.5" r="4"/>',
    "open": _BOX.format("", 7, 9, 34, 11, 5) + _BOX.format(_HERE, 11, 13.5, 6, 4, 1) + '<path class="now" '
    'd="m15 37 6 6 12-12"/><path class="lock" d="M12.5 13.5V12a1.5 1.5 0 0 1 3 0v1.5M21 14.5h14"/>',
}  # fmt: skip
"""Drawings of the screen of a phone, by the step."""


@router.get(f"/{PATH}/root.crt")
def root() -> Response:
    """The root certificate of this home, in the form that phones install."""
    if settings.SECURE not in os.environ:
        raise HTTPException(404, "This server has no certificate of its own.")
    content = _authority().root().public_bytes(Encoding.DER)
    named = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="partie-home.crt"'}
    return Response(content, media_type="application/x-x509-ca-cert", headers=named)


def _authority() -> Authority:
    return authority_of(Path(settings.store_address()))


def section(system: str) -> str:
    """The part for a device of this system that came over http; empty where there is no https."""
    if not (address := os.environ.get(settings.SECURE, "")):
        return ""
    says = (
        gettext(
            "Without it this device cannot install Partie as an app, use its camera for codes, or open Partie while "
            "the network is away."
        ),
        gettext(
            "Trusting this home lets it vouch for names in your own network alone, for no other site. You take it back "
            "in the settings of the device, where you gave it."
        ),
    )
    compare = gettext("These words must be those that the page Keeping or the terminal of the home shows:")
    return f"""<section>
<h2>{escape(gettext("A safe connection"))}</h2>
{"".join(f"<p>{escape(text)}</p>" for text in says)}
<p>{escape(compare)} <b translate="no" lang="">{escape(fingerprint(_authority().root()))}</b></p>
<ol>{"".join(_step(*step) for step in _steps(system))}</ol>
<a class="button go" href="{PATH}/root.crt" download>{escape(gettext("Get the certificate"))}</a>
<a class="button" id="secure" href="{escape(address)}/{PATH}">{escape(gettext("Open the safe address"))}</a>
</section>
"""


def _step(picture: str, says: str) -> str:
    screen = '<rect class="screen" x="1" y="1" width="46" height="62" rx="7"/>'
    return f'<li><svg viewBox="0 0 48 64" aria-hidden="true">{screen}{_PICTURES[picture]}</svg>{escape(says)}</li>'


def _steps(system: str) -> tuple[tuple[str, str], ...]:
    """The steps by which this kind of device comes to trust the certificate, with their pictures."""
    last = "open", gettext("Come back here and open the safe address.")
    if system in ("iPhone", "iPad"):
        return (
            ("allow", gettext("Get the certificate and allow the download.")),
            ("profile", gettext("Settings, Profile Downloaded: install it.")),
            ("switch", gettext("Settings, General, About, Certificate Trust Settings: turn it on.")),
            last,
        )
    if system == "Android":
        return (
            ("get", gettext("Get the certificate.")),
            ("search", gettext("Settings, search for “CA certificate”: install it from the downloads.")),
            last,
        )
    return (
        ("get", gettext("Get the certificate and open it.")),
        ("switch", gettext("Let the system or the browser trust it for websites.")),
        last,
    )
