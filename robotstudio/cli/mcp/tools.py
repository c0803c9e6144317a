"""The tools: plain functions of plain data. Their docstrings are what a model reads."""

import contextlib
import io
import json
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mcp.server.mcpserver.exceptions import ToolError

from robotstudio import cli
from robotstudio.cli.patches import patch_of
from robotstudio.engine.content import content_of
from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS, Crawler
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.proof import prove_equal
from robotstudio.engine.proof.equality import Result
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.user_agents import crawler_of
from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS, HttpScenario
from robotstudio.fetch.meanings import effect_words
from robotstudio.fetch.policy import Effect
from robotstudio.library import Robots
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import fix_words, message_text
from robotstudio.lint.model import Fix
from robotstudio.lint.proof import fix_safely
from robotstudio.store.errors import BadUrlError
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import printable

_MOST_ROWS: Final = 50
_MOST_NAMED: Final = 5
_MOST_JUDGED: Final = 20
_MOST_EVIDENCE: Final = 2
_OF_CONDUCT: Final = frozenset(
    {
        "crawler",
        "conduct",
        "why",
        "requests",
        "judged",
        "closed",
        "identities",
        "spoofed",
        "ranges_dated",
        "until",
        "older_version",
        "evidence",
    }
)
"""What `compliance` says about a crawler, of all that the command prints."""
_LONGEST: Final = 600_000
"""Characters of a file; crawlers read 500 KiB, and a model less."""
_MOST_TEXT: Final = 40_000
"""Characters of a file in an answer, some 10,000 tokens."""
_one_at_a_time = threading.Lock()


@dataclass
class VerdictRow:
    url: str
    user_agent: str
    allowed: bool
    line: int | None
    rule: str | None
    group: str | None
    reason: str
    dialect: str
    why: str


@dataclass
class FindingRow:
    code: str
    severity: str
    line: int
    message: str
    fix: str | None = None
    fix_is_safe: bool | None = None


@dataclass
class Findings:
    findings: list[FindingRow]
    more: int


@dataclass
class FlipRow:
    url: str
    user_agent: str
    allowed: bool


@dataclass
class Fixed:
    robots_txt: str
    diff: str
    proven_without_effect: bool
    flips: list[FlipRow]


@dataclass
class ProofRow:
    user_agent: str
    result: str
    url: str | None
    line_before: int | None
    line_after: int | None


@dataclass
class Minimised:
    robots_txt: str
    bytes_before: int
    bytes_after: int
    is_smallest: bool


@dataclass
class PolicyRow:
    purpose: str
    crawlers: int = 0
    blocked_everywhere: list[str] = field(default_factory=list)
    partly_blocked: list[str] = field(default_factory=list)
    blocked_but_not_documented_to_obey: list[str] = field(default_factory=list)


@dataclass
class Policy:
    purposes: list[PolicyRow]
    robots_txt: str | None = None


@dataclass
class MeaningRow:
    user_agent: str
    meaning: str


def verdict(robots_txt: str, urls: list[str], user_agents: list[str]) -> list[VerdictRow]:
    """Say whether crawlers may fetch URLs, which line decides, and why.

    `urls` are full URLs or paths; `user_agents` product tokens (Googlebot, GPTBot) or whole User-Agent headers. Each
    crawler reads the file in its own dialect and falls back as its operator documents. At most 50 answers.
    """
    robots = Robots.parse(_file(robots_txt))
    if len(urls) * len(user_agents) > _MOST_ROWS:
        raise ToolError(f"That is more than {_MOST_ROWS} answers. Ask for fewer URLs or user agents.")
    return [_verdict_row(robots, url, user_agent) for url in urls for user_agent in user_agents]


def lint(robots_txt: str) -> Findings:
    """Find the mistakes in a robots.txt: code, severity, line, what happens, and the fix if there is one.

    A safe fix is proven to change no verdict of any crawler; apply it with `fix`.
    """
    found = Linter().check(bytes_of(_file(robots_txt))).findings
    rows = []
    for finding in found[:_MOST_ROWS]:
        row = FindingRow(
            code=finding.code, severity=finding.severity.value, line=finding.line, message=message_text(finding)
        )
        if fixes := finding.diagnostic.fixes:
            row.fix, row.fix_is_safe = fix_words(fixes[0]), fixes[0].is_safe
        rows.append(row)
    return Findings(findings=rows, more=max(0, len(found) - _MOST_ROWS))


def fix(robots_txt: str, code: str = "", line: int = 0, urls: list[str] | None = None) -> Fixed:
    """Fix a robots.txt and say what flips. Nothing is written: the new text is the answer.

    Without `code` all safe fixes are applied, which is proven to change no verdict. With the `code` and `line` of a
    finding its first fix is applied, safe or not; `flips` are the verdicts on `urls` that it changes for the usual
    crawlers.
    """
    before = bytes_of(_file(robots_txt))
    findings = Linter().check(before).findings
    after = (apply(before, [_fix_of(findings, code, line)]) if code else fix_safely(before, findings)).body
    return Fixed(
        robots_txt=_answered(after, "lint --fix"),
        diff=patch_of("robots.txt", before, after).decode("utf-8", "replace") if after != before else "",
        proven_without_effect=all(row.result == Result.EQUAL for row in _compare(before, after, DEFAULT_TOKENS)),
        flips=_flips(before, after, urls or []),
    )


def prove(before: str, after: str, user_agents: list[str] | None = None) -> list[ProofRow]:
    """Prove that two robots.txt files give crawlers the same verdict on every possible URL, or name a URL that flips.

    `result` is `equal` (proven), `differs` (with a `url` and the lines that decide about it) or `undecided`.
    """
    named = user_agents or DEFAULT_TOKENS
    return list(_compare(bytes_of(_file(before)), bytes_of(_file(after)), named))


def minimise(robots_txt: str, user_agents: list[str] | None = None) -> Minimised:
    """Make the smallest robots.txt that is proven to give these crawlers the same verdicts on every URL."""
    with _files(robots=robots_txt) as folder:
        named = [word for token in user_agents or () for word in ("--crawler", token)]
        status, _ = _command("minimise", folder / "robots.txt", *named, "--no-config", "-o", folder / "out.txt")
        body = (folder / "out.txt").read_bytes()
    return Minimised(
        robots_txt=_answered(body, "minimise"),
        bytes_before=len(bytes_of(robots_txt)),
        bytes_after=len(body),
        is_smallest=status == 0,
    )


def policy(robots_txt: str, choices: dict[str, str] | None = None) -> Policy:
    """Say what crawlers of each purpose (ai-training, ai-search, ai-assistant, search …) may fetch; or change it.

    `choices` block or allow a purpose or a crawler, such as {"ai-training": "block", "CCBot": "allow"}; the new text is
    in the answer. Search engines that a purpose does not name stay as they are. Of many crawlers a few are named.
    """
    with _files(robots=robots_txt) as folder:
        made, shown = None, folder / "robots.txt"
        if choices:
            asked = [word for name, choice in choices.items() for word in ("--set", f"{name}={choice}")]
            _command("policy", shown, *asked, "-o", folder / "out.txt")
            shown = folder / "out.txt"
            made = _answered(shown.read_bytes(), "policy --set")
        _, rows = _command("policy", shown, "--all", "--format", "json")
    purposes: dict[str, PolicyRow] = {}
    crawlers = (row for row in rows if row["kind"] == "crawler")
    for row in sorted(crawlers, key=lambda row: row["crawler"] not in DEFAULT_TOKENS):  # these are named first
        purpose = row["purpose"]
        _count(purposes.setdefault(purpose, PolicyRow(purpose)), row)
    for counted in purposes.values():
        for kind in (counted.blocked_everywhere, counted.partly_blocked, counted.blocked_but_not_documented_to_obey):
            if more := len(kind[_MOST_NAMED:]):
                kind[_MOST_NAMED:] = [f"and {more} more"]
    return Policy([*purposes.values()], made)


def _count(counted: PolicyRow, row: dict[str, Any]) -> None:
    counted.crawlers += 1
    if row["access"] == "everything":
        return
    kinds = [counted.blocked_everywhere if row["access"] == "nothing" else counted.partly_blocked]
    if row["obeys"] not in {"yes", "partial"}:
        kinds.append(counted.blocked_but_not_documented_to_obey)
    for kind in kinds:
        kind.append(row["crawler"])


def fetch_meaning(answer: str, user_agents: list[str] | None = None) -> list[MeaningRow]:
    """Say what an answer of the server for /robots.txt, such as 404, 503, 403 or html, means to each crawler."""
    if answer not in SUPPOSED_ANSWERS:
        raise ToolError(f"Unknown answer {answer!r}. Available: {WORDS.side_by_side(SUPPOSED_ANSWERS)}.")
    scenario = HttpScenario(answer)
    rows = []
    for crawler in _crawlers(user_agents or DEFAULT_TOKENS):
        outcome = scenario.policy_outcome(crawler)
        effect = Effect.PARSE if outcome is None else outcome.effect
        rows.append(MeaningRow(user_agent=crawler.token, meaning=effect_words(effect)))
    return rows


def compliance(
    logs: list[str], robots_txt_by_date: dict[str, str], user_agents: list[str] | None = None
) -> list[dict[str, Any]]:
    """Check in access logs which crawlers obeyed the robots.txt. `logs` are paths of files on this computer.

    `robots_txt_by_date` has the text that was served since a date, such as {"2026-10-01": "User-agent: *…"}. Each
    crawler has its `conduct`, its requests, and how many of them were blocked; requests from other addresses than the
    operator publishes are counted as spoofed. Without `user_agents` all crawlers in the logs are judged; at most 20
    are returned, first those that did not obey.
    """
    with tempfile.TemporaryDirectory() as place:
        folder, files = Path(place), []
        for number, (date, text) in enumerate(robots_txt_by_date.items()):
            (folder / f"{number}.txt").write_bytes(bytes_of(_file(text)))
            files += ["--file", f"{date}={folder / f'{number}.txt'}"]
        paths = (Path(log).absolute() for log in logs)  # none is taken for an option, or for standard input
        _, rows = _command("compliance", *paths, *files, "--format", "json")
    tokens = {crawler.token for crawler in _crawlers(user_agents or ())}
    judged = [row for row in rows if row["kind"] == "crawler" and (not tokens or row["crawler"] in tokens)]
    judged.sort(key=lambda row: row["conduct"] != "did-not")
    answered = [{key: row[key] for key in row if key in _OF_CONDUCT} for row in judged[:_MOST_JUDGED]]
    for row in answered:
        row["evidence"] = row["evidence"][:_MOST_EVIDENCE]
    more = len(judged) - len(answered)
    return [*answered, {"more_crawlers": more}] if more else answered


def fetch(url: str, user_agent: str = "") -> dict[str, Any]:
    """Fetch the robots.txt of a site: status, hops, body, and what the answer means to each kind of crawler.

    A long body is cut: `more` is the number of bytes that are left out.
    """
    named = ("--as", user_agent) if user_agent else ()
    with _files() as folder:
        out = folder / "out.txt"
        _, rows = _command("fetch", url, *named, "--format", "json", "-o", out)
        body = out.read_bytes() if out.exists() else b""
    shown = body[:_MOST_TEXT].decode("utf-8", "replace")
    return {**rows[0], "robots_txt": shown, "more": max(0, len(body) - _MOST_TEXT), "content": content_of(body).value}


OFFLINE: Final = (verdict, lint, fix, prove, minimise, policy, fetch_meaning, compliance)
"""The tools that open no connection."""


def _verdict_row(robots: Robots, url: str, user_agent: str) -> VerdictRow:
    try:
        answer = robots.why(url, user_agent)
    except BadUrlError as error:
        raise ToolError(str(error)) from error
    return VerdictRow(
        url=answer.url,
        user_agent=user_agent,
        allowed=answer.allowed,
        line=answer.line,
        rule=answer.rule,
        group=answer.group,
        reason=answer.reason,
        dialect=answer.dialect,
        why=answer.sentence,
    )


def _compare(before: bytes, after: bytes, user_agents: Sequence[str]) -> Iterator[ProofRow]:
    old, new = FileVersion(before), FileVersion(after)
    for crawler in _crawlers(user_agents):
        found = prove_equal(old.read_as(crawler.dialect), new.read_as(crawler.dialect), crawler.agent)
        yield ProofRow(
            user_agent=crawler.token,
            result=found.outcome.value,
            url=found.witness,
            line_before=found.line_a,
            line_after=found.line_b,
        )


def _flips(before: bytes, after: bytes, urls: Sequence[str]) -> list[FlipRow]:
    old, new = Robots.parse(before), Robots.parse(after)
    rows = []
    for url in urls:
        for token in DEFAULT_TOKENS:
            now = _verdict_row(new, url, token)
            if now.allowed != _verdict_row(old, url, token).allowed:
                rows.append(FlipRow(url=now.url, user_agent=token, allowed=now.allowed))
    return rows[:_MOST_ROWS]


def _fix_of(findings: Sequence[Any], code: str, line: int) -> Fix:
    for finding in findings:
        if finding.code == code.upper() and line in {0, finding.line} and finding.diagnostic.fixes:
            found: Fix = finding.diagnostic.fixes[0]
            return found
    place = f" in line {line}" if line else ""
    raise ToolError(f"No finding {code} with a fix{place}. Ask `lint` for the findings.")


def _crawlers(user_agents: Sequence[str]) -> list[Crawler]:
    return [crawler_of(name, CATALOGUE) for name in user_agents]


def _file(text: str) -> str:
    if len(text) > _LONGEST:
        raise ToolError(f"The file has {len(text)} characters; files up to {_LONGEST} are read.")
    return text


def _answered(body: bytes, command: str) -> str:
    """Return a text that is short enough for an answer; `command` makes a longer one."""
    if len(body) > _MOST_TEXT:
        raise ToolError(
            f"The new text has {len(body)} bytes, too many for an answer. The command `robotstudio {command}` makes it."
        )
    return body.decode("utf-8", "surrogateescape")


@contextlib.contextmanager
def _files(robots: str | None = None) -> Iterator[Path]:
    """Return a folder that is gone afterwards, with the robots.txt in it."""
    with tempfile.TemporaryDirectory() as place:
        if robots is not None:
            (Path(place) / "robots.txt").write_bytes(bytes_of(_file(robots)))
        yield Path(place)


def _command(*arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    """Run a command as in a terminal; return its exit status and the objects that it printed."""
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with _one_at_a_time, contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = cli.main(["--lang", "en", *map(str, arguments)])
        except SystemExit as end:  # of a wrong option
            status = int(end.code or 0)
    for stream in (out, errors):
        stream.flush()
    printed, said = (stream.buffer.getvalue().decode() for stream in (out, errors))
    if status not in {0, 1}:
        raise ToolError(printable(said.strip().removeprefix("robotstudio: ")) or "The command failed.")
    return status, [json.loads(row) for row in printed.split("\n") if row.startswith("{")]
