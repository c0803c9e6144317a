"""Requests of the window of many hosts to its controller."""

from typing import Protocol

from robotstudio.fetch.hosts import HostLimits, HostsState


class HostsActions(Protocol):
    """Implemented by the controller."""

    def fetch(self, state: HostsState, limits: HostLimits) -> None:
        """Fetch the hosts that remain."""

    def cancel(self) -> None:
        """Stop fetching."""

    def load_list(self) -> None:
        """Ask for a file, and show it as the list."""

    def export(self) -> None:
        """Ask for a file, and write the listed hosts there."""

    def fetch_host(self, address: str) -> None:
        """Show the robots.txt at an address in the Fetch tab."""
