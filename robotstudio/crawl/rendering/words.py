"""A rendered page in words: what blocked resources change, and what is missing."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from robotstudio.crawl.rendering.loader import RequestState
from robotstudio.crawl.rendering.renderer import RenderProblem, Request
from robotstudio.crawl.rendering.report import BlockedResource, Difference, Effect, RenderReport
from robotstudio.explain.words import crawler_name
from robotstudio.fetch.words import sentence
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_KINDS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "document": "frame",
        "stylesheet": "style sheet",
        "image": "image",
        "media": "media",
        "font": "font",
        "script": "script",
        "xhr": "data",
        "fetch": "data",
        "eventsource": "data",
        "manifest": "manifest",
    }
)
_OTHER: Message = "other"
_LEAST_ERROR: Final = 400

_EFFECTS: Final[Mapping[Effect, Message]] = MappingProxyType(
    {
        Effect.ALONE: "changes {what}",
        Effect.WITH_OTHERS: "changes {what}, but only with other blocked resources",
        Effect.NOTHING: "changes nothing",
        Effect.UNKNOWN: "not tried on its own",
    }
)
_PICTURE: Message = "{share} of the picture"
_LINES = Plural("{count} line of text", "{count} lines of text")
_LINKS = Plural("{count} link", "{count} links")

_PROBLEMS: Final[Mapping[RenderProblem, Message]] = MappingProxyType(
    {
        RenderProblem.TOO_SLOW: "The page took too long. It is shown as far as it got.",
        RenderProblem.TOO_MUCH: "The page requests more than 1,000 resources or 100 MB. It is shown without the rest.",
        RenderProblem.STUCK: "The page took too long, and nothing of it could be read.",
        RenderProblem.CRASHED: "The page crashed the browser.",
        RenderProblem.NOT_SHOWN: "The page could not be loaded by the browser.",
    }
)
_NO_PAGE: Message = "It is not an HTML page ({type}), so there is nothing to render."
_NO_TYPE: Message = "no content type"
_PAGE_BLOCKED: Message = (
    "{crawler} may not fetch the page (line {line}, {rule}), and sees nothing of it. What follows is what it would see "
    "otherwise."
)
_PAGE_CLOSED: Message = (
    "{crawler} may not fetch the page, because of how {url} answers, and sees nothing of it. What follows is what it "
    "would see otherwise."
)
_NOTHING_BLOCKED: Message = "{crawler} may fetch everything that the page loads."
_NOTHING_BLOCKED_SO_FAR: Message = "{crawler} may fetch what was loaded of it."
_ERROR_PAGE: Message = "The server answers the page with status {status}."
_ALL_SEEN = Plural(
    "{crawler} may not fetch {count} resource of the page, and sees the same without it.",
    "{crawler} may not fetch {count} resources of the page, and sees the same without them.",
)
_CHANGED = Plural(
    "{crawler} may not fetch {count} resource of the page. It changes {what}.",
    "{crawler} may not fetch {count} resources of the page. Together they change {what}.",
)
_STATES: Final[Mapping[RequestState, Message]] = MappingProxyType(
    {
        RequestState.PRIVATE: "not requested: a private address",
        RequestState.NOT_SENT: "not sent: {method}",
        RequestState.FAILED: "no answer",
    }
)
_STATUS: Message = "answered {status}"
_BY_LINE: Message = "line {line}, {rule}"
_BY_ANSWER: Message = "the whole host"


def kind_words(request: Request) -> str:
    return tr(_KINDS.get(request.kind, _OTHER))


def kinds_in_words() -> tuple[str, ...]:
    """Return all that `kind_words` may say."""
    return (*map(tr, dict.fromkeys(_KINDS.values())), tr(_OTHER))


def rule_words(request: Request) -> str:
    """Return the line that blocks a resource, in the robots.txt of its host."""
    decision = request.decision
    return tr(_BY_LINE, line=str(decision.line), rule=decision.rule) if decision.line else tr(_BY_ANSWER)


def difference_words(difference: Difference) -> str:
    """Return “12.5% of the picture, 3 lines of text and 1 link”; "" without a difference."""
    return WORDS.listed_text(list(_differing(difference)))


def _differing(difference: Difference) -> Iterator[str]:
    if difference.pixels:
        yield tr(_PICTURE, share=WORDS.percent(max(difference.pixels, 0.001), 1))
    if difference.lines:
        yield ntr(_LINES, len(difference.lines))
    if difference.links:
        yield ntr(_LINKS, len(difference.links))


def effect_words(resource: BlockedResource) -> str:
    return tr(_EFFECTS[resource.effect], what=difference_words(resource.changes))


def state_words(request: Request) -> str:
    """Return why a request brought nothing, though no rule blocks it."""
    if request.status is not None:
        return tr(_STATUS, status=str(request.status))
    return tr(_STATES[request.state], method=request.method)


def failed_requests(report: RenderReport) -> tuple[Request, ...]:
    """Return requests that brought nothing, though no rule blocks them."""
    requests = report.rendering.requests if report.rendering is not None else ()
    return tuple(each for each in requests if each.state in _STATES)


def summary_words(report: RenderReport) -> str:
    """Say what a crawler sees of a page."""
    crawler = crawler_name(report.crawler, first=True)
    if report.complete is None:
        return _no_page_words(report)
    problem = report.complete.problem or (report.seen.problem if report.seen is not None else None)
    trouble = [tr(_PROBLEMS[problem])] if problem is not None else []
    status = report.evidence.status
    if status is not None and status >= _LEAST_ERROR:
        trouble.append(tr(_ERROR_PAGE, status=str(status)))
    decision = report.decision
    if report.seen is None:
        if decision.line:
            said = tr(_PAGE_BLOCKED, crawler=crawler, line=str(decision.line), rule=decision.rule)
        else:
            said = tr(_PAGE_CLOSED, crawler=crawler, url=decision.robots_url)
    elif not report.blocked:
        said = tr(_NOTHING_BLOCKED_SO_FAR if problem is not None else _NOTHING_BLOCKED, crawler=crawler)
    else:
        what = difference_words(report.difference)
        said = ntr(_CHANGED if what else _ALL_SEEN, len(report.blocked), crawler=crawler, what=what)
    return WORDS.sentences((*trouble, said))


def _no_page_words(report: RenderReport) -> str:
    if report.evidence.status is None and report.evidence.error is not None:
        return sentence(report.evidence.error)
    return tr(_NO_PAGE, type=report.evidence.content_type or tr(_NO_TYPE))
