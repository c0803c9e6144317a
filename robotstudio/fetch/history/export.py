"""Exports a host's history as a ZIP file: the timeline as JSON, and each body byte for byte."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from robotstudio.fetch.history.model import Entry, EntryMark
from robotstudio.fetch.history.store import History
from robotstudio.fetch.words import sentence
from robotstudio.store.files import write_atomic

TIMELINE = "timeline.json"


def export(history: History, host: str, path: Path) -> int:
    """Write the history of a host; return the number of entries. Raises HistoryError and FileError."""
    entries = history.timeline(host)
    bodies = {entry.sha256: entry for entry in entries if entry.sha256}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = {"host": host, "entries": [_row(entry) for entry in entries]}
        archive.writestr(TIMELINE, json.dumps(rows, indent=1, ensure_ascii=False))
        for sha256, entry in bodies.items():
            archive.writestr(_name(sha256), history.body(entry))
    write_atomic(path, packed.getvalue())
    return len(entries)


def _name(sha256: str) -> str:
    return f"bodies/{sha256}.txt"


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "fetched_at": entry.fetched_at.isoformat(),
        "requested": entry.requested,
        "final_url": entry.final_url,
        "outcome": entry.outcome.value,
        "status": entry.status,
        "error": None if entry.failure is None else sentence(entry.failure),
        "redirects": entry.redirects,
        "changes": [str(mark.name).lower() for mark in EntryMark if mark in entry.marks],
        "not_modified": entry.is_unmodified,
        "content_type": entry.content_type,
        "size": entry.size,
        "truncated": entry.truncated,
        "sha256": entry.sha256,
        "body": _name(entry.sha256) if entry.sha256 else None,
        "elapsed_ms": entry.elapsed_ms,
        "user_agent": entry.user_agent,
        "headers": [list(header) for header in entry.headers],
    }
