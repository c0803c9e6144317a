"""`--browser` and `--no-sandbox`: the browser in which pages are rendered."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.text.language import Message, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from robotstudio.crawl.rendering.report import RenderChoice

_BROWSER: Message = "the program file of the browser, instead of the one that is found"
_NO_SANDBOX: Message = "start the browser without its sandbox, as root in a container needs"


def add_browser(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the browser."""
    parser.add_argument("--browser", metavar="FILE", help=tr(_BROWSER))
    parser.add_argument("--no-sandbox", action="store_true", help=tr(_NO_SANDBOX))


def render_choice(options: argparse.Namespace, drafts: "Mapping[str, bytes] | None" = None) -> "RenderChoice":
    """Return how to render; `drafts` replace the robots.txt at these addresses."""
    from robotstudio.crawl.rendering.report import RenderChoice  # few crawls render

    browser = Path(options.browser) if options.browser else None
    return RenderChoice(browser=browser, has_sandbox=not options.no_sandbox, drafts=drafts or {})
