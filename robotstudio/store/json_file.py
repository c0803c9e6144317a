"""A JSON file that people may edit: its value, or an error with the position."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from robotstudio.store.errors import FileError
from robotstudio.text.language import Message

_NO_JSON: Message = "“{path}” is not JSON: {said} (line {line}, column {column}). Correct it there."
_NOT_UTF8: Message = "“{path}” is not JSON in UTF-8. Correct it, or move it away."


def parsed(
    body: bytes,
    path: Path,
    error: type[FileError],
    as_object: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> object:
    """Parse the bytes of a file; None if a number or the depth exceeds all bounds.

    Raises `error`. `as_object` makes the value of an object from its pairs.
    """
    try:
        found: object = json.loads(body, object_pairs_hook=as_object)
    except json.JSONDecodeError as wrong:
        facts = {"said": wrong.msg.lower(), "line": str(wrong.lineno), "column": str(wrong.colno)}
        raise error(_NO_JSON, path, **facts) from wrong
    except UnicodeDecodeError as wrong:
        raise error(_NOT_UTF8, path) from wrong
    except (ValueError, RecursionError):
        return None
    return found
