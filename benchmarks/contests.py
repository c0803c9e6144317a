"""The work of each row about the engine, for each competitor."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from urllib.robotparser import RobotFileParser

from protego import Protego

from benchmarks.corpus import AGENT, Sample, text_of
from benchmarks.generated import SEED
from benchmarks.timing import Task, how_many_fit
from robotstudio.engine import Robots, UrlTable, split_lines
from robotstudio.engine.crawlers import CRAWLERS, DEFAULT_TOKENS
from robotstudio.engine.tokens import GOOGLE_LINES

OURS, PROTEGO, ROBOTPARSER = "Robot Studio", "Protego", "robotparser"

CHAINS = [CRAWLERS[token].chain for token in DEFAULT_TOKENS]

Contest = Callable[[Sample, Sequence[str]], Mapping[str, Task]]

_TURN = 0.1  # seconds that one turn of asking may take
IN_WINDOW = 1_000  # URLs, as many as a window is wanted to show at once
_SITE = "https://www.example.com"

_Ask = Callable[[str], object]


def _robotparser(text: str) -> RobotFileParser:
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    return parser


def _each(use: Callable[[bytes], object], items: Sequence[bytes]) -> Task:
    def run() -> None:
        for item in items:
            use(item)

    return Task(run, len(items))


def _each_text(use: Callable[[str], object], bodies: Sequence[bytes]) -> Task:
    texts = [text_of(body) for body in bodies]

    def run() -> None:
        for text in texts:
            use(text)

    return Task(run, len(texts))


def _groups(body: bytes) -> None:
    _ = Robots.parse(body).groups


def parse(sample: Sample, _: Sequence[str]) -> Mapping[str, Task]:
    """Bytes or text to groups."""
    return {
        OURS: _each(_groups, sample.bodies),
        PROTEGO: _each_text(Protego.parse, sample.bodies),
        ROBOTPARSER: _each_text(_robotparser, sample.bodies),
    }


def first_verdict(sample: Sample, urls: Sequence[str]) -> Mapping[str, Task]:
    """Parse, and decide about one URL."""
    url = urls[0]

    def ours(body: bytes) -> None:
        GOOGLE_LINES.known_lines.clear()  # of the odd lines
        Robots.parse(body).decide(url, AGENT)

    return {
        OURS: _each(ours, sample.bodies),
        PROTEGO: _each_text(lambda text: Protego.parse(text).can_fetch(url, AGENT), sample.bodies),
        ROBOTPARSER: _each_text(lambda text: _robotparser(text).can_fetch(AGENT, url), sample.bodies),
    }


def decide(sample: Sample, urls: Sequence[str]) -> Mapping[str, Task]:
    """One verdict about any URL, from parsed files."""
    return _ask_one_by_one([(body, urls) for body in sample.bodies])


def decide_hits(sample: Sample, urls: Sequence[str]) -> Mapping[str, Task]:
    """One verdict about a URL that some rule matches: the URLs are made from the rules."""
    return _ask_one_by_one([(body, _urls_on_rules(body, len(urls)) or urls) for body in sample.bodies])


def decide_all(sample: Sample, urls: Sequence[str]) -> Mapping[str, Task]:
    """All URLs for all crawlers, from parsed files and URLs never seen; the others are asked one by one."""
    parsed = [Robots.parse(body) for body in sample.bodies]

    def ours() -> None:
        for robots in parsed:
            robots.decide_all(UrlTable(urls), CHAINS)

    others: dict[str, list[tuple[_Ask, Sequence[str]]]] = {PROTEGO: [], ROBOTPARSER: []}
    for body in sample.bodies:
        for asks in _askers(body, DEFAULT_TOKENS):
            for name, pairs in others.items():
                pairs.append((asks[name], urls))
    cells = len(urls) * len(CHAINS)
    tasks = {name: _asking(pairs) for name, pairs in others.items()}
    matrices = {name: Task(task.run, task.units / cells) for name, task in tasks.items()}
    return {OURS: Task(ours, len(parsed)), **matrices}


def revise_line(sample: Sample, _: Sequence[str]) -> Mapping[str, Task]:
    """Another value in one rule; the others parse the file again."""
    return _revise(sample, _groups_of, ends=b"")


def revise_insert(sample: Sample, _: Sequence[str]) -> Mapping[str, Task]:
    """One more rule, so that all later lines have another number."""
    return _revise(sample, _groups_of, ends=b"\n")


def keystroke(sample: Sample, urls: Sequence[str]) -> Mapping[str, Task]:
    """Do the engine's work for a key: another value in one rule, then the window's URLs for all crawlers."""
    table = UrlTable(urls[:IN_WINDOW])
    ours = _revise(sample, lambda robots: robots.decide_all(table, CHAINS), ends=b"")[OURS]
    return {OURS: ours}


def _groups_of(robots: Robots) -> object:
    return robots.groups


def _revise(sample: Sample, use: Callable[[Robots], object], ends: bytes) -> Mapping[str, Task]:
    edits = itertools.count()
    drafts = []
    for body in sample.bodies:
        robots = Robots.parse(body)
        use(robots)
        drafts.append((robots, *around_middle_rule(robots, body, keep=bool(ends))))

    def ours() -> None:
        for robots, before, after in drafts:
            use(robots.revise(b"%sDisallow: /edited-%d%s%s" % (before, next(edits), ends, after)))

    return {OURS: Task(ours, len(drafts)), PROTEGO: _each_text(Protego.parse, sample.bodies)}


def around_middle_rule(robots: Robots, body: bytes, *, keep: bool) -> tuple[bytes, bytes]:
    """Return the text before and after the crawler's middle rule; the latter includes it if `keep`."""
    lines = split_lines(body)
    rules = [rule for group in robots.choose(AGENT).groups for rule in group.rules]
    place = rules[len(rules) // 2].line - 1 if rules else len(lines) // 2
    before = b"".join(line + b"\n" for line in lines[:place])
    return before, b"\n".join(lines[place:] if keep else [b"", *lines[place + 1 :]])


def _ask_one_by_one(work: Sequence[tuple[bytes, Sequence[str]]]) -> Mapping[str, Task]:
    askers = [(asks, urls) for body, urls in work for asks in _askers(body, [AGENT])]
    return {name: _asking([(asks[name], urls) for asks, urls in askers]) for name in (OURS, PROTEGO, ROBOTPARSER)}


def _askers(body: bytes, agents: Sequence[str]) -> list[Mapping[str, _Ask]]:
    """Return, for each agent, a way to ask each competitor about a URL; a file is parsed once for all agents."""
    text = text_of(body)
    robots, protego, robotparser = Robots.parse(body), Protego.parse(text), _robotparser(text)
    return [
        {
            OURS: partial(robots.decide, agent=agent),
            PROTEGO: partial(protego.can_fetch, user_agent=agent),
            ROBOTPARSER: partial(robotparser.can_fetch, agent),
        }
        for agent in agents
    ]


def _asking(pairs: Sequence[tuple[_Ask, Sequence[str]]]) -> Task:
    """Ask every file about as many of its URLs as the time allows, the same number for each file."""

    def run(number: int) -> None:
        for ask, urls in pairs:
            for url in urls[:number]:
                ask(url)

    number = how_many_fit(run, min(len(urls) for _, urls in pairs), _TURN)
    return Task(partial(run, number), number * len(pairs))


def _urls_on_rules(body: bytes, number: int) -> Sequence[str]:
    """URLs that the rules of the crawler match, each rule as often as the others; none where it has no rules."""
    groups = Robots.parse(body).choose(AGENT).groups
    patterns = [text_of(rule.pattern) for group in groups for rule in group.rules if rule.pattern]
    chance = random.Random(SEED)
    return [_url_on(pattern, chance) for pattern, _ in zip(itertools.cycle(patterns), range(number), strict=False)]


def _url_on(pattern: str, chance: random.Random) -> str:
    anchored = pattern.endswith("$")
    path = "".join(f"p{chance.randint(1, 999)}" if byte == "*" else byte for byte in pattern.removesuffix("$"))
    start = "" if path.startswith("/") else "/"
    return f"{_SITE}{start}{path}{'' if anchored else chance.randint(1, 99999)}"
