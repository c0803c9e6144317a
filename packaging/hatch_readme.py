"""Make the links and pictures of the README absolute, so that they work on PyPI: hatchling calls this."""

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

_TARGET: Final = re.compile(r"(!?)(\[[^\]\n]*\])(\(|: )(?!https?://|#)([^)\s]+)")


def absolute(text: str, home: str) -> str:
    """Return Markdown whose relative links lead to the repository, and whose pictures to the files themselves."""
    return _TARGET.sub(lambda at: f"{at[1]}{at[2]}{at[3]}{home}/{'raw' if at[1] else 'blob'}/main/{at[4]}", text)


class ReadmeHook(MetadataHookInterface):
    """Fills in `readme`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README with absolute links."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, metadata["urls"]["Homepage"])}
