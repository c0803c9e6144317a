"""A small FTP server on this machine that answers RETR well, badly or not at all."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Mapping

ROBOTS = b"User-agent: *\nDisallow: /private/\n"
WELCOME = b"220 test server\r\n"


class FtpServer:
    """One scripted server: `replies` by command take the place of the usual ones; `send` fills the data connection."""

    def __init__(
        self,
        send: Callable[[socket.socket, threading.Event], None] | None,
        replies: Mapping[str, bytes],
        welcome: bytes | None,
    ) -> None:
        self.commands: list[str] = []
        self.closing = threading.Event()
        self._send = send
        self._replies = replies
        self._welcome = welcome
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, name="test ftp")
        self._thread.start()
        self.url = f"ftp://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        """End everything."""
        self.closing.set()
        with contextlib.suppress(OSError):
            socket.create_connection(self._listener.getsockname()).close()
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        wire, _ = self._listener.accept()
        wire.settimeout(5)
        with contextlib.suppress(OSError), wire:
            if self._welcome is None:
                self.closing.wait(5)
                return
            wire.sendall(self._welcome)
            self._talk(wire)

    def _talk(self, wire: socket.socket) -> None:
        data = socket.create_server(("127.0.0.1", 0))
        with data, wire.makefile("rb") as lines:
            for line in lines:
                command = line.decode("latin-1").strip()
                self.commands.append(command)
                verb = command.split(" ")[0].upper()
                if verb in self._replies:
                    wire.sendall(self._replies[verb])
                elif verb == "PASV":
                    high, low = divmod(data.getsockname()[1], 256)
                    wire.sendall(f"227 Entering Passive Mode (127,0,0,1,{high},{low}).\r\n".encode())
                elif verb == "RETR":
                    self._retrieve(wire, data)
                else:
                    wire.sendall({"USER": b"331 name ok\r\n", "PASS": b"230 in\r\n"}.get(verb, b"200 ok\r\n"))

    def _retrieve(self, wire: socket.socket, data: socket.socket) -> None:
        wire.sendall(b"150 here it comes\r\n")
        other, _ = data.accept()
        with other:
            if self._send is not None:
                self._send(other, self.closing)
        wire.sendall(b"226 done\r\n")


@contextlib.contextmanager
def serve_ftp(
    send: bytes | Callable[[socket.socket, threading.Event], None] | None = ROBOTS,
    replies: Mapping[str, bytes] | None = None,
    welcome: bytes | None = WELCOME,
) -> Iterator[FtpServer]:
    """Serve one visit."""
    sending = (lambda wire, _closing: wire.sendall(send)) if isinstance(send, bytes) else send
    server = FtpServer(sending, replies or {}, welcome)
    try:
        yield server
    finally:
        server.close()
