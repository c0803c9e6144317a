"""A real server on this machine that speaks HTTP/2 over TLS, and says what a test tells it to."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator

import h2.config
import h2.connection
import h2.events
import h2.exceptions

from tests.fetch.server import TLS

Reply = Callable[[h2.connection.H2Connection, int], None]


@contextlib.contextmanager
def serve_http2(reply: Reply) -> Iterator[str]:
    """Serve one connection that speaks nothing but HTTP/2."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "valid.pem")
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        wire, _ = listener.accept()
        wire.settimeout(10)
        with (
            contextlib.suppress(OSError, h2.exceptions.ProtocolError),
            context.wrap_socket(wire, server_side=True) as secure,
        ):
            _talk(secure, reply)

    thread = threading.Thread(target=answer, name="test http2")
    thread.start()
    yield f"https://127.0.0.1:{listener.getsockname()[1]}"
    thread.join()
    listener.close()


def _talk(wire: ssl.SSLSocket, reply: Reply) -> None:
    speaker = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, validate_outbound_headers=False))
    speaker.initiate_connection()
    wire.sendall(speaker.data_to_send())
    while data := wire.recv(65_536):
        for event in speaker.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                reply(speaker, event.stream_id or 0)
        wire.sendall(speaker.data_to_send())
