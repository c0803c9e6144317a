"""JUnit's report in XML, as services for continuous integration read it."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from robotstudio.text.phrases import printable


class JunitCase(Struct, frozen=True):
    """A case of a JUnit report. One that failed has its kind of failure, what came of it, and where it is written."""

    group: str
    name: str
    failure: str | None = None
    outcome: str = ""
    place: str = ""


def junit_report(name: str, cases: Sequence[JunitCase]) -> Iterator[str]:
    """One suite with its cases, line by line."""
    failures = sum(case.failure is not None for case in cases)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites {counts}>\n"
    yield f"  <testsuite name={_attribute(name)} {counts}>\n"
    for case in cases:
        named = f"classname={_attribute(case.group)} name={_attribute(case.name)}"
        if case.failure is None:
            yield f"    <testcase {named}/>\n"
            continue
        failure = f"<failure type={_attribute(case.failure)} message={_attribute(case.outcome)}>"
        yield f"    <testcase {named}>\n"
        yield f"      {failure}{_content(case.place)}: {_content(case.outcome)}</failure>\n"
        yield "    </testcase>\n"
    yield "  </testsuite>\n</testsuites>\n"


def _attribute(text: str) -> str:
    """An attribute of XML; what XML cannot hold stands as a visible sign."""
    return quoteattr(printable(text))


def _content(text: str) -> str:
    return escape(printable(text))
