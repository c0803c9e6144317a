"""Map the fields of a structured log: by known names, by a guess from values, or as the person says."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message, told_list


class Role(StrEnum):
    """Part of a request that a field of a log holds."""

    TIME = "time"
    ADDRESS = "address"
    FORWARDED = "forwarded"
    HOST = "host"
    SCHEME = "scheme"
    METHOD = "method"
    PATH = "path"
    QUERY = "query"
    URL = "url"
    REQUEST = "request"
    STATUS = "status"
    AGENT = "agent"
    SIGNATURE = "signature"


LogFields = Mapping[Role, str]
"""The name of the field for each role; in JSON, names of nested objects are joined by dots."""

NO_FIELD: Final = "0"
"""Stands for no field, where one would be guessed."""


class BadFieldsError(RobotStudioError):
    """A mapping that cannot be used."""


class GuessedField(Struct, frozen=True):
    """A field, and how it was recognised."""

    name: str
    by_name: bool
    """True if its name is known; False if it is guessed from its values."""


Guess = Mapping[Role, GuessedField]

_NAMES: Final[Mapping[Role, str]] = {  # in lower case, without separators; best first
    Role.TIME: (
        "timeiso8601 time timestamp timestart starttime starttimestamp edgestarttimestamp reqtimesec "
        "startutc startlocal datetime date ts msec timelocal @timestamp requesttime receivedat"
    ),
    Role.ADDRESS: (
        "clientip remoteaddr remoteip cip clienthost clientaddr httprequestremoteip cliip remotehost ip "
        "client ipaddress sourceip srcip requestclientip requestremoteip"
    ),
    Role.FORWARDED: (
        "httpxforwardedfor xforwardedfor requestxforwardedfor forwardedfor realip xrealip trueclientip "
        "cfconnectingip requestheadersxforwardedfor"
    ),
    Role.HOST: (
        "httphost clientrequesthost requesthost reqhost xhostheader cshost vhost host virtualhost "
        "servername domain site"
    ),
    Role.SCHEME: "clientrequestscheme requestscheme scheme csprotocol",
    Role.METHOD: (
        "requestmethod clientrequestmethod reqmethod httpmethod method csmethod verb httprequestrequestmethod"
    ),
    Role.PATH: "proxypath clientrequesturi requesturi requestpath reqpath uri csuristem path uripath urlpath",
    Role.QUERY: "querystr querystring csuriquery query args urlquery",
    Role.URL: "httprequestrequesturl requesturl url fullurl",
    Role.REQUEST: "request requestline",
    Role.STATUS: (
        "edgeresponsestatus statuscode downstreamstatus responsestatus status scstatus httpstatus code "
        "responsecode httprequeststatus"
    ),
    Role.AGENT: (
        "httpuseragent clientrequestuseragent requestuseragent useragent ua csuseragent agent browser "
        "httprequestuseragent requestheadersuseragent"
    ),
    Role.SIGNATURE: "httpsignatureagent signatureagent requestsignatureagent requestheaderssignatureagent",
}
_KNOWN: Final[Mapping[Role, Mapping[str, int]]] = {
    role: {name: rank for rank, name in enumerate(names.split())} for role, names in _NAMES.items()
}
_NEEDED_ONCE: Final = frozenset({Role.REQUEST, Role.URL, Role.PATH, Role.METHOD})
_GUESSED: Final = (
    *(Role.REQUEST, Role.URL, Role.TIME, Role.METHOD, Role.STATUS),
    *(Role.ADDRESS, Role.PATH, Role.AGENT, Role.HOST),
)
"""Roles that values alone can show, the clearest first."""
_SEPARATORS: Final = r"[\s._\-()\[\]]+"
_ADDRESS: Final = (
    r"(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[?[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*\]?(?::\d{1,5})?"
)
_METHOD: Final = r"GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|CONNECT|TRACE|PROPFIND"
_STATUS: Final = r"[1-5]\d\d"
_HOST: Final = r"(?:[A-Za-z0-9_-]+\.)+[A-Za-z][A-Za-z0-9-]+(?::\d{1,5})?"
_REQUEST: Final = r"[A-Z]{3,10} \S.* HTTP/\d(?:\.\d)?"
_URL: Final = r"(?i:https?)://[^\s/]+(?:/\S*)?"
_AGENT: Final = r"(?!HTTP/\d)[A-Za-z][\w.+-]*/[\d.]+.*|.*[Bb]ot\b.*|Mozilla.*"

_BAD_PAIR: Final[Message] = "“{text}” does not map a log field. Write it as {example}."
_BAD_ROLE: Final[Message] = "“{text}” is not a part of a request. Parts: {parts}."


def fields_from(text: str) -> dict[Role, str]:
    """Parse `time=ts,address=request.client_ip,path=request.uri`. Raises BadFieldsError."""
    found: dict[Role, str] = {}
    for pair in filter(None, (each.strip() for each in text.split(","))):
        role, sign, name = pair.partition("=")
        if not sign or not name.strip():
            raise BadFieldsError(_BAD_PAIR, text=pair, example="url=FIELD")
        try:
            found[Role(role.strip().lower())] = name.strip()
        except ValueError:
            raise BadFieldsError(_BAD_ROLE, text=role.strip(), parts=told_list(list(Role))) from None
    return found


def fields_text(fields: LogFields) -> str:
    """Write a mapping so that `fields_from` reads it."""
    return ",".join(f"{role}={name}" for role, name in fields.items())


def names_a_url(fields: Mapping[Role, object]) -> bool:
    """Return True if a mapping leads to a URL."""
    return any(role in fields for role in (Role.PATH, Role.URL, Role.REQUEST))


def guess(rows: Sequence[Mapping[str, str]]) -> dict[Role, GuessedField]:
    """Recognise the fields of the first rows of a log by their names, and the others by their values.

    A name counts only if its values do not contradict it; a value alone only if no other field fits as well.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    values = {name: [row[name] for row in rows if row.get(name, "") not in {"", "-"}] for name in names}
    found: dict[Role, GuessedField] = {}
    taken: set[str] = set()
    for role, known in _KNOWN.items():
        ranked = sorted((known[plain], name) for name in names if (plain := _plain(name)) in known)
        fitting = [name for _, name in ranked if name not in taken and _fits(role, values[name], by_name=True)]
        if fitting:
            found[role] = GuessedField(fitting[0], by_name=True)
            taken.add(fitting[0])
    for role in _GUESSED:
        if role in found or (role in _NEEDED_ONCE and names_a_url(found)):
            continue
        free = [name for name in names if name not in taken and values[name]]
        fitting = [name for name in free if _fits(role, values[name], by_name=False)]
        if len(fitting) == 1 or (fitting and role in {Role.TIME, Role.ADDRESS, Role.STATUS}):
            found[role] = GuessedField(fitting[0], by_name=False)
            taken.add(fitting[0])
    return found


def is_header(cells: Sequence[str]) -> bool:
    """Return True if the first row of a table can be its header: no cell is a time, an address or a request."""
    return not any(_TESTS[role](cell) for role in _NEVER_NAMES for cell in cells)


def _plain(name: str) -> str:
    return re.sub(_SEPARATORS, "", name.lower())


def _fits(role: Role, values: Sequence[str], *, by_name: bool) -> bool:
    """Return True if the values can have a role: half of them if the name is known, else nine of ten."""
    if not values:
        return by_name
    test = _TESTS.get(role)
    if test is None:
        return by_name
    if by_name and role is Role.HOST:  # it may be an address, or a name without dots
        return True
    fitting = sum(map(test, values))
    return fitting * 2 >= len(values) if by_name else fitting * 10 >= len(values) * 9


def _matches(pattern: str) -> Callable[[str], bool]:
    return lambda value: re.fullmatch(pattern, value) is not None


def _is_time(value: str) -> bool:
    from robotstudio.urls.logs.record import Times  # noqa: PLC0415  # commands only ask for the names of roles

    return Times().any(value) is not None


_TESTS: Final[Mapping[Role, Callable[[str], bool]]] = {
    Role.TIME: _is_time,
    Role.ADDRESS: _matches(_ADDRESS),
    Role.HOST: _matches(_HOST),
    Role.METHOD: _matches(_METHOD),
    Role.PATH: lambda value: value.startswith("/") or re.fullmatch(_URL, value) is not None,
    Role.URL: _matches(_URL),
    Role.REQUEST: _matches(_REQUEST),
    Role.STATUS: _matches(_STATUS),
    Role.AGENT: _matches(_AGENT),
}
_NEVER_NAMES: Final = (Role.TIME, Role.ADDRESS, Role.STATUS, Role.REQUEST, Role.URL)
