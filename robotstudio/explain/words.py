"""Turns the ids of a verdict into words: fills in `templates` as phrases, whole sentences and steps."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS, Clause
from robotstudio.engine.groups import Rule
from robotstudio.engine.paths import ROBOTS_TXT, bytes_of, path_text
from robotstudio.engine.samples import Sample, Variation
from robotstudio.engine.verdict import Candidate, GroupChoice, LineRange, Outcome, Reason, Step, StepId, Verdict
from robotstudio.explain import templates
from robotstudio.explain.nearest import NearestRules, ReplacedRules, is_near, nearest_rules, replaced_by
from robotstudio.explain.pattern_words import difference, mismatch_clause
from robotstudio.text.language import OR, PLAIN, WORDS, Message, ntr, tr
from robotstudio.text.phrases import (
    Argument,
    Phrase,
    Piece,
    PieceKind,
    as_text,
    printable,
    sentences,
)

STAR = Piece("*", PieceKind.TOKEN)
_MOST_LINES_NAMED = 5
_MOST_CRAWLERS_NAMED = 3

SAMPLES: Mapping[tuple[Variation, bool], Message] = {  # by how a sample was made, and whether it matches
    (Variation.SHORTEST, True): "the shortest",
    (Variation.FILLED, True): "* matches some bytes",
    (Variation.OVER_SLASH, True): "* matches a slash too",
    (Variation.LONGER, True): "continues after the rule",
    (Variation.LONGER, False): "continues after $",
    (Variation.QUERY, True): "a query after the path",
    (Variation.QUERY, False): "a query after $",
    (Variation.SLASH, True): "a slash at the end",
    (Variation.SLASH, False): "a slash after $",
    (Variation.NO_SLASH, False): "no slash at the end",
    (Variation.ENCODED, True): "a letter percent-encoded: read as the same",
    (Variation.ENCODED, False): "a letter percent-encoded: read as another",
    (Variation.ENCODED_SLASH, True): "a slash percent-encoded: read as the same",
    (Variation.ENCODED_SLASH, False): "a slash percent-encoded: read as another",
    (Variation.CASE, False): "different case",
    (Variation.CUT_SHORT, False): "one character short",
    (Variation.DEEPER, False): "not at the start of the path",
    (Variation.NO_PIECE, False): "without what follows the last *",
}


def crawler_name(crawler: Crawler, *, first: bool = True) -> str:
    """Return the crawler's name as the subject of a sentence, or for use further on in one."""
    if crawler.is_any_other:
        return tr(templates.ANY_OTHER_FIRST if first else templates.ANY_OTHER)
    return printable(crawler.title)


def assumed_words(crawler: Crawler) -> str:
    """State that the crawler's reading is assumed; empty if it is documented."""
    if not crawler.assumed:
        return ""
    dialect = DIALECTS.get(crawler.dialect)
    return tr(templates.ASSUMED, dialect=dialect.title if dialect else crawler.dialect)


def sentence(verdict: Verdict, crawler_title: str, shown_url: str) -> Phrase:
    """Describe the verdict and its reason, in a sentence or a few; `shown_url` is the URL as the user knows it."""
    head = WORDS.phrase(templates.HEADS[verdict.allowed], **_subject(crawler_title, shown_url))
    return sentences((head, *_because(verdict)))


def short_sentence(verdict: Verdict, crawlers: Sequence[Crawler]) -> Phrase:
    """Describe the verdict of crawlers that read alike, without naming the URL and the rules that lost."""
    names = [(Piece(crawler_name(crawler, first=not place)),) for place, crawler in enumerate(crawlers)]
    listed = as_text(WORDS.listed(names, most=_MOST_CRAWLERS_NAMED))
    head = WORDS.counted_phrase(templates.SHORT_HEADS[verdict.allowed], len(crawlers), crawlers=listed)
    return sentences((head, *_because(verdict, is_short=True)))


def folded_sentence(verdict: Verdict, crawler_title: str, shown_url: str) -> Phrase:
    """Describe the verdict in half a line."""
    subject = _subject(crawler_title, shown_url)
    if verdict.line is None:
        reason = tr(templates.REASONS[verdict.reason])
        return WORDS.phrase(templates.FOLDED[verdict.allowed], **subject, reason=reason)
    return WORDS.phrase(templates.FOLDED_BY_LINE[verdict.allowed], **subject, line=line_piece(verdict.line))


def outcome_words(candidate: Candidate, verdict: Verdict, *, moot: bool = False) -> str:
    """Describe what became of a rule, in a few words; `moot` if the rules are not consulted."""
    if moot and candidate.outcome is Outcome.WINS:
        return tr(templates.WOULD_WIN, reason=tr(templates.REASONS[verdict.reason]))
    if candidate.outcome is Outcome.NO_MATCH:
        return difference(candidate)
    return tr(
        _outcome_template(candidate, verdict),
        reason=tr(templates.REASONS[verdict.reason]),
        less=bytes_words(_less(candidate, verdict)),
        line=verdict.line or 0,
    )


def _outcome_template(candidate: Candidate, verdict: Verdict) -> str:
    if candidate.outcome is Outcome.LATER and verdict.group.rules.precedence.id == "any":
        return templates.ONE_IS_ENOUGH
    if candidate.outcome is Outcome.UNSEEN and candidate.rule.below is not None:
        return templates.HIDDEN
    return templates.OUTCOMES[candidate.outcome]


def _less(candidate: Candidate, verdict: Verdict) -> int:
    """Return by how many bytes a rule is shorter than the winner."""
    return verdict.byte_count_of(verdict.rule) - candidate.byte_count if verdict.rule else 0


def clause_words(clause: Clause) -> str:
    """Name a source, and mark an assumption if the vendor does not document it."""
    return tr(templates.ASSUMED_CLAUSE, clause=clause.label) if clause.assumed else clause.label


def clause_piece(clause: Clause) -> Piece:
    """Link to a clause."""
    return Piece(clause_words(clause), PieceKind.CLAUSE, address=clause.url)


def sample_words(sample: Sample) -> str:
    """Describe what a sample URL shows, in a few words."""
    return tr(SAMPLES[sample.variation, sample.matches])


def replaced_title(replaced: ReplacedRules, crawler_title: str) -> Phrase:
    """State that a group replaces rules of `*`."""
    count = len(replaced.rules)
    return WORDS.counted_phrase(
        templates.REPLACED_TITLE,
        count,
        rules=ntr(templates.RULES, count),
        star=STAR,
        crawler=printable(crawler_title),
    )


def own_rules_words(verdict: Verdict) -> Phrase:
    """Describe what the rules would decide if they were read."""
    if verdict.line is None:
        reason = tr(templates.REASONS[verdict.reason])
        return WORDS.phrase(templates.OWN_RULES[verdict.allowed], reason=reason)
    return WORDS.phrase(templates.OWN_RULES_BY_LINE[verdict.allowed], line=line_piece(verdict.line))


def step_words(step: Step, crawler_title: str = "") -> tuple[Phrase, Phrase]:
    """Return the title of a step, and its details, which may be empty."""
    title, detail = templates.STEPS[step.id]
    rules, matching = _number(step.args.get("rules")), _number(step.args.get("matching"))
    if step.id is StepId.CANDIDATES:
        tried = templates.RULES_LEFT if step.args.get("unread") else templates.RULES_TRIED
        title, detail = tried.get((min(rules, 2), min(matching, 2)), (title, detail))
        if step.args.get("hidden") and not matching:
            title, detail = templates.HIDDEN_MATCH
        if matching == 1 and step.args.get("reason") == Reason.EMPTY_RULE:
            detail = templates.EMPTY_DECIDES
        elif rules > 1 and matching > 1:
            detail = templates.HOW_ONE_WINS[str(step.args["precedence"])]
    elif step.id is StepId.CUT and not step.lines:
        detail = templates.NOTHING_READ
    elif step.id is StepId.GLOBAL_IGNORED and not rules:
        detail = templates.GLOBAL_WITHOUT_RULES
    token = Piece(printable(str(step.args.get("token", ""))), PieceKind.TOKEN)
    facts: dict[str, Argument] = {
        "star": STAR,
        "token": token,
        "crawler": Piece(printable(crawler_title)) if crawler_title else token,
        "rules": ntr(templates.RULES, rules),
        "matching": matching,
        "blank": _number(step.args.get("blank")),
        "limit": _number(step.args.get("limit")),
        "dialect": str(step.args.get("dialect", "")),
        "lines": lines_words(step.lines),
        "Lines": lines_words(step.lines, templates.LINES_FIRST),
        "merged": _merged(step.lines),
        "result": _result(step),
    }
    return WORDS.phrase(title, **facts), WORDS.phrase(detail, **facts)


def step_in_short(step: Step) -> Phrase:
    """Describe a step in two or three words; empty for one that only adds to another."""
    if step.id is StepId.RESULT:
        result = _result(step)
        line = next((piece for piece in result if piece.line), None)
        return WORDS.phrase(templates.RESULT_IN_SHORT[bool(step.args["allowed"])], line=line) if line else result
    if step.id in {StepId.NAMED_GROUP, StepId.GLOBAL_GROUP}:
        token = Piece(printable(str(step.args["token"])), PieceKind.TOKEN)
        return WORDS.phrase(templates.GROUP_IN_SHORT, token=token, lines=lines_words(step.lines))
    if step.id in {StepId.NO_GROUP, StepId.NEVER_GLOBAL}:
        return WORDS.phrase(templates.NONE_IN_SHORT)
    if step.id is StepId.CANDIDATES:
        rules, matching = _number(step.args.get("rules")), _number(step.args.get("matching"))
        if not rules:
            return WORDS.phrase(templates.NONE_IN_SHORT)
        return WORDS.counted_phrase(templates.RULES_IN_SHORT, matching, rules=rules)
    return ()


def others_words(close: NearestRules) -> Phrase:
    """Describe the rules that are not shown one by one."""
    count, matching = close.other_count, close.matching_count - len(close.matching)
    if not count:
        return ()
    if matching:
        forms = templates.OTHERS_MATCH if matching == count else templates.OTHERS_MIXED
    else:
        forms = templates.OTHERS_DIFFER_EARLY if close.others_differ_early else templates.OTHERS_MISS
    others = WORDS.counted_phrase(forms, count, matching=matching)
    if count > _MOST_LINES_NAMED:
        return others
    numbers = [(_range_piece(LineRange(rule.line, rule.line)),) for rule in close.others]
    ranges = WORDS.listed(numbers, PLAIN, _MOST_LINES_NAMED)
    lines = WORDS.phrase(templates.LINES[len(numbers) > 1], ranges=ranges)
    return WORDS.phrase(templates.WITH_LINES, others=others, lines=lines)


def bytes_words(count: int) -> str:
    """Format a number of bytes."""
    return ntr(templates.BYTES, count)


def tokens_words(tokens: Sequence[str]) -> Phrase:
    """List alternative product tokens."""
    return WORDS.listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], OR)


def rule_piece(rule: Rule) -> Piece:
    """Format a rule as written; an alternative reading as the crawler reads it."""
    read = replace(rule, written=bytes_of(path_text(rule.pattern))) if rule.rewritten else rule
    return Piece(printable(str(read).rstrip()), PieceKind.ALLOW if rule.allow else PieceKind.DISALLOW)


def line_piece(line: int) -> Piece:
    """Link to a line: `line 12`."""
    return Piece(tr(templates.LINE, number=line), PieceKind.LINE, line)


def _subject(crawler_title: str, shown_url: str) -> dict[str, Argument]:
    return {"crawler": printable(crawler_title), "url": Piece(printable(shown_url), PieceKind.URL)}


def _because(verdict: Verdict, *, is_short: bool = False) -> Iterator[Phrase]:
    """Yield the sentences of the reason; if `is_short`, without the rules that lost."""
    close = nearest_rules(verdict, matching=20, misses=5)
    facts = _arguments(close)
    choice, reason, winner = verdict.group, close.verdict.reason, verdict.rule
    if choice.tried and choice.token not in {None, "*"}:
        yield WORDS.phrase(templates.FALLBACK, **facts)
    if winner and winner.rewritten:
        yield WORDS.phrase(templates.SECOND_READING, **facts)
    overlooked = verdict.overlooked if reason is Reason.NO_MATCH else None
    if overlooked:
        yield from _overlooked_words(overlooked, facts)
    else:
        yield WORDS.phrase(_reason_template(reason, choice), **facts)
    yield from _stranded_words(verdict, facts)
    if not verdict.allowed and verdict.path == ROBOTS_TXT:
        yield WORDS.phrase(templates.ROBOTS_TXT_ANYWAY)
    replaced = _replaced_words(verdict)
    if reason is Reason.NO_RULES and choice.ignored and not replaced:
        yield WORDS.phrase(templates.GLOBAL_NOT_USED, **facts)
    beside = _beside(close, reason)
    if beside and not (is_short and beside[0] != templates.OVERRULED):
        template, candidate = beside
        differs = mismatch_clause(candidate)
        said = _rule_words(candidate.rule, candidate.byte_count)
        yield WORDS.phrase(template, **{**facts, **said, "differs": differs})
    yield replaced


def _reason_template(reason: Reason, choice: GroupChoice) -> str:
    """Return the template for a reason in this choice of groups."""
    if reason is Reason.NO_GROUP and not choice.uses_global:
        return templates.NEVER_GLOBAL
    if reason is Reason.NO_GROUP and not choice.tried:
        return templates.NO_GLOBAL_GROUP
    if reason is Reason.FIRST_MATCH and choice.rules.precedence.id == "any":
        return templates.ONE_MATCHES
    if reason is Reason.NO_MATCH and choice.rule_count == 1:
        return templates.ONLY_RULE_MISSES
    return templates.SENTENCES[reason]


def _overlooked_words(rule: Rule, facts: Mapping[str, Argument]) -> Iterator[Phrase]:
    """State that a rule would match if it were not left out or hidden."""
    is_hidden = rule.below is not None
    said = {**facts, **_rule_words(rule, rule.priority)}
    head = templates.NO_RULE_TRIED_MATCHES if is_hidden else templates.NO_RULE_READ_MATCHES
    yield WORDS.phrase(head, **said)
    yield WORDS.phrase(templates.HIDDEN_BY_ANOTHER if is_hidden else templates.LEFT_OUT, **said)


def _stranded_words(verdict: Verdict, facts: Mapping[str, Argument]) -> Iterator[Phrase]:
    """State that an empty line ends the group before rules that seem to belong to it."""
    if not verdict.group.stranded or verdict.reason not in {Reason.NO_RULES, Reason.NO_MATCH}:
        return
    blank, rules = verdict.group.stranded
    assumed = tr(templates.ASSUMED_READING) if verdict.dialect.clauses["records"].assumed else ""
    more: dict[str, Argument] = {
        "blank": line_number(blank),
        "stranded": lines_words([rules]),
        "assumed": assumed,
    }
    yield WORDS.phrase(templates.BLANK_ENDS, **{**facts, **more})


def line_number(line: int) -> Piece:
    """Link to a line: `12`."""
    return _range_piece(LineRange(line, line))


def _replaced_words(verdict: Verdict) -> Phrase:
    """Name the rule of `*` that would reverse the verdict but does not count: the most frequent misunderstanding."""
    replaced = replaced_by(verdict)
    rule = replaced.decisive if replaced else None
    if rule is None or rule.allow == verdict.allowed:
        return ()
    group = _group_words(verdict.group)
    said = _rule_words(rule, 0)
    return WORDS.phrase(templates.REPLACED, **{**said, "star": STAR, "group": group})


def _beside(close: NearestRules, reason: Reason) -> tuple[str, Candidate] | None:
    """Return the rule that a user may wonder about beside the winner, and the template for it."""
    verdict = close.verdict
    misses = [candidate for candidate in close.misses if candidate.outcome is Outcome.NO_MATCH]
    near = [candidate for candidate in misses if is_near(candidate.rule, verdict.path)]
    if reason is Reason.ALWAYS_ALLOWED:
        blocking = [candidate for candidate in close.matching if not candidate.rule.allow and candidate.rule.pattern]
        return (templates.OVERRULED, blocking[0]) if blocking else None
    if reason is Reason.NO_MATCH and close.whole.overlooked is None:
        return (templates.NEAREST, near[0]) if near and verdict.group.rule_count > 1 else None
    if reason not in {Reason.ONLY_MATCH, Reason.LONGEST_MATCH, Reason.FIRST_OF_EQUALS}:
        return None
    shorter = [c for c in close.matching if c.outcome is Outcome.SHORTER and c.rule.allow != verdict.allowed]
    if shorter:
        return templates.SHORTER, shorter[0]
    opposite = [candidate for candidate in near if candidate.rule.allow != verdict.allowed]
    return (templates.DOES_NOT_MATCH, opposite[0]) if opposite else None


def _arguments(close: NearestRules) -> dict[str, Argument]:
    """Return everything that a sentence may need, as far as the verdict has it."""
    verdict, choice = close.verdict, close.verdict.group
    ignored = [LineRange(group.first_line, group.last_line) for group in choice.ignored]
    facts: dict[str, Argument] = {
        "star": STAR,
        "dialect": verdict.dialect.title,
        "rules": ntr(templates.RULES, choice.rule_count),
        "tried": tokens_words(choice.tried),
        "token": Piece(printable(choice.token or ""), PieceKind.TOKEN),
        "group": _group_words(choice),
        "lines": lines_words(choice.parts),
        "global_lines": lines_words(ignored),
    }
    rule = verdict.rule or (close.misses[0].rule if close.misses else None)
    if rule:
        facts |= _rule_words(rule, verdict.byte_count_of(rule) if verdict.rule else rule.priority)
        facts["written"] = rule_piece(replace(rule, rewritten=False))
    equals = [c for c in close.matching if c.outcome in {Outcome.TIE_LOST, Outcome.SAME_AS_WINNER}]
    if equals:
        # A lost tie explains more than a repetition.
        other = min(equals, key=lambda candidate: candidate.outcome is not Outcome.TIE_LOST).rule
        facts |= {"other": rule_piece(other), "other_line": line_piece(other.line)}
    return facts


def _rule_words(rule: Rule, byte_count: int) -> dict[str, Argument]:
    return {
        "rule": rule_piece(rule),
        "line": line_piece(rule.line),
        "bytes": bytes_words(byte_count),
    }


def _group_words(choice: GroupChoice) -> Phrase:
    if choice.token == "*":
        return WORDS.phrase(templates.GLOBAL_GROUP, star=STAR)
    if choice.tried:
        return WORDS.phrase(templates.GROUP_OF, token=Piece(printable(choice.token or ""), PieceKind.TOKEN))
    return WORDS.phrase(templates.OWN_GROUP)


def _result(step: Step) -> Phrase:
    if step.id is not StepId.RESULT:
        return ()
    line, reason = _number(step.args.get("line")), Reason(str(step.args["reason"]))
    if not line or reason is Reason.EMPTY_RULE:
        return WORDS.phrase(templates.ALLOWED, reason=tr(templates.REASONS[reason]))
    template = templates.ALLOWED_BY if step.args["allowed"] else templates.BLOCKED_BY
    return WORDS.phrase(template, line=line_piece(line))


def lines_words(lines: Sequence[LineRange], forms: tuple[Message, Message] = templates.LINES) -> Phrase:
    """Link to lines: `line 3`, `lines 3 and 5–8`."""
    several = len(lines) != 1 or lines[0].first != lines[0].last
    return WORDS.phrase(forms[several], ranges=_ranges(lines))


def _merged(lines: Sequence[LineRange]) -> Phrase:
    if len(lines) != 2:
        return WORDS.phrase(templates.MANY_MERGED, ranges=_ranges(lines))
    first, second = lines
    template = templates.MERGED[first.first != first.last]
    return WORDS.phrase(template, first=_range_piece(first), second=_range_piece(second))


def _ranges(lines: Sequence[LineRange]) -> Phrase:
    return WORDS.listed([(_range_piece(part),) for part in lines], most=_MOST_LINES_NAMED)


def _range_piece(part: LineRange) -> Piece:
    text = str(part.first) if part.first == part.last else f"{part.first}–{part.last}"
    return Piece(text, PieceKind.LINE, part.first)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
