"""Verify addresses by reverse and forward DNS, on request: bounded, and each address once."""

import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from enum import StrEnum
from typing import Final, Protocol

from robotstudio.engine.cancelling import Cancelled, IsCancelled, never

_AT_ONCE: Final = 8
_SECONDS: Final = 30.0
_LOOK_SECONDS: Final = 0.1
MOST_LOOKED_UP: Final = 500


class NameVerdict(StrEnum):
    """Statement of the names about an address."""

    CONFIRMED = "confirmed"  # its name ends as it has to, and leads back to it
    OTHER = "other"  # it has another name, none, or one that does not lead back
    UNKNOWN = "unknown"  # not asked, or not answered in time


class Resolver(Protocol):
    """Looks up names; both methods raise OSError if there is no answer."""

    def name_of(self, address: str) -> str: ...

    def addresses_of(self, name: str) -> Sequence[str]: ...


class SystemResolver:
    """Looks up names as this computer does."""

    def name_of(self, address: str) -> str:
        return socket.gethostbyaddr(address)[0]

    def addresses_of(self, name: str) -> Sequence[str]:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(name, None)]


class NameCheck:
    """Asks for each address once; answers are cached as long as this object lives."""

    def __init__(self, resolver: Resolver | None = None, most: int = MOST_LOOKED_UP, seconds: float = _SECONDS) -> None:
        """Take the limits: at most so many addresses are looked up, and for so many seconds each time."""
        self._resolver = resolver or SystemResolver()
        self._most = most
        self._seconds = seconds
        self._names: dict[str, str | None] = {}

    def whose(
        self, addresses: Iterable[str], endings: Sequence[str], is_cancelled: IsCancelled = never
    ) -> Mapping[str, NameVerdict]:
        """Return what the names of addresses say. Raises Cancelled if asked to."""
        wanted = list(dict.fromkeys(addresses))
        fresh = [address for address in wanted if address not in self._names][: max(0, self._most - len(self._names))]
        self._look_up(fresh, is_cancelled)
        return {address: self._verdict(address, endings) for address in wanted}

    def _look_up(self, addresses: Sequence[str], is_cancelled: Callable[[], bool]) -> None:
        pool = ThreadPoolExecutor(_AT_ONCE, "names")
        try:
            left = {pool.submit(self._confirmed_name, address): address for address in addresses}
            rounds = int(self._seconds / _LOOK_SECONDS)
            while left and rounds:
                done, _ = wait(left, timeout=_LOOK_SECONDS)
                for each in done:
                    self._names[left.pop(each)] = each.result()
                if is_cancelled():
                    raise Cancelled
                rounds -= not done
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _confirmed_name(self, address: str) -> str | None:
        """Return the name of an address if it leads back to it."""
        with suppress(OSError, UnicodeError):
            name = self._resolver.name_of(address).rstrip(".").lower()
            if address in self._resolver.addresses_of(name):
                return name
        return None

    def _verdict(self, address: str, endings: Sequence[str]) -> NameVerdict:
        if address not in self._names:
            return NameVerdict.UNKNOWN
        name = self._names[address] or ""
        is_right = any(name == ending or name.endswith(f".{ending}") for ending in endings)
        return NameVerdict.CONFIRMED if is_right else NameVerdict.OTHER
