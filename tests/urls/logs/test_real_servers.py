"""Logs that real servers write of requests over loopback: every request is found again, as it was sent."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote_to_bytes

import pytest
from msgspec import Struct

from robotstudio.urls.logs.formats import LogLines
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, open_source
from tests.policy.servers import APACHE, NGINX

AGENT: Final = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"
ODD_AGENT: Final = 'say "hi" \\ {back}|#1 Föhn bot/1.0'
TARGETS: Final = (
    b"/",
    b"/list?sort=price&page=2",
    b"/caf%C3%A9?q=%26%20x",
    b"//twice/slash",
    b"/semi;colon,comma|pipe",
    b"/a%22b%5Cc%2Fd",
    b"/x?y=%5Cx22&z=%2522",
    b"/hash%2323",
)
ODD_TARGETS: Final = (b'/a"b', b"/f\xc3\xb6hn", b"/latin\xe9", b"/a\\b", b"/x?y=\\x22")
OF_UTF8: Final = tuple(target for target in ODD_TARGETS if b"\xe9" not in target)
"""What a log can hold whose text is UTF-8: the program reads another byte as Latin-1."""
OF_ASCII: Final = tuple(target for target in ODD_TARGETS if target.isascii())
"""What HAProxy takes: to other bytes it answers 400, and logs `<BADREQ>`."""
START_TRIES: Final = 200


class Server(Struct, frozen=True):
    """A server with the format of its log; `takes` are the odd targets that it logs."""

    name: str
    program: str
    command: Callable[[Path, int, int], Sequence[str]]
    format: str
    takes: Sequence[bytes] = ODD_TARGETS
    has_http2: bool = False


def _nginx(log_format: str) -> Callable[[Path, int, int], Sequence[str]]:
    def command(folder: Path, port: int, second: int) -> Sequence[str]:
        names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = "\n".join(f"{name}_temp_path {folder / name};" for name in names)
        listens = "\n".join(f"listen {host}:{each};" for host in ("127.0.0.1", "[::1]") for each in (port,))
        (folder / "nginx.conf").write_text(
            f"daemon off;\nmaster_process off;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{}}\n"
            f"http {{\n{places}\nlog_format own {log_format};\naccess_log {folder / 'access.log'} own;\n"
            f"server {{\n{listens}\nlisten 127.0.0.1:{second} http2;\nlocation / {{ return 204; }}\n}}\n}}\n",
            "utf-8",
        )
        return (NGINX, "-e", "stderr", "-c", str(folder / "nginx.conf"))

    return command


def _apache(log_format: str) -> Callable[[Path, int, int], Sequence[str]]:
    def command(folder: Path, port: int, _second: int) -> Sequence[str]:
        modules = Path("/usr/lib/apache2/modules")
        names = ("mpm_prefork", "authz_core", "rewrite")
        loaded = "\n".join(f"LoadModule {name}_module {modules / f'mod_{name}.so'}" for name in names)
        user = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
        (folder / "apache.conf").write_text(
            f"ServerName 127.0.0.1\nServerRoot {folder}\nDefaultRuntimeDir {folder}\nPidFile {folder / 'pid'}\n"
            f"ErrorLog /dev/stderr\nListen 127.0.0.1:{port}\nListen [::1]:{port}\n{loaded}\n{user}"
            f'LogFormat "{log_format}" own\nCustomLog {folder / "access.log"} own\n'
            "<VirtualHost *>\nRewriteEngine On\nRewriteRule ^ - [R=204,L]\n</VirtualHost>\n",
            "utf-8",
        )
        return (APACHE, "-X", "-f", str(folder / "apache.conf"))

    return command


def _caddy(folder: Path, port: int, second: int) -> Sequence[str]:
    (folder / "Caddyfile").write_text(
        "{\nadmin off\nauto_https off\nservers {\nprotocols h1 h2c\n}\n}\n"
        f"http://:{port}, http://:{second} {{\nlog {{\noutput file {folder / 'access.log'}\n}}\nrespond 204\n}}\n",
        "utf-8",
    )
    return ("caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile"))


def _haproxy(folder: Path, port: int, second: int) -> Sequence[str]:
    captured = (("Host", 100), ("User-Agent", 300), ("X-Forwarded-For", 100))
    captures = "\n".join(f"capture request header {name} len {length}" for name, length in captured)
    (folder / "haproxy.cfg").write_text(
        "global\nlog stdout format raw local0\ndefaults\nmode http\nlog global\noption httplog\n"
        "timeout client 5s\ntimeout server 5s\ntimeout connect 5s\nfrontend front\n"
        f"bind 127.0.0.1:{port}\nbind [::1]:{port}\nbind 127.0.0.1:{second} proto h2\n{captures}\n"
        "http-request return status 200\n",
        "utf-8",
    )
    return ("haproxy", "-db", "-f", str(folder / "haproxy.cfg"))


_COMBINED: Final = '$remote_addr - $remote_user [$time_local] "$request" $status 12 "$http_referer" "$http_user_agent"'
_OWN: Final = '$time_iso8601 $host $remote_addr "$request" $status 12 "$http_referer" "$http_user_agent"'
_JSON: Final = (
    '{"time":"$time_iso8601","remote_addr":"$remote_addr","request":"$request","status":"$status",'
    '"http_user_agent":"$http_user_agent"}'
)
_PARTED: Final = (
    '{"msec":$msec,"ip":"$remote_addr","method":"$request_method","uri":"$request_uri","args":"$args",'
    '"status":$status,"ua":"$http_user_agent"}'
)
_OF_APACHE: Final = r"%h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\""
SERVERS: Final = (
    Server("nginx combined", NGINX, _nginx(f"'{_COMBINED}'"), "common", has_http2=True),
    Server("nginx own format", NGINX, _nginx(f"'{_OWN}'"), "separated", has_http2=True),
    Server("nginx JSON", NGINX, _nginx(f"escape=json '{_JSON}'"), "json", OF_UTF8, has_http2=True),
    Server("nginx JSON, escaped as text", NGINX, _nginx(f"'{_JSON}'"), "json", has_http2=True),
    Server("nginx JSON, parts", NGINX, _nginx(f"escape=json '{_PARTED}'"), "json", OF_UTF8, has_http2=True),
    Server("Apache combined", APACHE, _apache(_OF_APACHE), "common"),
    Server("Apache virtual hosts", APACHE, _apache(f"%v:%p {_OF_APACHE}"), "common"),
    Server("Caddy", "caddy", _caddy, "json", OF_UTF8, has_http2=True),
    Server("HAProxy", "haproxy", _haproxy, "haproxy", OF_ASCII, has_http2=True),
)
HOSTS: Final = ("127.0.0.1", "::1")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        assert isinstance(port, int)
        return port


@contextmanager
def running(server: Server, folder: Path, port: int, second: int) -> Iterator[None]:
    """Run a server whose log is `access.log` in a folder."""
    command = server.command(folder, port, second)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said").open("wb") as said, (folder / "access.log").open("ab") as log:
        output = log if server.program == "haproxy" else said
        process = subprocess.Popen(command, stdout=output, stderr=said, cwd=folder, env=environment)
        try:
            for _ in range(START_TRIES):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
                    break
                assert process.poll() is None, (folder / "said").read_text("utf-8", "replace")
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.05)
            yield
        finally:
            process.terminate()
            process.wait(20)


def ask(host: str, port: int, target: bytes, agent: str) -> bytes:
    """Send a request as it is, and return the answer."""
    head = f"Host: shop.example\r\nUser-Agent: {agent}\r\nConnection: close\r\n\r\n".encode()
    with socket.create_connection((host, port), timeout=20) as connection:
        connection.sendall(b"GET " + target + b" HTTP/1.1\r\n" + head)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


@pytest.fixture(autouse=True)
def _needs_ipv6() -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("There is no IPv6 on the loopback interface.")


@pytest.mark.skipif(sys.platform != "linux", reason="The servers are those of Debian.")
@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server.name)
def test_every_request_is_found_again(server: Server, tmp_path: Path) -> None:
    if shutil.which(server.program) is None:
        pytest.skip(f"{server.program} is not installed.")
    port, second = free_port(), free_port()
    sent = []
    with running(server, tmp_path, port, second):
        for target in (*TARGETS, *server.takes):
            for host, agent in zip(HOSTS, (AGENT, ODD_AGENT), strict=True):
                ask(host, port, target, agent)
                sent.append((unquote_to_bytes(target), host, agent))
        if server.has_http2 and shutil.which("curl"):
            url = f"http://127.0.0.1:{second}"
            for target in TARGETS[1:]:
                options = (
                    "--silent",
                    "--noproxy",
                    "*",
                    "--path-as-is",
                    "--http2-prior-knowledge",
                    "--user-agent",
                    AGENT,
                )
                subprocess.run(["curl", *options, url + target.decode()], check=True, capture_output=True, timeout=20)
                sent.append((unquote_to_bytes(target), HOSTS[0], AGENT))
    with open_source(tmp_path / "access.log", DEFAULT_LIMITS) as source:
        lines = LogLines(source)
        records = [(line, record) for _, line, record in lines if "BADREQ" not in line]
    assert lines.found is not None
    assert lines.found.format.id == server.format
    found = [
        (unquote_to_bytes(record.target), record.client, record.agent or "")
        for _, record in records
        if record is not None
    ]
    for got, want in zip(sorted(found), sorted(sent), strict=False):  # threads may write in another order
        assert got == want
    assert len(found) == len(sent) == len(records)
