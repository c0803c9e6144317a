"""A JSON file that a person may write: what it holds, or a sentence that says where it is none."""

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
    """What the bytes of a file hold; None where that has a number or a depth beyond all bounds.

    Raises `error`. `as_object` makes the value of an object of the pairs in it.
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
