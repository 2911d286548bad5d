"""A second server over the same store, for the phones of the network: each of its requests needs a token.

The server of this machine alone asks for none. Two processes keep the two rules apart.
"""

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from threading import Lock
from typing import Final
from urllib.request import urlopen

from viewer import settings

HOST: Final = "0.0.0.0"
PORT: Final = 8502
"""Tried before others, so that a phone finds the same address again."""

TIMEOUT_S: Final = 60
_PROGRAM: Final = """
import os, signal, threading
def wait():
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=wait, daemon=True).start()
from viewer.cli import app
app(prog_name="partie")
"""
"""`partie` until the process that started it ends, however it ends: then its standard input does."""

_lock: Final = Lock()


def start() -> None:
    """Start it unless it runs, and wait until it answers. Raises OSError if it does not."""
    with _lock:
        if settings.LISTENS in os.environ:
            return
        port = _free_port()
        server = subprocess.Popen(
            (sys.executable, "-c", _PROGRAM, "serve", "--host", HOST, "--port", str(port)),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=os.environ | {settings.VARIABLE: settings.store_address()},
        )
        if not _answers(server, port):
            server.terminate()
            raise OSError("The server for phones does not answer.")
        os.environ[settings.LISTENS] = f"{HOST} {port}"


def _free_port() -> int:
    for port in (PORT, 0):
        with suppress(OSError), socket.socket() as found:
            found.bind((HOST, port))
            return int(found.getsockname()[1])
    raise OSError("No port is free.")


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    end = time.monotonic() + TIMEOUT_S
    while server.poll() is None and time.monotonic() < end:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return True
        time.sleep(0.1)
    return False
