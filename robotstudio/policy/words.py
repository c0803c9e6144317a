"""Messages about a policy: shortfalls, side effects, and contradicting wishes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from robotstudio.engine.access import Access
from robotstudio.engine.proof import Difference
from robotstudio.policy.model import PolicyChoice, Stance
from robotstudio.policy.outcome import AiPolicyOutcome, Dropped, Moved, Shortfall, ShortfallReason
from robotstudio.policy.server_rules import WARNING, ServerRules
from robotstudio.policy.signals import Clash, Purpose, SignalContradiction
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr

ACCESS: Final[Mapping[Access, Message]] = {
    Access.EVERYTHING: "everything allowed",
    Access.NOTHING: "everything blocked",
    Access.EXCEPT: "partly blocked",
    Access.ONLY: "mostly blocked",
}
"""Short words for a crawler's access."""

_CHOICES: Final[Mapping[Stance, Message]] = {
    Stance.ALLOW: Meant("allow", "choice"),
    Stance.BLOCK: Meant("block", "choice"),
    Stance.LEAVE: "leave as it is",
}
_ONLY: Message = "only {paths}"
_WHY: Final[Mapping[ShortfallReason, Message]] = {
    ShortfallReason.NO_NAME: (
        "{crawler} cannot be named: its name has a space or a character at which crawlers stop reading."
    ),
    ShortfallReason.NO_ALLOW: (
        "{crawler} does not read Allow, so “only these paths” is not possible: everything is blocked for it."
    ),
    ShortfallReason.OWN_GROUP: "{crawler} is named in line {lines} too, and follows both groups.",
    ShortfallReason.OTHER_GROUP: "{crawler} follows the group in line {lines}, not that of the policy.",
    ShortfallReason.BY_HAND: "The AI policy was changed by hand and does something else for {crawler}.",
    ShortfallReason.NOT_READ: "{crawler} does not read the policy as intended.",
    ShortfallReason.UNDECIDED: "{crawler}: undecided within the limit whether the file does what was chosen.",
}
_ALLOWED: Message = "{url} is allowed for it, against the choice."
_BLOCKED: Message = "{url} is blocked for it, against the choice."
_LINES_ALLOW = Plural(
    "Line {lines} allows URLs such as {url}, against the choice.",
    "Lines {lines} allow URLs such as {url}, against the choice.",
)
_LINES_BLOCK = Plural(
    "Line {lines} blocks URLs such as {url}, against the choice.",
    "Lines {lines} block URLs such as {url}, against the choice.",
)
_BY_HAND: Final[Mapping[bool, Plural]] = {
    True: Plural(
        "The AI policy was changed by hand: {url} is allowed for {count} crawler, against the choice: {crawlers}.",
        "The AI policy was changed by hand: {url} is allowed for {count} crawlers, against the choice: {crawlers}.",
    ),
    False: Plural(
        "The AI policy was changed by hand: {url} is blocked for {count} crawler, against the choice: {crawlers}.",
        "The AI policy was changed by hand: {url} is blocked for {count} crawlers, against the choice: {crawlers}.",
    ),
}
_MOVED: Message = "{crawler} has no choice of its own and follows the group of {token}: the verdict for {url} changes."
_MOVED_PERHAPS: Message = (
    "{crawler} has no choice of its own and follows the group of {token}: undecided if a verdict changes."
)
_DROPPED = Plural(
    "{count} crawler is named now and no longer follows the rules for all others, which opens {url}: {crawlers}.",
    "{count} crawlers are named now and no longer follow the rules for all others, which opens {url}: {crawlers}.",
)
_KEPT = Plural(
    "For {count} crawler the file does what was chosen: proven for every URL.",
    "For {count} crawlers the file does what was chosen: proven for every URL.",
)
_WILL_KEEP = Plural(
    "For {count} crawler the file will do what was chosen: proven for every URL.",
    "For {count} crawlers the file will do what was chosen: proven for every URL.",
)
_HERE: Message = "Put it {place}:"
_LEFT_OUT: Message = "No crawler fetches under these names, so no server can refuse them: {crawlers}."
_USES: Final[Mapping[Purpose, Message]] = {
    Purpose.TRAINING: "training",
    Purpose.SEARCH: "search",
    Purpose.INPUT: "AI answers",
}
_CLASHES: Final[Mapping[Clash, Message]] = {
    Clash.WISHES: "Lines {line} and {other} say the opposite about {use}.",
    Clash.OPEN: "Line {line} asks for no {use}, but the rules block none of the crawlers for {use} that read it.",
    Clash.CLOSED: "Line {line} grants {use}, but the rules block all crawlers for {use} that read it.",
    Clash.TAKEN_FOR_RULE: "Google’s parser reads line {line} as Disallow, because its name begins like that.",
}


def choice_words(choice: PolicyChoice) -> str:
    """Format a choice."""
    if choice.stance is Stance.PATHS:
        return tr(_ONLY, paths=WORDS.side_by_side(choice.paths))
    return tr(_CHOICES[choice.stance])


def shortfall_words(found: Shortfall) -> str:
    """Say why the file differs from a choice, with an example URL."""
    lines = WORDS.side_by_side(map(str, found.lines))
    said = tr(_WHY[found.why], crawler=found.crawler.title, lines=lines)
    return WORDS.sentences((said, _shown(found.difference, found.deciding)))


def _shown(difference: Difference | None, deciding: tuple[int, ...]) -> str:
    if difference is None:
        return ""
    if difference.line_a is None or not deciding:
        return tr(_ALLOWED if difference.allowed_a else _BLOCKED, url=difference.url)
    lines = WORDS.listed_text([str(line) for line in deciding])
    return ntr(_LINES_ALLOW if difference.allowed_a else _LINES_BLOCK, len(deciding), lines=lines, url=difference.url)


def moved_words(found: Moved) -> str:
    """Say what changed for a crawler without a choice."""
    names = {"crawler": found.crawler.title, "token": found.token}
    if found.difference is None:
        return tr(_MOVED_PERHAPS, **names)
    return tr(_MOVED, **names, url=found.difference.url)


def dropped_words(found: tuple[Dropped, ...]) -> str:
    """Say what opens to crawlers that no longer follow `*`; "" if there are none."""
    if not found:
        return ""
    crawlers = WORDS.listed_text([each.crawler.title for each in found])
    return ntr(_DROPPED, len(found), crawlers=crawlers, url=found[0].difference.url)


def follow_words(outcome: AiPolicyOutcome) -> Iterator[str]:
    """Iterate over shortfalls and side effects, a sentence each."""
    changed: dict[Difference, list[str]] = defaultdict(list)  # one edit affects many crawlers alike
    for each in outcome.shortfalls:
        if each.why is ShortfallReason.BY_HAND and each.difference:
            changed[each.difference].append(each.crawler.title)
        else:
            yield shortfall_words(each)
    for difference, crawlers in changed.items():
        facts = {"url": difference.url, "crawlers": WORDS.listed_text(crawlers)}
        yield ntr(_BY_HAND[difference.allowed_a], len(crawlers), **facts)
    yield from (moved_words(each) for each in outcome.moved)
    dropped = dropped_words(outcome.dropped)
    if dropped:
        yield dropped


def kept_words(outcome: AiPolicyOutcome, *, is_written: bool = True) -> str:
    """Say for how many crawlers the file equals the choice, or will; "" for none."""
    return ntr(_KEPT if is_written else _WILL_KEEP, outcome.kept) if outcome.kept else ""


def rules_words(rules: ServerRules) -> str:
    """Format server rules for copying: a warning, then each part below its place."""
    parts = (f"\n# {tr(_HERE, place=tr(part.place))}\n{part.text}" for part in rules.parts)
    return "".join((f"# {tr(WARNING)}\n", *parts))


def left_out_words(rules: ServerRules) -> str:
    """Name the crawlers that no server can block; "" if there are none."""
    tokens = WORDS.side_by_side(crawler.token for crawler in rules.left_out)
    return tr(_LEFT_OUT, crawlers=tokens) if tokens else ""


def use_words(use: Purpose) -> str:
    """Name the use that a wish is about."""
    return tr(_USES[use])


def contradiction_words(found: SignalContradiction) -> str:
    """Describe a contradiction of a wish."""
    use = use_words(found.use) if found.use else ""
    return tr(_CLASHES[found.clash], line=str(found.line), other=str(found.other or ""), use=use)
