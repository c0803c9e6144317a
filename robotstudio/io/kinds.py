"""What a text file that was dropped is: a robots.txt, or a list of URLs."""

from pathlib import Path

from robotstudio.engine import Field, parse_line, split_lines
from robotstudio.io.files import read

_LOOKED_AT = 64 * 1024
_TELLING = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})


def holds_rules(path: Path) -> bool:
    """Whether a file is meant as a robots.txt: by its name, or by a line that names a crawler or is a rule.

    Raises FileError where it cannot be read.
    """
    if path.name.lower().startswith("robots"):
        return True
    return any(parse_line(raw).field in _TELLING for raw in split_lines(read(path)[:_LOOKED_AT]))
