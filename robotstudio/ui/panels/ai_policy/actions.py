"""Actions of the AI policy's window."""

from collections.abc import Sequence
from typing import Protocol

from robotstudio.engine.crawlers import Crawler
from robotstudio.policy.model import PolicyChoice
from robotstudio.policy.server_rules import ServerSoftware


class PolicyActions(Protocol):
    """Implemented by the controller."""

    def study(self) -> None:
        """Request a study of the draft and of the choices."""

    def choose(self, who: str, choice: PolicyChoice | None) -> None:
        """Choose for a purpose or a token; None gives a crawler the choice of its purpose."""

    def leave(self, crawlers: Sequence[Crawler]) -> None:
        """Leave crawlers as they are, whatever is chosen for their purpose."""

    def follow_only_block(self, crawlers: Sequence[Crawler]) -> None:
        """Remove crawlers from the groups outside the block."""

    def write_block(self) -> None:
        """Write the choices into the draft."""

    def write_signal(self, value: str) -> None:
        """Write a Content-Signal line into the group for all crawlers."""

    def cancel_signal(self) -> None:
        """Write no line after all."""

    def remove_block(self) -> None:
        """Remove the block from the draft."""

    def reset(self) -> None:
        """Discard the choices that are not in the draft yet."""

    def take_over(self) -> None:
        """Take over what was changed in the block by hand."""

    def overwrite(self) -> None:
        """Write the block again, without what was changed by hand."""

    def go_to_line(self, line: int) -> None:
        """Show a line of the draft."""

    def save_server_rules(self, server: ServerSoftware, text: str) -> None:
        """Save the rules of a server in a file."""

    def fetch_files(self, site: str) -> None:
        """Fetch the files for AI of a site."""

    def cancel_fetch(self) -> None:
        """Cancel the fetch of the files for AI."""

    def fetch_page(self, url: str) -> None:
        """Fetch a page and what its site says about its use."""

    def cancel_page(self) -> None:
        """Cancel the fetch of a page."""
