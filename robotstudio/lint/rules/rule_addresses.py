"""Addresses, hosts and directories of the server in rules, which take paths."""

import re
from collections.abc import Iterator

from robotstudio.engine.tokens import Field
from robotstudio.lint.context import LintContext, address_of
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import ADDRESS_START, KEEP_PATH, RULE_FIELDS, WINDOWS_PATH

_BEHIND_SLASH = re.compile(rb"/https?:/{1,2}[^/?#\s]+\.[^/?#\s]+", re.IGNORECASE)
_ALL_HOSTS = re.compile(
    rb"\*\.((?:[a-z0-9-]++\.)+(?:com|org|net|edu|gov|info|io|dev|app|eu|de|at|ch|uk|fr|it|es|nl|be|pl|ru))(?:/.*)?",
    re.IGNORECASE | re.DOTALL,
)
_SERVER_ROOT = re.compile(
    rb"(?:/home/[\w.-]++/(?:public_html|www|htdocs)|/var/www(?:/vhosts/[\w.-]++/httpdocs|/html|/htdocs)?|/srv/(?:www|http)"
    rb"(?:/htdocs)?|/usr/share/nginx/html|/opt/[\w.-]++/htdocs|/(?:public_html|htdocs|httpdocs|wwwroot|inetpub/wwwroot))"
    rb"(?=/|\Z)"
)
_WINDOWS_ROOT = re.compile(
    rb"[A-Za-z]:[\\/](?:inetpub[\\/]wwwroot|xampp[\\/]htdocs|wamp(?:64)?[\\/]www|apache[\w.]*+[\\/]htdocs)(?=[\\/]|\Z)",
    re.IGNORECASE,
)


def full_address(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a whole address: rules contain paths on the site of the file, so this one matches nothing."""
    value = line.google.value
    if behind := _BEHIND_SLASH.match(value):
        start = line.google.value_start
        path = value[behind.end() :] or b"/"
        fix = Fix("keep-path", (Edit(Place(1, start), Place(1, start + len(value)), path),), args={"path": path})
        args: dict[str, Value] = {"value": value, "path": path}
        fixes = (fix,) * _is_fit(line, path)
        yield Diagnostic(1, *line.google.value_span, args=args, fixes=fixes, variant="slash", severity=Severity.WARNING)
        return
    head = ADDRESS_START.match(value)
    if head is None or (value.startswith(b"//") and b"." not in head[0]) or line.takes_address_for_field:
        return
    start = line.google.value_start
    path = value[head.end() :] or b"/"
    edit = Edit(Place(1, start), Place(1, start + len(value)), path if path.startswith(b"/") else b"/" + path)
    fix = Fix("keep-path", (edit,), args={"path": path})
    yield Diagnostic(1, *line.google.value_span, args={"value": value}, fixes=(fix,) * _is_fit(line, path))


FULL_ADDRESS = LintRule(
    "RS402",
    "full-address",
    Severity.ERROR,
    title="Full URL in a rule",
    messages={
        "": "Rules take paths on the file's own site. {value} matches nothing.",
        "slash": "Rules take paths: {value} matches only paths that begin with a URL, not {path}.",
    },
    fixes=KEEP_PATH,
    line=full_address,
    fields=RULE_FIELDS,
)


def _is_fit(line: LineFacts, path: bytes) -> bool:
    """Return True if the fixed rule may be offered: none that closes the whole site, which was never intended."""
    return line.field is Field.ALLOW or path.strip(b"/*") != b""


def host_as_path(context: LintContext) -> Iterator[Diagnostic]:
    """Report the host of the site as the first directory of a rule: paths are written without it."""
    yield from _hosts_behind_stars(context)
    hosts = _own_hosts(context)
    text = context.body.lower() if hosts else b""
    is_there = any(sign + b"/" + host in text for host in hosts for sign in (b" ", b":", b"\t")) and re.search(
        rb"allow[: \t]++/(?:" + b"|".join(map(re.escape, sorted(hosts))) + rb")(?:/|\s|\Z)", text
    )  # compiled only if it may match
    for field in (Field.DISALLOW, Field.ALLOW) if is_there else ():
        for number, line in context.lines_of(field):
            value = line.google.value
            host, slash, rest = value[1:].partition(b"/")
            if value[:1] == b"/" and b"." in host and host.lower() in hosts:
                start = line.google.value_start
                path = slash + rest or b"/"
                edit = Edit(Place(number, start), Place(number, start + len(value)), path)
                fix = Fix("keep-path", (edit,), args={"path": path})
                args: dict[str, Value] = {"value": value, "path": path}
                yield Diagnostic(number, start, start + 1 + len(host), args=args, fixes=(fix,))


HOST_AS_PATH = LintRule(
    "RS443",
    "host-as-path",
    Severity.ERROR,
    title="Host name in a path",
    messages={
        "": "Paths are written without the host: {value} matches only a directory of that name, not {path}.",
        "star": "A file's rules are for its own host: {value} looks for {host} within paths, not for other hosts.",
    },
    fixes=KEEP_PATH,
    file=host_as_path,
)


def _hosts_behind_stars(context: LintContext) -> Iterator[Diagnostic]:
    """Report a star and the name of a host, as for all subdomains."""
    for field in (Field.DISALLOW, Field.ALLOW) if b" *." in context.body or b":*." in context.body else ():
        for number, line in context.lines_of(field):
            found = _ALL_HOSTS.fullmatch(line.google.value)
            if found:
                args: dict[str, Value] = {"value": line.google.value, "host": found[1]}
                severity = Severity.WARNING
                yield Diagnostic(number, *line.google.value_span, args=args, variant="star", severity=severity)


def server_path(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path on the server's disk: paths of URLs begin after its root."""
    value = line.google.value
    if WINDOWS_PATH.match(value) and not _WINDOWS_ROOT.match(value):
        yield Diagnostic(1, *line.google.value_span, args={"value": value}, variant="windows", severity=Severity.ERROR)
        return
    root = _SERVER_ROOT.match(value) or _WINDOWS_ROOT.match(value)
    path = value[root.end() :].replace(b"\\", b"/") if root else b""
    is_deep = root is not None and (root.re is _WINDOWS_ROOT or root[0].count(b"/") > 1)
    if root and (path.strip(b"/*$") or is_deep or line.field is Field.ALLOW):
        start = line.google.value_start
        edit = Edit(Place(1, start), Place(1, start + len(value)), path)
        fix = Fix("keep-path", (edit,), args={"path": path})
        args: dict[str, Value] = {"root": root[0], "path": path or b"/"}
        severity = Severity.ERROR if root.re is _WINDOWS_ROOT else None
        fixes = (fix,) * bool(path.strip(b"/*$"))
        yield Diagnostic(1, start, start + root.end(), args=args, fixes=fixes, severity=severity)


SERVER_PATH = LintRule(
    "RS445",
    "server-path",
    Severity.WARNING,
    title="Path of the server's disk",
    messages={
        "": "{root} is usually a directory on the server's disk, which no URL contains. In URLs this is {path}.",
        "windows": "{value} is a Windows path. No URL contains one, so the rule matches nothing.",
    },
    fixes=KEEP_PATH,
    line=server_path,
    fields=RULE_FIELDS,
    in_plain=rb"\A" + _SERVER_ROOT.pattern,
)


def _own_hosts(context: LintContext) -> frozenset[bytes]:
    """Return the host of the file, if known, and those of its sitemaps, with www. and without."""
    texts = [line.value_text for _, line in context.lines_of(Field.SITEMAP)[:20]]
    hosts = {address_of(text).host.lower().removeprefix("www.") for text in (context.setting.address or "", *texts)}
    return frozenset(name.encode() for host in hosts if host for name in (host, f"www.{host}"))
