"""Pages without a browser: what the app sends over the websocket of a page, as a browser would load it."""

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

from tests.patience import patience


def page(address: str, **headers: str) -> ClientConnection:
    """The websocket of a page of the app at this address."""
    stream = f"ws{address.removeprefix('http')}/_stcore/stream"
    return connect(stream, additional_headers=headers, open_timeout=patience(20), max_size=None)


def look(window: ClientConnection, path: str, query: str) -> str:
    """Load a page until its script has ended; returns all that was sent, as text."""
    asked = BackMsg()
    asked.rerun_script.query_string, asked.rerun_script.page_name = query, path
    window.send(asked.SerializeToString())
    shown = ""
    while True:
        message = ForwardMsg.FromString(bytes(window.recv(timeout=patience(60))))
        shown += str(message)
        if message.WhichOneof("type") == "script_finished":
            return shown
