"""A real server on this machine that answers, byte for byte, what a test tells it to: well, badly or not at all."""

import contextlib
import itertools
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from robotstudio.fetch.limits import Limits

PATIENT = Limits(connect_seconds=600.0, read_seconds=600.0, total_seconds=600.0)
"""A busy machine is no hostile server: only what a test is about runs out."""

READS_END = replace(PATIENT, read_seconds=0.3)
ALL_ENDS = replace(PATIENT, total_seconds=0.6)
_CLIENT_HELLO = b"\x16"
"""The first byte of TLS."""
TLS = Path(__file__).parents[1] / "data" / "tls"
Answer = bytes | Callable[["Connection"], None]
ROBOTS = b"User-agent: *\nDisallow: /private/\n"


class Connection:
    """One request that was read, to be answered at will."""

    def __init__(self, wire: socket.socket, head: bytes, closing: threading.Event) -> None:
        self._wire = wire
        self._closing = closing
        self.head = head

    def send(self, data: bytes) -> bool:
        """Whether the other side still listens."""
        try:
            self._wire.sendall(data)
        except OSError:
            return False
        return True

    def reset(self) -> None:
        """End the connection with RST."""
        self._wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._wire.close()

    def wait(self, seconds: float = 60.0) -> bool:
        """Do nothing for so long; True when the server is being closed."""
        return self._closing.wait(seconds)


class Server:
    """Answers by path; any path that it was told nothing of gets the answer for `*`, else a 404."""

    def __init__(self, answers: Mapping[str, Answer], host: str, tls: ssl.SSLContext | None) -> None:
        self.requests: list[bytes] = []  # the heads, in the order received
        self._answers = answers
        self._tls = tls
        self._closing = threading.Event()
        self._listener = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        self._handlers: list[threading.Thread] = []
        self._acceptor = threading.Thread(target=self._accept, name="test server")
        self._acceptor.start()
        shown = f"[{host}]" if ":" in host else host
        self.host = f"{shown}:{self.port}"
        self.url = f"{'https' if tls else 'http'}://{self.host}"

    @property
    def port(self) -> int:
        """Chosen by the system."""
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """End every connection and every thread."""
        self._closing.set()
        socket.create_connection(self._listener.getsockname()[:2]).close()  # wakes `accept`
        self._acceptor.join()
        for handler in self._handlers:
            handler.join()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            wire, _ = self._listener.accept()
            if self._closing.is_set():
                wire.close()
                return
            handler = threading.Thread(target=self._handle, args=(wire,), name="test connection")
            handler.start()
            self._handlers.append(handler)

    def _handle(self, wire: socket.socket) -> None:
        wire.settimeout(10)
        with contextlib.suppress(OSError), wire:
            if self._tls is None:
                self._answer(wire)
                return
            with self._tls.wrap_socket(wire, server_side=True) as secure:
                self._answer(secure)

    def _answer(self, wire: socket.socket) -> None:
        head = bytearray()
        while b"\r\n\r\n" not in head:
            data = wire.recv(65_536)
            if not data:
                return
            head += data
            if head[:1] == _CLIENT_HELLO:  # servers say so at once; waiting for the rest would last ten seconds
                wire.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
                return
        self.requests.append(bytes(head))
        missing = self._answers.get("*", response(404))
        answer = self._answers.get(head.split(b" ")[1].decode("latin-1"), missing)
        connection = Connection(wire, bytes(head), self._closing)
        if callable(answer):
            answer(connection)
        else:
            connection.send(answer)


@contextlib.contextmanager
def serve(
    answers: Answer | Mapping[str, Answer], *, host: str = "127.0.0.1", certificate: str | None = None
) -> Iterator[Server]:
    """Serve answers during a test; a single answer is that to /robots.txt."""
    tls = None
    if certificate is not None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(TLS / f"{certificate}.pem")
    server = Server(answers if isinstance(answers, Mapping) else {"/robots.txt": answers}, host, tls)
    try:
        yield server
    finally:
        server.close()


def response(status: int, body: bytes = b"", *headers: str, reason: str = "Reason", length: int | None = None) -> bytes:
    """Return a whole answer, after which the connection is closed."""
    length = len(body) if length is None else length
    sizes = (
        () if status in {204, 304} or any("chunked" in header for header in headers) else (f"Content-Length: {length}",)
    )
    lines = (f"HTTP/1.1 {status} {reason}", *sizes, "Connection: close", *headers)
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def redirect(location: str, status: int = 301) -> bytes:
    """Return a redirect to that place."""
    return response(status, b"", f"Location: {location}")


def chain(redirects: int) -> dict[str, Answer]:
    """So many redirects, then the file."""
    paths = ["/robots.txt", *(f"/{number}" for number in range(1, redirects + 1))]
    answers: dict[str, Answer] = {here: redirect(there) for here, there in itertools.pairwise(paths)}
    return {**answers, paths[-1]: response(200, ROBOTS, "Content-Type: text/plain")}


def hang(connection: Connection) -> None:
    """Never answer."""
    connection.wait()


def drip(head: bytes, byte: bytes = b"x", every: float = 0.02) -> Callable[[Connection], None]:
    """Send the head, then one byte at a time without end."""

    def answer(connection: Connection) -> None:
        connection.send(head)
        while connection.send(byte) and not connection.wait(every):
            pass

    return answer


def endless(head: bytes, data: bytes) -> Callable[[Connection], None]:
    """Send the head, then the same bytes as fast as possible, without end."""

    def answer(connection: Connection) -> None:
        connection.send(head)
        while connection.send(data) and not connection.wait(0):
            pass

    return answer


def unused_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
