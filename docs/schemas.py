"""Write the JSON Schemas of what commands print with `--format json`: `.venv/bin/python docs/schemas.py`.

docs/command-line.md describes the keys. A command prints an object per line, of one of the kinds below; `report` and
`survey` print one object. Keys may be added, so that none is forbidden.

A field is `name:type`: `s` a string, `i` an integer, `n` a number, `b` true or false, `o` an object, `any` anything,
`[s]` a list; `?` after the type means that it may be null, `*` that the key may be missing.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "schema"
_TYPES: Final = {"s": "string", "i": "integer", "n": "number", "b": "boolean", "o": "object"}


class Kind(NamedTuple):
    """A kind of object that a command prints."""

    title: str
    fields: str
    const: Mapping[str, str] = {}
    """Keys with one value, which tell this kind from others."""


_VERDICT = "url:s crawler:s allowed:b? line:i? rule:s? group:s? reason:s dialect:s columns:o*"
_FLIP = "url:s crawler:s before:o after:o columns:o*"
_SUMS = "weight:o"
_REPORT_BLOCK = "kind:s"

SCHEMAS: Final[Mapping[str, Sequence[Kind]]] = {
    "test": (
        Kind("A verdict", _VERDICT),
        Kind(
            "An expectation and its result (--expect)",
            "url:s? crawler:s expected:b? expected_rule:s? allowed:b? line:i? rule:s? reason:s? dialect:s? passed:b? "
            "problem:s? at:i witness:s? fails_for:s? sum:s? found:n?",
        ),
        Kind(
            "Crawlers compared with the first (--readings)",
            "first:s crawlers:[s] outcome:s reason:s?* url:s* verdict_of_first:o* verdict:o* parts_from_rfc9309:s?* "
            "only_escaped:b* only_robots_txt:b* equal_for_plain_urls:b*",
        ),
        Kind("The column that is summed (--weight)", "weight:o"),
        Kind(
            "A sum (--weight)",
            "crawler:s allowed:b? line:i? rule:s? group:s? reason:s? dialect:s? urls:i sum:n? known:i",
        ),
        Kind("What each group keeps out (--weight)", "groups:[o]"),
    ),
    "lint": (
        Kind(
            "A finding",
            "path:s code:s severity:s line:i column:i end_line:i end_column:i message:s fixable:b help:s fingerprint:s",
        ),
    ),
    "diff": (
        Kind("A verdict that flips", _FLIP),
        Kind("Search engines that are shut out", "danger:s crawlers:[s] lines:[i] message:s"),
        Kind("The sums (--weight)", "weight:o crawlers:[s] blocked:o allowed:o lines:[o]"),
        Kind(
            "A proof (--prove)",
            "crawler:s outcome:s reason:s? fields_change:b only:[s]? differences:[o]",
        ),
    ),
    "minimise": (
        Kind("A step", "line:i kind:s rests_on:[i]?"),
        Kind("The sizes", "bytes_before:i bytes_after:i reason:s?"),
    ),
    "parse": (
        Kind(
            "A file",
            "path:s dialect:s groups:[o] sitemaps:[s] fields:[o] ignored:[any] cut_at_line:i?",
        ),
    ),
    "gate": (Kind("A check", "check:s passed:b said:s details:[s]"),),
    "siblings": (
        Kind(
            "A rule and its missing siblings",
            "line:i rule:s kind:s crawlers:[s] urls:i examples:[s] patterns:[s] exact:b also:s?",
        ),
    ),
    "policy": (
        Kind(
            "The block",
            "line:i end_line:i made:s list:s by_hand:b lines_by_hand:[i] missing:[s]",
            {"kind": "block"},
        ),
        Kind(
            "A crawler",
            "purpose:s crawler:s operator:s obeys:s follows:s? named_in:i? rule:s? access:s choice:s?",
            {"kind": "crawler"},
        ),
        Kind("A preference", "line:i field:s value:s path:s? uses:o", {"kind": "wish"}),
        Kind(
            "A contradiction",
            "line:i what:s crawlers:[s] other:i?* use:s?* file:s* url:s* rules:[i]* of:i*",
            {"kind": "contradiction"},
        ),
        Kind("A choice that is not met", "crawler:s choice:s why:s lines:[i] url:s?", {"kind": "shortfall"}),
        Kind("A crawler with other verdicts", "crawler:s follows:s url:s?", {"kind": "moved"}),
        Kind("A crawler that no choice covers any more", "crawler:s url:s?", {"kind": "dropped"}),
        Kind("The block that was written", "kept:i line:i? end_line:i?", {"kind": "written"}),
        Kind(
            "A file for AI", "file:s state:s outcome:s* status:i?* judged:i elsewhere:i rules:[o]*", {"kind": "ai-file"}
        ),
        Kind("A forecast of a check of another program", "check:s result:s reasons:[s]", {"kind": "forecast"}),
        Kind("A mistake in a file for AI", "file:s line:i what:s text:s", {"kind": "flaw"}),
    ),
    "meant": (
        Kind("The rules for a use", "url:s use:s allowed:i blocked:[s] unknown:i lines:[i]", {"kind": "rules"}),
        Kind(
            "A statement",
            "url:s use:s source:s place:s at:s line:i? written:s says:s crawlers:i allowed:i effect:s counts:b "
            "secondary:b",
            {"kind": "statement"},
        ),
        Kind("A contradiction", "url:s use:s one:o other:o", {"kind": "contradiction"}),
        Kind("A specification", "source:s name:s basis:s", {"kind": "source"}),
        Kind(
            "An answer that was fetched",
            "url:s outcome:s status:i? final_url:s bytes:i sha256:s? fetched_at:s",
            {"kind": "evidence"},
        ),
    ),
    "practice": (
        Kind(
            "A page and a crawler's header",
            "url:s crawler:s allowed:b? line:i? served:s agreement:s status:i? price:s? final_url:s? sha256:s? "
            "requested_on:s",
        ),
    ),
    "compliance": (
        Kind(
            "A crawler",
            "crawler:s conduct:s why:s? requests:i judged:i closed:i identities:o spoofed:o ranges_dated:s? "
            "ranges_are_old:b until:s? older_version:i? copy_age:n? keeps:n? reads:o periods:[o] days:[o] evidence:[o] "
            "reaction:o",
            {"kind": "crawler"},
        ),
        Kind("A blocked path that anyone can fetch", "target:s line:i kinds:[s]", {"kind": "open"}),
    ),
    "indexing": (
        Kind(
            "A URL",
            "url:s reason:s last_crawled:s? line_now:i? line_then:i? answer:s since:s? advice:s gap:s? "
            "version_then:s? status:i? redirects_to:s? noindex:b? target:s? target_line:i? since_after:s?",
        ),
        Kind(
            "With `--timeline`, an event, the effect of a version on a crawler, or a count of a day",
            "time:s kind:s crawler:s? version:s? after_seconds:i? requests:i? blocked_requests:i? blocked_urls:i? "
            "allowed_urls:i? value:i? name:s?",
        ),
        Kind("The summary", "summary:o"),
    ),
    "crawlers": (
        Kind(
            "The list in use, and what another one changes",
            "list:s crawlers:i shipped:b update:s? taken:b new:[o] gone:[s] now_allowed:[s] now_blocked:[s]",
        ),
    ),
    "budget": (
        Kind(
            "A crawler",
            "crawler:s requests:i spared:i blocked_before:i spoofed:i rules:[o] patterns:[o] statuses:[o] days:[o]",
        ),
        Kind("A URL of a joined list (--join)", "list:s url:s requests:i? clicks:i? line:i?"),
    ),
    "watch": (
        Kind(
            "A site",
            "site:s what:s outcome:s status:i? managed:[any] is_only_managed:b crawlers:[o]",
        ),
    ),
    "fetch": (
        Kind(
            "An answer",
            "url:s final_url:s? outcome:s status:i? hops:[o] headers:o bytes:i? truncated:b sha256:s? elapsed_ms:n "
            "error:any effects:o crawler:s? user_agent:s body_kind:s? wire_bytes:i? compression:s? encoding:s? bom:s? "
            "cut_line:i? http_version:s? ip:s? hop_flags:[any] timings_ms:[o] certificate:any managed_blocks:[any] "
            "not_followed:[any] access:s?",
        ),
    ),
    "render": (
        Kind(
            "A page",
            "url:s final_url:s status:i? crawler:s browser:s allowed:b? line:i? rule:s? seen:o? complete:o? "
            "picture_changed:n missing_text:[s] missing_links:[s] blocked:[o] failed:[o] new_links:[s] new_text:[s] "
            "lost_links:[s] summary:s",
        ),
    ),
    "crawl": (
        Kind(
            "A URL",
            "url:s status:i? depth:i? found_on:s? content_type:s? bytes:i? sha256:s? blocked:o ended_by:s? link_text:s "
            "canonical:s redirects_to:s meta_robots:s in_links:i in_sitemap:b looks_empty:b title:s h1:s description:s "
            "words:i? language:s indexability:s response_ms:n? x_robots_tag:s last_modified:s canonical_status:any "
            "redirect_chain:[any] hreflang:[any] out_links:i? anchors:[any] duplicate_of:s columns:o*",
        ),
        Kind(
            "A finding (--findings)",
            "finding:s waste:s? url:s crawlers:[s] lines:[i] pages:i? other:s? new:b rules:[s] stops_others:any "
            "severity:s why:s fix:s columns:o*",
        ),
        Kind("A URL that was not fetched (--not-fetched)", "reason:s url:s depth:i found_on:s? pattern:s? line:i?"),
        Kind(
            "A difference (--against)",
            "url:s kind:s differences:[s] before:o? after:o? verdicts:o",
        ),
    ),
    "access": (
        Kind("A site", "origin:s kind:s"),
        Kind("A key directory (--sign without SITE)", "keys:[o]"),
    ),
    "search": (Kind("A page", "url:s title:s score:n snippet:s language:s hidden_for:o"),),
    "report": (Kind("A report", "title:s site:s date:s headline:s program:s sections:[o] state:o?"),),
    "rule": (Kind("A rule", "code:s name:s severity:s title:s page:s"),),
    "survey": (
        Kind(
            "A survey",
            "files:i distinct:i farms:[o] figures:o codes:[any]* paths:[any]* encodings:[any]* fields:[any]* "
            "disclosed:[any]* changes:[o]*",
        ),
        Kind("The answer to a question (--where, --by)", "files:i matching:i rows:[o]"),
        Kind("A farm (--farm)", "farm:s kind:s size:i shared:[any] members:[o]"),
    ),
}


def schema_of(command: str) -> dict[str, Any]:
    """Return the schema of one object that a command prints."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"robotstudio {command} --format json",
        "description": "One object. docs/command-line.md describes the keys; new ones may be added.",
        "anyOf": [_object(kind) for kind in SCHEMAS[command]],
    }


def _object(kind: Kind) -> dict[str, Any]:
    fields = [each.partition(":")[::2] for each in kind.fields.split()]
    return {
        "title": kind.title,
        "type": "object",
        "required": [*kind.const, *(name for name, told in fields if not told.endswith("*"))],
        "properties": {
            **{name: {"const": value} for name, value in kind.const.items()},
            **{name: _type(told.removesuffix("*")) for name, told in fields},
        },
    }


def _type(told: str) -> dict[str, Any]:
    name = told.removesuffix("?")
    if name == "any":
        return {}
    if name.startswith("["):
        found: dict[str, Any] = {"type": "array", "items": _type(name[1:-1])}
    else:
        found = {"type": _TYPES[name]}
    return {**found, "type": [found["type"], "null"]} if told.endswith("?") else found


def texts() -> dict[str, str]:
    """Return the files by name."""
    return {
        f"{command}.json": json.dumps(schema_of(command), indent=2, ensure_ascii=False) + "\n" for command in SCHEMAS
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in texts().items():
        (FOLDER / file).write_text(text, "utf-8")
