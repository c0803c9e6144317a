"""The versions of a file: from the history of fetches, or from files with the day on which each came."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from robotstudio.compliance.model import DatedVersion
from robotstudio.fetch.history.model import Entry
from robotstudio.store.errors import HistoryError

ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)
"""The date of a version of which nobody says when it came."""


def version_of_file(body: bytes, since: str, name: str) -> DatedVersion:
    """Return a version from a day or a time in ISO 8601, UTC by default. Raises ValueError if it is invalid."""
    moment = datetime.fromisoformat(since) if since else ALWAYS
    return DatedVersion(moment if moment.tzinfo else moment.replace(tzinfo=UTC), body, name)


def conflicting_versions(versions: Iterable[DatedVersion]) -> tuple[DatedVersion, DatedVersion] | None:
    """Find two different versions with the same time: nobody can tell which of them was live."""
    known: dict[datetime, DatedVersion] = {}
    for version in versions:
        other = known.setdefault(version.since, version)
        if other.body != version.body:
            return other, version
    return None


def versions_of(entries: Iterable[Entry], body_of: Callable[[Entry], bytes]) -> tuple[DatedVersion, ...]:
    """Return the versions that the fetches of a host found, from when each was first seen; those without a body not.

    A version may be older than that: a request between two fetches is judged by the older one.
    """
    versions: list[DatedVersion] = []
    last = ""
    for entry in sorted(entries, key=lambda entry: entry.fetched_at):
        if not entry.sha256 or entry.sha256 == last or not entry.has_rules:
            continue
        last = entry.sha256
        try:
            body = body_of(entry)
        except HistoryError:
            continue
        versions.append(DatedVersion(entry.fetched_at, body, entry.final_url))
    return tuple(versions)
