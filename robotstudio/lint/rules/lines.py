"""RS1xx: what is wrong with a line as such."""

from collections.abc import Iterator

from robotstudio.engine.tokens import Field, LineFlag
from robotstudio.lint.draft import LineFacts
from robotstudio.lint.model import Edit, Fix, Found, LintRule, Place, Severity


def google_typo(line: LineFacts) -> Iterator[Found]:
    """A misspelling that Google's parser accepts, and hardly anyone else (robots.cc, K4)."""
    read = line.google
    if read.flags & LineFlag.TYPO:
        right = _WRITTEN[read.field]
        start, end = read.key_span
        edit = Edit(Place(1, start), Place(1, end), right)
        yield Found(
            1,
            start,
            end,
            args={"key": read.key, "right": right},
            fixes=(Fix("respell", (edit,), args={"right": right}),),
        )


_WRITTEN = {
    Field.USER_AGENT: b"User-agent",
    Field.ALLOW: b"Allow",
    Field.DISALLOW: b"Disallow",
    Field.SITEMAP: b"Sitemap",
}

RULES = (LintRule("RS102", "google-typo", Severity.ERROR, line=google_typo),)
