"""Texts of the Fetch tab besides those in `fetch.words`. No widgets."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from robotstudio.draft.live_status import UNCHECKED, LiveState, LiveStatus, live_word
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch import words
from robotstudio.fetch.address import HopFlag, hop_flags, port_of
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome, Hop, Timings
from robotstudio.fetch.headers import media_type
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.meanings import effect_words, meaning_of_supposed, stopping_early
from robotstudio.fetch.policy import Effect, PolicyOutcome
from robotstudio.fetch.scenario_words import scenario_short, why_supposed
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import capitalised
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.widgets.tone import Tone

OUTCOME_TONES: Mapping[FetchOutcome, Tone] = {
    FetchOutcome.SUCCESS: Tone.ALLOWED,
    FetchOutcome.NOT_A_REDIRECT: Tone.WARNING,
    FetchOutcome.CLIENT_ERROR: Tone.NOTE,
    FetchOutcome.TOO_MANY_REQUESTS: Tone.BLOCKED,
    FetchOutcome.SERVER_ERROR: Tone.BLOCKED,
    FetchOutcome.TOO_MANY_REDIRECTS: Tone.WARNING,
    FetchOutcome.REDIRECT_REFUSED: Tone.WARNING,
    FetchOutcome.DNS_ERROR: Tone.BLOCKED,
    FetchOutcome.REFUSED: Tone.BLOCKED,
    FetchOutcome.TLS_ERROR: Tone.BLOCKED,
    FetchOutcome.TIMEOUT: Tone.BLOCKED,
    FetchOutcome.NETWORK_ERROR: Tone.BLOCKED,
    FetchOutcome.INVALID_RESPONSE: Tone.BLOCKED,
    FetchOutcome.INVALID_ADDRESS: Tone.WARNING,
    FetchOutcome.CANCELLED: Tone.NEUTRAL,
}

# The tone of a body that came with a 2xx: one that crawlers can hardly read must not look fine.
BODY_TONES: Mapping[Content, Tone] = {
    Content.RULES: Tone.ALLOWED,
    Content.UTF16: Tone.WARNING,
    Content.TEXT: Tone.WARNING,
    Content.HTML: Tone.WARNING,
    Content.JSON: Tone.WARNING,
    Content.XML: Tone.WARNING,
    Content.BINARY: Tone.WARNING,
    Content.EMPTY: Tone.NOTE,
}

EFFECT_TONES: Mapping[Effect, Tone] = {
    Effect.PARSE: Tone.ALLOWED,
    Effect.ALLOW_ALL: Tone.ALLOWED,
    Effect.DISALLOW_ALL: Tone.BLOCKED,
    Effect.LAST_GOOD_COPY: Tone.NOTE,
    Effect.DEFER: Tone.WARNING,
    Effect.UNKNOWN: Tone.UNKNOWN,
}

TIMING_STEPS: tuple[tuple[str, Message], ...] = (  # attribute of Timings, label
    ("connect", "connect"),
    ("tls", "TLS"),
    ("wait", "wait"),
    ("body", "body"),
)

_DISTRUSTED = frozenset(
    {
        FailureKind.TLS_EXPIRED,
        FailureKind.TLS_NOT_YET_VALID,
        FailureKind.TLS_SELF_SIGNED,
        FailureKind.TLS_WRONG_HOST,
        FailureKind.TLS_UNKNOWN_AUTHORITY,
        FailureKind.TLS_CERTIFICATE,
    }
)

_NO_HTTPS = frozenset({FailureKind.CONNECTION_REFUSED, FailureKind.CONNECT_TIMEOUT, FailureKind.TLS_HANDSHAKE})

_GUARDED = frozenset({401, 403, 429})  # shops at Shopify answer 429 to crawlers without a signature

_HTTPS_PORT = 443
_PERMANENT = frozenset({301, 308})
_TEMPORARY = frozenset({302, 303, 307})

_ASSUMED: Message = "{effect} (assumed)"
_FETCHED = Plural(
    "Fetched {time} as “{agent}” · 1 request · {elapsed}", "Fetched {time} as “{agent}” · {count} requests · {elapsed}"
)
_SUPPOSED: Message = "{answer}. {meaning}"
_NOT_REAL: Message = "This is not the real answer. The verdicts in Simulation show this case, too."
_TRIED: Message = "Tried {time} · no answer"
_SIZED: Message = "{type}, {size}"
_NO_TYPE: Message = "no content type"
_PERMANENTLY: Message = "permanent redirect"
_TEMPORARILY: Message = "temporary redirect"
_REDIRECT: Message = "redirect"
_SAME_HOST: Message = "same host"
_FLAGS: Mapping[HopFlag, Message] = {
    HopFlag.LOOP: "a loop: already requested",
    HopFlag.OTHER_HOST: "another host",
    HopFlag.LESS_SAFE: "https to http",
    HopFlag.SAFER: "http to https",
}
_WARNED_OF = frozenset({HopFlag.LOOP, HopFlag.LESS_SAFE})


class ChipFacts(NamedTuple):
    """The state of the last fetch, as `TopBar.set_chip` takes it."""

    text: str
    tone: Tone
    short_text: str
    emphasis: str


class BannerFacts(NamedTuple):
    """The meaning of the answer in one line, and other important facts."""

    tone: Tone
    headline: str
    detail: str


class HopLine(NamedTuple):
    """One request as text."""

    status: str
    tone: Tone
    url: str
    detail: str


def tone_of(evidence: Evidence) -> Tone:
    if evidence.outcome is not FetchOutcome.SUCCESS:
        return OUTCOME_TONES[evidence.outcome]
    is_odd = evidence.truncated or bool(stopping_early(evidence)) or words.is_page_with_rules(evidence)
    return Tone.WARNING if is_odd else BODY_TONES[evidence.body_kind]


def chip_facts(evidence: Evidence, status: LiveStatus = UNCHECKED) -> ChipFacts:
    """Return if the draft is live, code, size and time for the top bar: “Live · HTTP 200 · 2.1 KiB · 143 ms”."""
    code, live = words.chip(evidence), live_word(status)
    short = together(" · ", code, words.size_text(evidence.size)) if evidence.outcome is FetchOutcome.SUCCESS else code
    text = together(" · ", short, WORDS.duration(evidence.elapsed_ms)) if evidence.hops else short
    tone, emphasis = tone_of(evidence), "" if evidence.error else str(evidence.status)
    if not live:
        return ChipFacts(text, tone, short, emphasis)
    if tone is Tone.ALLOWED and status.state is not LiveState.SAME_BYTES:
        tone = Tone.NEUTRAL  # no tick beside a difference
    return ChipFacts(together(" · ", live, text), tone, together(" · ", live, code), live)


def banner_facts(evidence: Evidence, crawlers: Sequence[Crawler] = ()) -> BannerFacts:
    """Return the meaning in one line, with what was found of the body, then observations and advice."""
    finding = words.body_finding(evidence)
    said = [] if evidence.error is None else [words.sentence(evidence.error)]
    said += [words.scope(evidence), *(note for note in words.notes(evidence) if note != finding)]
    headline = words.headline(evidence, crawlers, finding=finding)
    return BannerFacts(tone_of(evidence), headline, WORDS.sentences(said))


def supposed_facts(now: HttpScenario) -> tuple[str, str]:
    """Return the meaning of a supposed answer in one line, and what it takes the place of."""
    headline = tr(_SUPPOSED, answer=capitalised(scenario_short(now)), meaning=meaning_of_supposed(now))
    return headline, tr(_NOT_REAL) if now.is_without_draft else why_supposed(now)


def can_be_loaded(evidence: Evidence) -> bool:
    """Return True if the body is useful in the editor: any body of a 2xx, else only what looks like a robots.txt."""
    return bool(evidence.body) and (evidence.outcome is FetchOutcome.SUCCESS or evidence.body_kind is Content.RULES)


def can_be_repeated(evidence: Evidence) -> bool:
    """Return True if trying again is a sensible next step."""
    return evidence.outcome is not FetchOutcome.SUCCESS


def can_be_trusted(evidence: Evidence) -> bool:
    """Return True if the certificate of the server is the only problem."""
    return evidence.error is not None and evidence.error.kind in _DISTRUSTED


def is_guarded(evidence: Evidence) -> bool:
    """Return True if the site may answer otherwise to a person with a password or a signature."""
    is_unread = evidence.error is not None and evidence.error.kind is FailureKind.KEY_RING
    return is_unread or evidence.status in _GUARDED


def plain_address(evidence: Evidence) -> str:
    """Return the http address to try if the server does not support https; "" otherwise."""
    kind = None if evidence.error is None else evidence.error.kind
    if kind not in _NO_HTTPS or evidence.redirects or not evidence.requested.startswith("https:"):
        return ""
    if port_of(evidence.requested) != _HTTPS_PORT and kind is not FailureKind.TLS_HANDSHAKE:
        return ""  # the port is closed, whatever the protocol
    return f"http:{evidence.requested.removeprefix('https:')}"


def hop_lines(evidence: Evidence) -> tuple[HopLine, ...]:
    """Return the requests in order, each with its result, source and protocol."""
    lines = []
    for index, (hop, flags) in enumerate(zip(evidence.hops, hop_flags(evidence), strict=True)):
        is_last = index == len(evidence.hops) - 1
        came = _end_of(evidence, hop, flags) if is_last else _redirect(hop, flags)
        tone = tone_of(evidence) if is_last else Tone.WARNING if flags & _WARNED_OF else Tone.NEUTRAL
        detail = together(" · ", came, hop.ip, hop.http_version)
        lines.append(HopLine("–" if hop.status is None else str(hop.status), tone, hop.url, detail))
    return tuple(lines)


def steps_of(timings: Timings) -> tuple[tuple[int, str, float], ...]:
    """Return the steps that happened: index in `TIMING_STEPS`, label, ms."""
    found = ((place, word, getattr(timings, name)) for place, (name, word) in enumerate(TIMING_STEPS))
    return tuple((place, word, value) for place, word, value in found if value is not None)


def timing_text(hop: Hop) -> str:
    """Return for example “connect 9 ms · TLS 14 ms · wait 41 ms”."""
    return together(
        " · ", *(together(" ", tr(word), WORDS.duration(value)) for _, word, value in steps_of(hop.timings))
    )


def effect_text(policy_outcome: PolicyOutcome) -> str:
    """Return the effect on crawlers, and a note if their documentation leaves this case open."""
    effect = effect_words(policy_outcome.effect)
    return tr(_ASSUMED, effect=effect) if policy_outcome.assumed else effect


def fetched_text(evidence: Evidence) -> str:
    """Return time, user agent, number of requests and duration, in local time."""
    time = f"{evidence.fetched_at.astimezone():%H:%M:%S}"
    if not evidence.hops:
        return tr(_TRIED, time=time)
    elapsed = WORDS.duration(evidence.elapsed_ms)
    return ntr(_FETCHED, len(evidence.hops), time=time, agent=evidence.user_agent, elapsed=elapsed)


def _end_of(evidence: Evidence, hop: Hop, flags: frozenset[HopFlag]) -> str:
    if evidence.error is not None and evidence.outcome is not FetchOutcome.INVALID_RESPONSE:
        said = tr(words.FAILURES[evidence.error.kind].chip)
        return side_by_side((said, *_flag_words(flags)))
    if hop.status is None:
        return words.chip(evidence)
    kind = media_type(evidence.content_type) or tr(_NO_TYPE)
    return tr(_SIZED, type=kind, size=WORDS.size(evidence.size))


def _redirect(hop: Hop, flags: frozenset[HopFlag]) -> str:
    kind = _PERMANENTLY if hop.status in _PERMANENT else _TEMPORARILY if hop.status in _TEMPORARY else _REDIRECT
    return side_by_side((tr(kind), *(_flag_words(flags) or (tr(_SAME_HOST),))))


def _flag_words(flags: frozenset[HopFlag]) -> tuple[str, ...]:
    return tuple(tr(word) for flag, word in _FLAGS.items() if flag in flags)
