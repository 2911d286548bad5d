"""The start of Partie anew with a backup in the place of its store, which no program that has it open allows."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NoReturn

from eventstore.maintenance.backup import restore
from eventstore.maintenance.keeper import local_now
from eventstore.maintenance.keeping import Restored, note_restored
from eventstore.store.store import StoreInUse, UnusableStore

_BACKUP: Final = "PARTIE_RESTORES"
"""Environment variable that names the backup for the program that starts anew."""

END_S: Final = 30
"""Time in which a program that was asked has ended for certain."""

_WAIT_S: Final = 10
"""Time in which the processes of the program that ended must have closed the store."""


def ask(taken: Path) -> None:
    """End this program as a signal does; it then starts anew with the backup."""
    os.environ[_BACKUP] = str(taken)
    signal.raise_signal(signal.SIGTERM)


def is_asked() -> bool:
    return _BACKUP in os.environ


def start_anew() -> NoReturn:
    """Start this program again with the same words, in the same process where the system can."""
    for channel in (sys.stdout, sys.stderr):
        channel.flush()
    words = (sys.executable, "-P", "-m", "viewer", *sys.argv[1:])
    if os.name == "nt":
        sys.exit(subprocess.call(words))
    os.execv(sys.executable, words)


def restore_if_asked(store: Path) -> bool:
    """Restore the backup that the program of before was asked for; a failure is noted, and the store stays as it is."""
    if not (named := os.environ.pop(_BACKUP, "")):
        return False
    former, why = None, ""
    try:
        _, former = _restore(Path(named), store)
    except (UnusableStore, OSError) as error:
        why = str(error)
    note_restored(store, Restored(Path(named).name, local_now().isoformat(), former.name if former else "", why))
    return True


def _restore(taken: Path, store: Path) -> tuple[int, Path | None]:
    give_up = time.monotonic() + _WAIT_S
    while True:
        try:
            return restore(taken, store, force=True)
        except StoreInUse:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.2)
