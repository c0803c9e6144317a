"""What a crawler family makes of the outcome of a fetch: a table, each row with the clause it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from robotstudio.io.fetching.evidence import Evidence, Outcome


class Effect(StrEnum):
    """What follows for the URLs of the host."""

    PARSE = "parse"  # the rules in the body apply
    ALLOW_ALL = "allow_all"
    DISALLOW_ALL = "disallow_all"
    UNKNOWN = "unknown"  # nothing was fetched, so nothing follows


@dataclass(frozen=True, slots=True)
class Ruling:
    """The effect of an outcome and where it is written."""

    effect: Effect
    clause: str
    assumed: bool = False  # the source does not name this very case


@dataclass(frozen=True, slots=True)
class Family:
    """How one family of crawlers reads outcomes."""

    id: str
    name: str
    source: str
    version: str  # the date of the source
    rulings: Mapping[Outcome, Ruling]


_NOTHING_FETCHED = {
    Outcome.INVALID_ADDRESS: Ruling(Effect.UNKNOWN, "nothing was requested"),
    Outcome.CANCELLED: Ruling(Effect.UNKNOWN, "the fetch was cancelled"),
}

_RFC_SUCCESS = "RFC 9309 §2.3.1.1"
_RFC_REDIRECTS = "RFC 9309 §2.3.1.2"
_RFC_UNAVAILABLE = "RFC 9309 §2.3.1.3"
_RFC_UNREACHABLE = "RFC 9309 §2.3.1.4"

_RFC9309 = Family(
    id="rfc9309",
    name="RFC 9309",
    source="https://www.rfc-editor.org/rfc/rfc9309",
    version="2022-09",
    rulings=MappingProxyType(
        {
            Outcome.SUCCESS: Ruling(Effect.PARSE, _RFC_SUCCESS),
            Outcome.NOT_A_REDIRECT: Ruling(Effect.ALLOW_ALL, _RFC_UNAVAILABLE, assumed=True),
            Outcome.CLIENT_ERROR: Ruling(Effect.ALLOW_ALL, _RFC_UNAVAILABLE),
            Outcome.TOO_MANY_REQUESTS: Ruling(Effect.ALLOW_ALL, _RFC_UNAVAILABLE),
            Outcome.SERVER_ERROR: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE),
            Outcome.TOO_MANY_REDIRECTS: Ruling(Effect.ALLOW_ALL, _RFC_REDIRECTS),
            Outcome.REDIRECT_REFUSED: Ruling(Effect.ALLOW_ALL, _RFC_REDIRECTS, assumed=True),
            Outcome.DNS_ERROR: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE),
            Outcome.REFUSED: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE),
            Outcome.TLS_ERROR: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE),
            Outcome.TIMEOUT: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE),
            Outcome.NETWORK_ERROR: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE),
            Outcome.INVALID_RESPONSE: Ruling(Effect.DISALLOW_ALL, _RFC_UNREACHABLE, assumed=True),
            **_NOTHING_FETCHED,
        }
    ),
)

_GOOGLE_2XX = "HTTP status codes, 2xx (success)"
_GOOGLE_3XX = "HTTP status codes, 3xx (redirection)"
_GOOGLE_4XX = "HTTP status codes, 4xx (client errors)"
_GOOGLE_5XX = "HTTP status codes, 5xx (server error)"
_GOOGLE_OTHER = "HTTP status codes, other errors"

_GOOGLE = Family(
    id="google",
    name="Google",
    source="https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec",
    version="2026-08-31",
    rulings=MappingProxyType(
        {
            Outcome.SUCCESS: Ruling(Effect.PARSE, _GOOGLE_2XX),
            Outcome.NOT_A_REDIRECT: Ruling(Effect.ALLOW_ALL, _GOOGLE_3XX, assumed=True),
            Outcome.CLIENT_ERROR: Ruling(Effect.ALLOW_ALL, _GOOGLE_4XX),
            Outcome.TOO_MANY_REQUESTS: Ruling(Effect.DISALLOW_ALL, _GOOGLE_5XX),
            Outcome.SERVER_ERROR: Ruling(Effect.DISALLOW_ALL, _GOOGLE_5XX),
            Outcome.TOO_MANY_REDIRECTS: Ruling(Effect.ALLOW_ALL, _GOOGLE_3XX),
            Outcome.REDIRECT_REFUSED: Ruling(Effect.ALLOW_ALL, _GOOGLE_3XX, assumed=True),
            Outcome.DNS_ERROR: Ruling(Effect.DISALLOW_ALL, _GOOGLE_OTHER),
            Outcome.REFUSED: Ruling(Effect.DISALLOW_ALL, _GOOGLE_OTHER),
            Outcome.TLS_ERROR: Ruling(Effect.DISALLOW_ALL, _GOOGLE_OTHER, assumed=True),
            Outcome.TIMEOUT: Ruling(Effect.DISALLOW_ALL, _GOOGLE_OTHER),
            Outcome.NETWORK_ERROR: Ruling(Effect.DISALLOW_ALL, _GOOGLE_OTHER),
            Outcome.INVALID_RESPONSE: Ruling(Effect.DISALLOW_ALL, _GOOGLE_OTHER),
            **_NOTHING_FETCHED,
        }
    ),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({family.id: family for family in (_RFC9309, _GOOGLE)})


def ruling_of(evidence: Evidence, family: str) -> Ruling:
    """What `family` makes of the outcome, with its clause."""
    return FAMILIES[family].rulings[evidence.outcome]


def effect_of(evidence: Evidence, family: str) -> Effect:
    """What `family` makes of the outcome."""
    return ruling_of(evidence, family).effect
