"""Rules that are called needless can be deleted: brute force checks every dialect, and all other lines."""

import random

import pytest

from robotstudio.draft.rule_proofs import line_proofs
from robotstudio.engine import DIALECTS, UrlTable
from robotstudio.engine.changes import flips
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Result, RuleLines, is_unchanged, prove_alike
from robotstudio.engine.proof.operands import Reading
from robotstudio.engine.revision import without_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.side_effects import effects, side_changes

_NAMES = ("*", "a", "b", "archive.org_bot")
_PATHS = ("/", "/a", "/a/b", "/*a", "/a*", "/a$", "/*/b", "/index.html", "/%61", "/ab", "", "*", "a", "/*a$", "/b")
_OTHERS = (
    *("", "", "Crawl-delay: 400", "Crawl-delay: 2", "Sitemap: https://e.com/s.xml", "Content-Signal: ai-train=no"),
    *("# c", "Clean-param: x /a", "Host: e.com", "X: y", "Request-rate: 1/5", " ", "Allow: /a\x0bDisallow: /b"),
)
URLS = UrlTable(
    f"https://e.com/{'/'.join(parts)}{end}"
    for parts in ([], ["a"], ["b"], ["c"], ["a", "b"], ["b", "a"], ["ab"], ["abc"], ["a", "a"], ["%61"], ["index.html"])
    for end in ("", "/", "?a", "a", "b", "c", "/b")
)


def random_file(chance: random.Random) -> bytes:
    lines = []
    for _ in range(chance.randint(1, 3)):
        lines += [f"User-agent: {chance.choice(_NAMES)}" for _ in range(chance.randint(1, 2))]
        for _ in range(chance.randint(1, 5)):
            rule = f"{chance.choice(('Allow', 'Disallow'))}: {chance.choice(_PATHS)}"
            lines.append(rule if chance.random() < 0.8 else chance.choice(_OTHERS))
        lines += [""] * chance.randint(0, 1)
    return "\n".join(lines).encode()


def readers_of(dialect: str) -> list[CrawlerView]:
    return [CrawlerView(token, dialect, token) for token in ("a", "b", "archive.org_bot", "*")]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_needless_lines_can_be_deleted(dialect: str) -> None:
    chance, needless = random.Random(f"unchanged {dialect}"), 0
    readers = readers_of(dialect)
    for _ in range(60):
        body = random_file(chance)
        version = FileVersion(body)
        for line, proof in line_proofs(version, readers).items():
            if not proof.is_needless:
                continue
            needless += 1
            after = FileVersion(without_lines(body, [line]))
            assert flips(version, after, URLS, readers) == (), (body, line)
            assert effects(version, readers) == effects(after, readers), (body, line)
            assert side_changes(version, after, [line], readers) == (), (body, line)
            assert is_unchanged(version, after, readers, _with_equal_rules), (body, line)
    assert needless > 10


def _with_equal_rules(one: Reading, other: Reading) -> bool:
    return prove_alike(one, other).outcome is Result.EQUAL


@pytest.mark.parametrize(
    ("body", "line", "dialects"),
    [
        (b"User-agent: a\nAllow: /\n\nUser-agent: b\nDisallow: /\n", 2, "google rfc9309"),  # the groups would join
        (b"User-agent: a\nAllow: /\nAllow: /\n\nUser-agent: b\nDisallow: /\n", 2, ""),
        (b"User-agent: a\nDisallow: /a\nDisallow: *\n", 2, "heritrix"),  # its only rule
        (b"User-agent: a\nDisallow: *\nUser-agent: b\nDisallow: /a\nDisallow: /\n", 2, "heritrix google"),
        (b"User-agent: *\n" + b"Disallow: /a\n" * 2_049, 9, "yandex"),  # another rule would be read
        (b"User-agent: *\n" + b"Disallow: /a\n" * 2_040, 9, ""),
        (
            b"User-agent: *\nDisallow: /a\nDisallow: /a\n#" + b"x" * 520_000 + b"\nAllow: /\n",
            3,
            "google yandex heritrix",
        ),
    ],
)
def test_line_can_go_if_only_the_rule_goes_with_it(body: bytes, line: int, dialects: str) -> None:
    version = FileVersion(body)
    tied = {
        dialect
        for dialect in ("google", "rfc9309", "yandex", "heritrix")
        if not RuleLines(version, [dialect]).can_go(line)
    }
    assert tied >= set(dialects.split())
    if not dialects:
        assert not tied


def test_change_of_a_delay_or_a_field_is_a_change() -> None:
    readers = [CrawlerView("Bingbot", "bing", "bingbot")]
    before = FileVersion(b"User-agent: *\nDisallow: /a\nCrawl-delay: 5\nSitemap: https://e.com/s.xml\n")
    assert is_unchanged(before, FileVersion(before.body + b"# more\n"), readers, _with_equal_rules)
    for gone in (3, 4):
        assert not is_unchanged(before, FileVersion(without_lines(before.body, [gone])), readers, _with_equal_rules)
