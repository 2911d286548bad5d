"""The paired devices, and when each was last seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eventstore.access.access import last_seen
from eventstore.access.grants import Grants, Role


@dataclass(frozen=True, slots=True)
class Device:
    """A paired device; `seen` is the time of its last request (ISO 8601 UTC), empty before the first one."""

    id: str
    name: str
    role: Role
    match: str | None
    seen: str


def devices_of(grants: Grants, noted: Mapping[str, Any]) -> tuple[Device, ...]:
    """The devices, the one that was seen last first; `noted` are the notes beside the store."""
    before = noted.get("seen")
    seen = (before if isinstance(before, dict) else {}) | last_seen()
    devices = (
        Device(token.id, token.device, token.role, token.match, str(seen.get(token.id, "")))
        for token in grants.tokens.values()
        if token.device is not None
    )
    return tuple(sorted(devices, key=lambda device: device.seen, reverse=True))


def to_json(devices: tuple[Device, ...]) -> list[dict[str, str | None]]:
    return [
        {"id": each.id, "name": each.name, "role": each.role, "match": each.match, "seen": each.seen or None}
        for each in devices
    ]
