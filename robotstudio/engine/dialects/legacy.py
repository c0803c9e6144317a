"""The readings from before the standard: 1994, the draft of 1996, and Rambler's."""

from dataclasses import replace

from robotstudio.engine.dialects.model import Clause, Dialect, clauses
from robotstudio.engine.groups import Locality, blank_separated
from robotstudio.engine.names import (
    first_global,
    first_name,
    lowered_value,
    select_name_in_value,
    select_value_in_name,
)
from robotstudio.engine.paths import ROBOTS_TXT, as_written, decode_all_but_slash, decoded_path_of, path_of
from robotstudio.engine.patterns import LITERAL, STAR_ONLY
from robotstudio.engine.precedence import ANY, FIRST
from robotstudio.engine.tokens import RFC_LINES, Field

_ORIG = "https://www.robotstxt.org/orig.html"
_DRAFT = "https://www.robotstxt.org/norobots-rfc.txt"

LINES_1994 = replace(
    RFC_LINES,
    id="original1994",
    names=tuple((name, meaning) for name, meaning in RFC_LINES.names if meaning is not Field.ALLOW),
    known_lines={},
    known_keys={},
)

ORIGINAL1994 = Dialect(
    id="original1994",
    title="Original 1994",
    checked_on="2026-11-20",
    lines=LINES_1994,
    collect=blank_separated,
    tokens_of=first_name,
    select=select_value_in_name,
    default_groups=first_global,
    path_of=path_of,
    pattern_of=as_written,
    wildcards=LITERAL,
    precedence=ANY,
    locality=Locality(empty_ends=True),
    clauses=clauses(
        Clause("A Standard for Robot Exclusion (1994)", _ORIG),
        token=Clause("A Standard for Robot Exclusion (1994): User-agent", _ORIG, assumed=True),
        escapes=Clause("A Standard for Robot Exclusion (1994)", _ORIG, assumed=True),
        always=Clause("A Standard for Robot Exclusion (1994)", _ORIG, assumed=True),
    ),
)

DRAFT1996 = Dialect(
    id="draft1996",
    title="Draft of 1996",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    collect=blank_separated,
    tokens_of=lowered_value,
    select=select_name_in_value,
    default_groups=first_global,
    path_of=decoded_path_of,
    pattern_of=decode_all_but_slash,
    wildcards=LITERAL,
    precedence=FIRST,
    always_allowed=frozenset({ROBOTS_TXT}),
    locality=Locality(empty_ends=True),
    clauses=clauses(
        Clause("draft-koster-robots-00 §3.2.2", _DRAFT),
        lines=Clause("draft-koster-robots-00 §3.3", _DRAFT),
        token=Clause("draft-koster-robots-00 §3.2.1", _DRAFT),
        records=Clause("draft-koster-robots-00 §3.2", _DRAFT),
        group=Clause("draft-koster-robots-00 §3.2.1", _DRAFT),
    ),
)

RAMBLER = replace(
    DRAFT1996,
    id="rambler",
    title="Rambler",
    path_of=path_of,
    pattern_of=as_written,
    wildcards=STAR_ONLY,
    clauses=clauses(Clause("Rambler: no longer published", _DRAFT, assumed=True)),
)
