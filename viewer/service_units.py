"""The file that makes a system keep `partie serve` running: a systemd user unit, a launchd agent, a scheduled task.

Each starts the program with the system or the login, restarts it after a crash, and gives it no new privileges.
"""

import plistlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

MEMORY_MB: Final = 1024
"""Memory limit of the service; a task of Windows has none."""

_TASK: Final = "http://schemas.microsoft.com/windows/2004/02/mit/task"


class Unit(NamedTuple):
    """A file and its content, and the commands that start, stop and show the service."""

    path: Path
    content: bytes
    start: tuple[tuple[str, ...], ...]
    stop: tuple[tuple[str, ...], ...]
    status: tuple[str, ...]


def unit_of(system: str, home: Path, program: Sequence[str], user: str) -> Unit:
    """The unit for `Linux`, `Darwin` or `Windows`. Raises ValueError for another system."""
    match system:
        case "Linux":
            return _systemd(home, program, user)
        case "Darwin":
            return _launchd(home, program)
        case "Windows":
            return _scheduled_task(home, program, user)
    raise ValueError(f"Partie knows no service of {system}; start `partie serve` with the tools of the system.")


def _systemd(home: Path, program: Sequence[str], user: str) -> Unit:
    text = f"""[Unit]
Description=Partie, records of tabletop games

[Service]
ExecStart={" ".join(map(_quoted, program))}
Restart=on-failure
RestartSec=5
TimeoutStopSec=15
MemoryMax={MEMORY_MB}M
NoNewPrivileges=yes
UMask=0077

[Install]
WantedBy=default.target
"""
    control = ("systemctl", "--user")
    return Unit(
        home / ".config" / "systemd" / "user" / "partie.service",
        text.encode(),
        # Lingering starts the services of a user with the system, before a login.
        ((*control, "daemon-reload"), (*control, "enable", "--now", "partie"), ("loginctl", "enable-linger", user)),
        ((*control, "disable", "--now", "partie"),),
        (*control, "status", "--no-pager", "partie"),
    )


def _quoted(word: str) -> str:
    """A word of a command line of systemd, which expands `%` and `$`."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{text}"'


def _launchd(home: Path, program: Sequence[str]) -> Unit:
    path = home / "Library" / "LaunchAgents" / "partie.plist"
    log = str(home / "Library" / "Logs" / "partie.log")
    agent = {
        "Label": "partie",
        "ProgramArguments": list(program),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ExitTimeOut": 15,
        "Umask": 0o77,
        "HardResourceLimits": {"ResidentSetSize": MEMORY_MB << 20},
        "StandardErrorPath": log,
        "StandardOutPath": log,
    }
    load, unload = ("launchctl", "load", "-w", str(path)), ("launchctl", "unload", "-w", str(path))
    return Unit(path, plistlib.dumps(agent), (load,), (unload,), ("launchctl", "list", "partie"))


def _scheduled_task(home: Path, program: Sequence[str], user: str) -> Unit:
    path = home / "AppData" / "Local" / "partie" / "partie-task.xml"
    settings = {
        "DisallowStartIfOnBatteries": "false",
        "StopIfGoingOnBatteries": "false",
        "StartWhenAvailable": "true",
        "MultipleInstancesPolicy": "IgnoreNew",
        "ExecutionTimeLimit": "PT0S",  # Without an end; the default is three days.
    }
    task = ElementTree.Element("Task", version="1.2", xmlns=_TASK)
    trigger = _child(_child(task, "Triggers"), "LogonTrigger")
    _child(trigger, "UserId", user)
    principal = _child(_child(task, "Principals"), "Principal", id="Author")
    for name, text in {"UserId": user, "LogonType": "InteractiveToken", "RunLevel": "LeastPrivilege"}.items():
        _child(principal, name, text)
    chosen = _child(task, "Settings")
    for name, text in settings.items():
        _child(chosen, name, text)
    restart = _child(chosen, "RestartOnFailure")
    _child(restart, "Interval", "PT1M")
    _child(restart, "Count", "999")
    command = _child(_child(task, "Actions", Context="Author"), "Exec")
    _child(command, "Command", program[0])
    _child(command, "Arguments", " ".join(f'"{word}"' for word in program[1:]))
    content = ElementTree.tostring(task, "utf-16", xml_declaration=True)
    tool = "schtasks"
    return Unit(
        path,
        content,
        ((tool, "/Create", "/F", "/TN", "Partie", "/XML", str(path)), (tool, "/Run", "/TN", "Partie")),
        ((tool, "/End", "/TN", "Partie"), (tool, "/Delete", "/F", "/TN", "Partie")),
        (tool, "/Query", "/V", "/FO", "LIST", "/TN", "Partie"),
    )


def _child(parent: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, tag, attributes)
    child.text = text or None
    return child
