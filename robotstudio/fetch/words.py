"""Messages about a fetch: what was observed, where, what to do."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from robotstudio.engine import content
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.address import host_of, origin_of
from robotstudio.fetch.evidence import (
    AccessKind,
    Argument,
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    FetchProgress,
    Phase,
)
from robotstudio.fetch.headers import retry_seconds
from robotstudio.fetch.meanings import cut_meaning, meaning
from robotstudio.text.language import WORDS, Fact, Message, Plural, Told, ntr, told, tr
from robotstudio.text.phrases import capitalised


class Wording(Struct, frozen=True):
    """The texts of one kind of failure: a chip of two or three words, what happened where, what to do."""

    chip: Message
    what: Message
    advice: Message


FAILURES: Mapping[FailureKind, Wording] = {
    FailureKind.ADDRESS_EMPTY: Wording(
        "no address",
        "No address given.",
        "Enter a host such as example.com.",
    ),
    FailureKind.ADDRESS_INVALID: Wording(
        "not an address",
        "{reason}",  # a whole sentence, of io.urls
        "",
    ),
    FailureKind.DNS_UNKNOWN_HOST: Wording(
        "no such host",
        "There is no server named {host}.",
        "Check the spelling of the host name, and that it has a DNS entry.",
    ),
    FailureKind.DNS_NO_ANSWER: Wording(
        "DNS: no answer",
        "The name {host} could not be looked up: the DNS server gave no answer.",
        "Check the network connection, then try again.",
    ),
    FailureKind.CONNECTION_REFUSED: Wording(
        "connection refused",
        "The server at {host} refused the connection on port {port}.",
        "Check the port, and that the web server is running.",
    ),
    FailureKind.UNREACHABLE: Wording(
        "unreachable",
        "There is no network route to {host}.",
        "Check the network connection, VPN and firewall.",
    ),
    FailureKind.NOT_PUBLIC: Wording(
        "address not public",
        "Not fetched: a public site led to {host}, which is on a private network or this computer.",
        "If the site is yours, enter its address yourself.",
    ),
    FailureKind.REDIRECT_REACH: Wording(
        "redirect refused",
        "Not followed: {host} redirects to {location}, which is another host or port, or an address that is not "
        "public.",
        "If the site is yours, enter that address yourself.",
    ),
    FailureKind.CONNECT_FAILED: Wording(
        "no connection",
        "Could not connect to {host} on port {port} ({detail}).",
        "Check the address, then try again.",
    ),
    FailureKind.CONNECT_TIMEOUT: Wording(
        "timed out",
        "{host} did not accept a connection on port {port} within {seconds} s.",
        "A firewall may drop the request; try again later or from another network.",
    ),
    FailureKind.READ_TIMEOUT: Wording(
        "timed out",
        "{host} sent nothing for {seconds} s, so the fetch stopped.",
        "Try again. If it keeps failing, check the load of the server.",
    ),
    FailureKind.TOTAL_TIMEOUT: Wording(
        "timed out",
        "The answer from {host} was not complete after {seconds} s, so the fetch stopped.",
        "Try again. If it keeps failing, check the load of the server.",
    ),
    FailureKind.CONNECTION_RESET: Wording(
        "connection lost",
        "{host} closed the connection before its answer was complete.",
        "Try again. If it keeps failing, check the server's log or a firewall in front of it.",
    ),
    FailureKind.CONNECTION_CLOSED: Wording(
        "no answer",
        "{host} closed the connection before a whole answer.",
        "Try again. If it keeps failing, check the server's log.",
    ),
    FailureKind.BODY_INCOMPLETE: Wording(
        "body incomplete",
        "The connection to {host} ended after {octets} bytes, before the body was complete.",
        "What was received is shown. Check Content-Length and any proxy in front of the server.",
    ),
    FailureKind.TLS_EXPIRED: Wording(
        "TLS: certificate expired",
        "The certificate of {host} has expired.",
        "Renew it: crawlers cannot fetch anything over https until then.",
    ),
    FailureKind.TLS_NOT_YET_VALID: Wording(
        "TLS: certificate not valid yet",
        "The certificate of {host} is not valid yet.",
        "Check the clock of this computer and the date in the certificate.",
    ),
    FailureKind.TLS_SELF_SIGNED: Wording(
        "TLS: self-signed certificate",
        "The certificate of {host} is self-signed, so nothing vouches for it.",
        "Install one from a public authority; crawlers do not accept this one.",
    ),
    FailureKind.TLS_WRONG_HOST: Wording(
        "TLS: certificate for another host",
        "The certificate does not cover the name {host}.",
        "Check the host name, or have the certificate issued for it too.",
    ),
    FailureKind.TLS_UNKNOWN_AUTHORITY: Wording(
        "TLS: unknown authority",
        "The certificate of {host} is signed by an unknown authority.",
        "Often the server omits the intermediate certificate: let it send the whole chain.",
    ),
    FailureKind.TLS_CERTIFICATE: Wording(
        "TLS: certificate not accepted",
        "The certificate of {host} was not accepted ({detail}).",
        "Check it with the authority that issued it.",
    ),
    FailureKind.TLS_SETTINGS: Wording(
        "TLS: settings",
        "The certificate settings of this computer cannot be used ({detail}).",
        "Correct or remove SSL_CERT_FILE and SSL_CERT_DIR.",
    ),
    FailureKind.TLS_HANDSHAKE: Wording(
        "TLS: no common version",
        "{host} and Robot Studio share no encryption method on port {port} ({detail}).",
        "Check that the port serves https with TLS 1.2 or newer.",
    ),
    FailureKind.NOT_HTTP: Wording(
        "not HTTP",
        "What {host} sent on port {port} is not an HTTP answer.",
        "Check the port, and if it needs https or http.",
    ),
    FailureKind.HEADERS_TOO_LARGE: Wording(
        "headers too large",
        "The response headers of {host} are larger than crawlers read.",
        "Look for cookies or other headers that the server sends over and over.",
    ),
    FailureKind.HEAD_LIMIT: Wording(
        "endless headers",
        "{host} sent more than {size} of interim responses, control frames or headers without an answer, so the fetch "
        "stopped.",
        "Check what the server or a proxy in front of it sends before its answer (103, PING, SETTINGS).",
    ),
    FailureKind.FRAMING_LIMIT: Wording(
        "too little content",
        "{host} sent more than {size} besides the body, such as chunk sizes and frames, so the fetch stopped.",
        "What was received is shown. Let the server send larger chunks.",
    ),
    FailureKind.PIECES_LIMIT: Wording(
        "too many pieces",
        "{host} sent its answer in more than {pieces} pieces of a few bytes each, so the fetch stopped.",
        "What was received is shown. Let the server send the file at once.",
    ),
    FailureKind.PROTOCOL: Wording(
        "invalid answer",
        "The answer from {host} is not valid HTTP ({detail}).",
        "Check the server and any proxy in front of it.",
    ),
    FailureKind.STATUS_UNKNOWN: Wording(
        "unknown status",
        "{host} answered with status {status}, which HTTP does not define.",
        "Check the server and any proxy in front of it.",
    ),
    FailureKind.CODING_UNSUPPORTED: Wording(
        "unknown coding",
        "{host} sent the body in the coding “{coding}”, which was not requested.",
        "Let it send gzip or no coding at all.",
    ),
    FailureKind.CODING_BROKEN: Wording(
        "broken coding",
        "The body from {host} is declared as “{coding}” but cannot be decompressed.",
        "What could be read is shown. Check the server's compression.",
    ),
    FailureKind.REDIRECT_SCHEME: Wording(
        "redirect refused",
        "{host} redirects to a “{scheme}:” address, which is not followed.",
        "Redirect to an https address.",
    ),
    FailureKind.REDIRECT_INVALID: Wording(
        "redirect to an invalid address",
        "{host} redirects to “{location}”, which is not an address.",
        "Correct the Location header.",
    ),
    FailureKind.REDIRECT_MISSING: Wording(
        "redirect without target",
        "{host} answered {status} without a Location header.",
        "Add the Location header, or answer 200 with the file.",
    ),
    FailureKind.REDIRECT_LIMIT: Wording(
        "too many redirects",
        "There are more than {limit} redirects; crawlers stop here.",
        "Serve the file from the first address, or shorten the chain.",
    ),
    FailureKind.REDIRECT_LOOP: Wording(
        "redirect loop",
        "The redirects form a loop: {location} comes back.",
        "Serve the file from one of these addresses.",
    ),
    FailureKind.HEADER_INVALID: Wording(
        "invalid header",
        "The header “{name}” has a character that requests cannot contain, or is longer than 4,096 characters.",
        "Remove line breaks, control characters and letters outside Latin-1.",
    ),
    FailureKind.KEY_RING: Wording("no access", "{reason}", "Nothing was requested."),
    FailureKind.FTP_NO_FILE: Wording(
        "FTP: no file",
        "{host} has no robots.txt for anonymous visitors ({detail}).",
        "Put the file in the directory where anonymous visitors start.",
    ),
    FailureKind.FTP_DIRECTORY: Wording(
        "FTP: a directory",
        "robots.txt on {host} is a directory, not a file.",
        "Replace the directory with a file of that name.",
    ),
    FailureKind.FTP_LOGIN: Wording(
        "FTP: no anonymous access",
        "{host} does not let anonymous visitors in ({detail}).",
        "Crawlers have no account: allow anonymous access, or serve the files over https.",
    ),
    FailureKind.FTP_REFUSED: Wording(
        "FTP: temporarily unavailable",
        "{host} does not serve the file at the moment ({detail}).",
        "Try again later. If it keeps failing, check the server's log.",
    ),
    FailureKind.FTP_PROTOCOL: Wording(
        "not FTP",
        "The answer of {host} is not FTP ({detail}).",
        "Check the port, and that an FTP server listens there.",
    ),
    FailureKind.PROXY: Wording(
        "proxy failed",
        "The proxy {proxy} did not forward the request ({detail}).",
        "Check the proxy settings of this computer.",
    ),
    FailureKind.PROXY_UNSUPPORTED: Wording(
        "proxy not usable",
        "The proxy settings of this computer cannot be used ({detail}).",
        "Set an http or https proxy, or none.",
    ),
    FailureKind.CANCELLED: Wording(
        "cancelled",
        "The fetch was cancelled.",
        "Nothing was changed.",
    ),
    FailureKind.NOT_ASKED: Wording(
        "not fetched",
        "{host} was not fetched: the {seconds} s for all fetches together were over.",
        "Fetch fewer at once, or first find out what does not answer.",
    ),
    FailureKind.UNEXPECTED: Wording(
        "not readable",
        "The answer from {host} could not be read ({detail}).",
        "Try again. If it keeps failing, report it.",
    ),
}

BODY_NOTES: Mapping[Content, Message] = {
    Content.RULES: "",
    Content.UTF16: "The body is UTF-16. Nearly all crawlers read it as UTF-8: save it as UTF-8.",
    Content.TEXT: "The body is text without a rule, not a robots.txt.",
    Content.HTML: "The body is an HTML page without a rule, not a robots.txt.",
    Content.JSON: "The body is JSON, not a robots.txt. It holds no rule.",
    Content.XML: "The body is XML, not a robots.txt. It holds no rule.",
    Content.BINARY: "The body is binary, not text. It holds no rule.",
    Content.EMPTY: "",  # the headline says it
}
_PAGE_WITH_RULES: Message = (
    "The body is an HTML page with lines that are rules: Google and others that ignore the type read them."
)

_UNCHANGED: Message = "Unchanged since the saved copy: its rules apply."
_TRUNCATED: Message = "Reading stopped after {size}; there is more. Google reads 500 KiB."
_TRUNCATED_PACKED: Message = (
    "Reading stopped after {wire} as sent, {size} unpacked; there is more. Check the server's compression."
)
_PRETENDING: Message = (
    "Fetched by Robot Studio with the User-Agent header of {crawler}; {crawler} itself may get another answer."
)
ACCESS_NAMES: Mapping[AccessKind, Message] = {
    AccessKind.BASIC: "user name and password",
    AccessKind.BEARER: "bearer token",
    AccessKind.COOKIE: "cookies",
    AccessKind.HEADERS: "own headers",
    AccessKind.SIGNATURE: "signed with your own key",
    AccessKind.SHOPIFY: "signature from Shopify",
}
_WITH_ACCESS: Message = "Fetched with your access to this site ({kind}). Without it, crawlers may get another answer."
_UNVERIFIED: Message = "The certificate of {host} was not verified: you chose to fetch anyway."
_SCOPE_SAME: Message = "The rules apply to {asked}."
_SCOPE_OTHER: Message = "The rules apply to {asked}, the requested address, not to the host that served the file."
_AFTER = Plural("{lead} after 1 redirect. {meaning}", "{lead} after {count} redirects. {meaning}")
_IN_BYTES: Message = "{number} B"
_IN_KIBIBYTES: Message = "{number} KiB"
_AT_ONCE: Message = "{lead}. {meaning}"
_PHASES: Mapping[Phase, Message] = {
    Phase.CONNECTING: "connecting…",
    Phase.WAITING: "waiting for an answer…",
    Phase.REDIRECT: "redirect {redirect} of {limit}",
    Phase.READING: "reading, {size}",
}


class _Arguments(dict[str, Argument]):
    """Arguments of a template; a missing one shows as "?" and never raises."""

    def __missing__(self, key: str) -> str:
        return "?"


def sentence(failure: Failure) -> str:
    """Return the whole message of a failure: what happened, where, and what to do."""
    wording = FAILURES[failure.kind]
    texts = (tr(text) for text in (wording.what, wording.advice) if text)
    said = ((name, _written(value)) for name, value in failure.arguments)
    return WORDS.sentences(texts).format_map(_Arguments(said))


def _written(value: Argument) -> str:
    if isinstance(value, Told):
        return WORDS.tell(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def told_failure(failure: Failure) -> Told:
    """Like `sentence`, to be translated later."""
    wording = FAILURES[failure.kind]
    facts: dict[str, Fact] = {
        name: f"{value:g}" if isinstance(value, float) else value for name, value in failure.arguments
    }
    what, advice = (Told(text, facts) for text in (wording.what, wording.advice))
    return told("{what} {advice}", what=what, advice=advice) if wording.advice else what


def chip(evidence: Evidence) -> str:
    """Return the outcome in two or three words."""
    if evidence.status is not None and (evidence.error is None or evidence.answered):
        return f"{'FTP' if evidence.final_url.startswith('ftp:') else 'HTTP'} {evidence.status}"
    if evidence.error is None:
        return evidence.outcome.value
    return tr(FAILURES[evidence.error.kind].chip)


def headline(evidence: Evidence, crawlers: Sequence[Crawler] = (), *, finding: str = "") -> str:
    """Return in one line what the answer means, after what was found of its body; names `crawlers` if they differ."""
    lead = chip(evidence).removeprefix("HTTP ")
    followed = 0 if evidence.outcome is FetchOutcome.TOO_MANY_REDIRECTS else evidence.redirects
    said = tr(_UNCHANGED) if evidence.unchanged else cut_meaning(evidence) or meaning(evidence, crawlers)
    said = WORDS.sentences(filter(None, (finding, said)))
    if not followed:
        return tr(_AT_ONCE, lead=capitalised(lead), meaning=said)
    return ntr(_AFTER, followed, lead=capitalised(lead), meaning=said)


def scope(evidence: Evidence) -> str:
    """Return the addresses that the rules govern; "" if there are no rules."""
    if evidence.outcome is not FetchOutcome.SUCCESS or evidence.body_kind is not Content.RULES:
        return ""
    asked, served = origin_of(evidence.requested), origin_of(evidence.final_url)
    return tr(_SCOPE_SAME if asked == served else _SCOPE_OTHER, asked=asked)


def notes(evidence: Evidence) -> tuple[str, ...]:
    """Return what else matters: who asked, unverified certificates, a body without rules or cut."""
    found = []
    if evidence.pretending:
        found.append(tr(_PRETENDING, crawler=evidence.pretending))
    if evidence.access:
        found.append(tr(_WITH_ACCESS, kind=tr(ACCESS_NAMES[evidence.access])))
    unverified = dict.fromkeys(host_of(hop.url) for hop in evidence.hops if hop.tls and not hop.tls.verified)
    found += [tr(_UNVERIFIED, host=host) for host in unverified]
    found += filter(None, [body_finding(evidence), _retry_words(evidence)])
    if evidence.truncated:
        # its packed size was the limit that was reached; without packing, more may have come than was read
        is_packed = evidence.wire_size > evidence.size and evidence.header("content-encoding") is not None
        template = _TRUNCATED_PACKED if is_packed else _TRUNCATED
        size, wire = size_text(evidence.size), size_text(evidence.wire_size)
        found.append(tr(template, size=size, wire=wire))
    return tuple(found)


_ASKING_TO_WAIT = frozenset({429, 503})
_RETRY: Message = (
    "Retry-After asks crawlers to come back after {seconds} s. Google documents that it tells its crawlers when to try "
    "again; it does not change what they may fetch meanwhile."
)
_NO_RETRY: Message = (
    "There is no Retry-After header: with 429 or 503, Google documents that it tells its crawlers when to try again."
)


def _retry_words(evidence: Evidence) -> str:
    """Say what Retry-After means to Google, or that it is missing.

    developers.google.com/crawling, “Reduce the Google crawl rate”, as changed on 6 October 2026.
    """
    if evidence.status not in _ASKING_TO_WAIT:
        return ""
    seconds = retry_seconds(evidence.header("retry-after") or "", evidence.fetched_at)
    return tr(_NO_RETRY) if seconds is None else tr(_RETRY, seconds=WORDS.number(seconds))


def body_finding(evidence: Evidence) -> str:
    """Say what is wrong with the body of a file, "" if nothing is."""
    if evidence.outcome is not FetchOutcome.SUCCESS:
        return ""
    said = _PAGE_WITH_RULES if is_page_with_rules(evidence) else BODY_NOTES[evidence.body_kind]
    return tr(said) if said else ""


def is_page_with_rules(evidence: Evidence) -> bool:
    """Return True if the body is an HTML page with rules in it."""
    return evidence.outcome is FetchOutcome.SUCCESS and content.is_page_with_rules(evidence.body)


def progress_text(progress: FetchProgress) -> str:
    return tr(
        _PHASES[progress.phase],
        redirect=progress.redirect,
        limit=progress.redirect_limit,
        size=size_text(progress.size),
    )


def size_text(count: int) -> str:
    """Format a size in B or KiB."""
    if count < 1024:
        return tr(_IN_BYTES, number=count)
    return tr(_IN_KIBIBYTES, number=WORDS.number(count / 1024, 1))
