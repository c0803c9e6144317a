"""Where the ids of a verdict become words: `templates` filled in, as phrases, whole sentences and steps.

`translate` may swap a template for that of another language; the arguments keep their names.
"""

from collections.abc import Iterator, Mapping, Sequence

from robotstudio.engine import templates
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS, Clause
from robotstudio.engine.groups import Rule
from robotstudio.engine.nearest import CloseUp, Replaced, close_up, is_near, replaced_by
from robotstudio.engine.paths import ROBOTS_TXT, bytes_of, path_text
from robotstudio.engine.pattern_words import difference, parting
from robotstudio.engine.phrases import (
    Argument,
    Phrase,
    Piece,
    PieceKind,
    Translate,
    as_written,
    fill,
    listed,
    printable,
    sentences,
)
from robotstudio.engine.samples import Sample
from robotstudio.engine.verdict import Candidate, GroupChoice, LineRange, Outcome, Reason, Step, StepId, Verdict

STAR = Piece("*", PieceKind.TOKEN)
_MOST_LINES_NAMED = 5


def crawler_name(crawler: Crawler, translate: Translate = as_written, *, first: bool = True) -> str:
    """The crawler as the subject of a sentence, or further on in one."""
    if crawler.is_any_other:
        return translate(templates.ANY_OTHER_FIRST if first else templates.ANY_OTHER)
    return printable(crawler.title)


def assumed_words(crawler: Crawler, translate: Translate = as_written) -> str:
    """That the crawler does not say how it reads a file; empty where it does."""
    if not crawler.assumed:
        return ""
    dialect = DIALECTS.get(crawler.dialect)
    return translate(templates.ASSUMED).format(dialect=dialect.title if dialect else crawler.dialect)


def sentence(verdict: Verdict, crawler_title: str, shown_url: str, translate: Translate = as_written) -> Phrase:
    """The verdict and why, in a sentence or a few; `shown_url` is the URL as the person knows it."""
    head = fill(translate(templates.HEADS[verdict.allowed]), **_subject(crawler_title, shown_url))
    return sentences((head, *_because(verdict, translate)))


def folded_sentence(verdict: Verdict, crawler_title: str, shown_url: str, translate: Translate = as_written) -> Phrase:
    """The verdict in half a line."""
    subject = _subject(crawler_title, shown_url)
    if verdict.line is None:
        reason = reason_words(verdict.reason, translate)
        return fill(translate(templates.FOLDED[verdict.allowed]), **subject, reason=reason)
    template = translate(templates.FOLDED_BY_LINE[verdict.allowed])
    return fill(template, **subject, line=line_piece(verdict.line, translate))


def reason_words(reason: Reason, translate: Translate = as_written) -> str:
    return translate(templates.REASONS[reason])


def outcome_words(
    candidate: Candidate, verdict: Verdict, translate: Translate = as_written, *, moot: bool = False
) -> str:
    """What became of a rule, in a few words; `moot` where the rules are not asked."""
    if moot and candidate.outcome is Outcome.WINS:
        return translate(templates.WOULD_WIN).format(reason=reason_words(verdict.reason, translate))
    if candidate.outcome is Outcome.NO_MATCH:
        return difference(candidate, translate)
    return translate(_outcome_template(candidate, verdict)).format(
        reason=reason_words(verdict.reason, translate),
        less=bytes_words(_less(candidate, verdict), translate),
        line=verdict.line,
    )


def _outcome_template(candidate: Candidate, verdict: Verdict) -> str:
    if candidate.outcome is Outcome.LATER and verdict.group.rules.precedence.id == "any":
        return templates.ONE_IS_ENOUGH
    if candidate.outcome is Outcome.UNSEEN and candidate.rule.below is not None:
        return templates.HIDDEN
    return templates.OUTCOMES[candidate.outcome]


def _less(candidate: Candidate, verdict: Verdict) -> int:
    """By how many bytes a rule is shorter than the one that wins."""
    return verdict.byte_count_of(verdict.rule) - candidate.byte_count if verdict.rule else 0


def clause_words(clause: Clause, translate: Translate = as_written) -> str:
    """Where something is written down, and that it is assumed where the vendor says nothing of it."""
    return translate(templates.ASSUMED_CLAUSE).format(clause=clause.label) if clause.assumed else clause.label


def clause_piece(clause: Clause, translate: Translate = as_written) -> Piece:
    """A clause, leading to where it is written."""
    return Piece(clause_words(clause, translate), PieceKind.CLAUSE, address=clause.url)


def sample_words(sample: Sample, translate: Translate = as_written) -> str:
    """What a sample URL shows, in a few words."""
    return translate(templates.SAMPLES[sample.variation, sample.matches])


def replaced_title(replaced: Replaced, crawler_title: str, translate: Translate = as_written) -> Phrase:
    """That a group replaces rules of `*`."""
    rules = _counted(templates.RULES, len(replaced.rules), translate)
    return fill(
        translate(templates.REPLACED_TITLE[len(replaced.rules) != 1]),
        rules=rules,
        star=STAR,
        crawler=printable(crawler_title),
    )


def own_rules_words(verdict: Verdict, translate: Translate = as_written) -> Phrase:
    """What the rules would have said, were they read."""
    if verdict.line is None:
        reason = reason_words(verdict.reason, translate)
        return fill(translate(templates.OWN_RULES[verdict.allowed]), reason=reason)
    template = translate(templates.OWN_RULES_BY_LINE[verdict.allowed])
    return fill(template, line=line_piece(verdict.line, translate))


def step_words(step: Step, crawler_title: str = "", translate: Translate = as_written) -> tuple[Phrase, Phrase]:
    """A step as a title and what is said below it, which may be nothing."""
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
    words: dict[str, Argument] = {
        "star": STAR,
        "token": token,
        "crawler": Piece(printable(crawler_title)) if crawler_title else token,
        "rules": _counted(templates.RULES, rules, translate),
        "matching": matching,
        "blank": _number(step.args.get("blank")),
        "limit": _number(step.args.get("limit")),
        "dialect": str(step.args.get("dialect", "")),
        "lines": _lines(templates.LINES, step.lines, translate),
        "Lines": _lines(templates.LINES_FIRST, step.lines, translate),
        "merged": _merged(step.lines, translate),
        "result": _result(step, translate),
    }
    return fill(translate(title), **words), fill(translate(detail), **words)


def others_words(close: CloseUp, translate: Translate = as_written) -> Phrase:
    """What is to be said about the rules that are not shown one by one."""
    count, matching = close.other_count, close.matching_count - len(close.matching)
    if not count:
        return ()
    if matching:
        forms = templates.OTHERS_MATCH if matching == count else (templates.OTHERS_MIXED,) * 2
    else:
        forms = templates.OTHERS_DIFFER_EARLY if close.others_differ_early else templates.OTHERS_MISS
    others = fill(translate(forms[count != 1]), count=count, matching=matching)
    if count > _MOST_LINES_NAMED:
        return others
    numbers = [(_range_piece(LineRange(rule.line, rule.line)),) for rule in close.others]
    ranges = listed(numbers, translate, templates.PLAIN_LAST, _MOST_LINES_NAMED)
    lines = fill(translate(templates.LINES[len(numbers) > 1]), ranges=ranges)
    return fill(translate(templates.WITH_LINES), others=others, lines=lines)


def bytes_words(count: int, translate: Translate = as_written) -> str:
    return _counted(templates.BYTES, count, translate)


def tokens_words(tokens: Sequence[str], translate: Translate = as_written) -> Phrase:
    """Product tokens, any of which is meant."""
    return listed([(Piece(printable(token), PieceKind.TOKEN),) for token in tokens], translate, templates.OR_LAST)


def rule_piece(rule: Rule) -> Piece:
    """A rule as a person writes it; a second reading of one as the crawler takes it."""
    read = rule._replace(written=bytes_of(path_text(rule.pattern))) if rule.rewritten else rule
    return Piece(printable(str(read).rstrip()), PieceKind.ALLOW if rule.allow else PieceKind.DISALLOW)


def line_piece(line: int, translate: Translate = as_written) -> Piece:
    """`line 12`, leading there."""
    return Piece(translate(templates.LINE).format(number=line), PieceKind.LINE, line)


def _subject(crawler_title: str, shown_url: str) -> dict[str, Argument]:
    return {"crawler": printable(crawler_title), "url": Piece(printable(shown_url), PieceKind.URL)}


def _because(verdict: Verdict, translate: Translate) -> Iterator[Phrase]:
    """Why, sentence by sentence."""
    close = close_up(verdict, matching=20, misses=5)
    words = _arguments(close, translate)
    choice, reason, winner = verdict.group, close.verdict.reason, verdict.rule
    if choice.tried and choice.token not in {None, "*"}:
        yield fill(translate(templates.FALLBACK), **words)
    if winner and winner.rewritten:
        yield fill(translate(templates.SECOND_READING), **words)
    overlooked = verdict.overlooked if reason is Reason.NO_MATCH else None
    if overlooked:
        yield from _overlooked_words(overlooked, words, translate)
    else:
        yield fill(translate(_reason_template(reason, choice)), **words)
    yield from _stranded_words(verdict, words, translate)
    if not verdict.allowed and verdict.path == ROBOTS_TXT:
        yield fill(translate(templates.ROBOTS_TXT_ANYWAY))
    replaced = _replaced_words(verdict, translate)
    if reason is Reason.NO_RULES and choice.ignored and not replaced:
        yield fill(translate(templates.GLOBAL_NOT_USED), **words)
    beside = _beside(close, reason)
    if beside:
        template, candidate = beside
        differs = parting(candidate, translate)
        said = _rule_words(candidate.rule, candidate.byte_count, translate)
        yield fill(translate(template), **{**words, **said, "differs": differs})
    yield replaced


def _reason_template(reason: Reason, choice: GroupChoice) -> str:
    """What is said of a reason in this choice of groups."""
    if reason is Reason.NO_GROUP and not choice.uses_global:
        return templates.NEVER_GLOBAL
    if reason is Reason.NO_GROUP and not choice.tried:
        return templates.NO_GLOBAL_GROUP
    if reason is Reason.FIRST_MATCH and choice.rules.precedence.id == "any":
        return templates.ONE_MATCHES
    if reason is Reason.NO_MATCH and choice.rule_count == 1:
        return templates.ONLY_RULE_MISSES
    return templates.SENTENCES[reason]


def _overlooked_words(rule: Rule, words: Mapping[str, Argument], translate: Translate) -> Iterator[Phrase]:
    """That a rule would match which is left out or hidden."""
    is_hidden = rule.below is not None
    said = {**words, **_rule_words(rule, rule.priority, translate)}
    head = templates.NO_RULE_TRIED_MATCHES if is_hidden else templates.NO_RULE_READ_MATCHES
    yield fill(translate(head), **said)
    yield fill(translate(templates.HIDDEN_BY_ANOTHER if is_hidden else templates.LEFT_OUT), **said)


def _stranded_words(verdict: Verdict, words: Mapping[str, Argument], translate: Translate) -> Iterator[Phrase]:
    """That an empty line ends the group before rules which a person takes for its own."""
    if not verdict.group.stranded or verdict.reason not in {Reason.NO_RULES, Reason.NO_MATCH}:
        return
    blank, rules = verdict.group.stranded
    assumed = translate(templates.ASSUMED_READING) if verdict.dialect.clauses["records"].assumed else ""
    more: dict[str, Argument] = {
        "blank": line_number(blank),
        "stranded": _lines(templates.LINES, [rules], translate),
        "assumed": assumed,
    }
    yield fill(translate(templates.BLANK_ENDS), **{**words, **more})


def line_number(line: int) -> Piece:
    """`12`, leading there."""
    return _range_piece(LineRange(line, line))


def _replaced_words(verdict: Verdict, translate: Translate) -> Phrase:
    """That a rule of `*` does not count which would have turned the verdict: what people are most often wrong about."""
    replaced = replaced_by(verdict)
    rule = replaced.decisive if replaced else None
    if rule is None or rule.allow == verdict.allowed:
        return ()
    group = _group_words(verdict.group, translate)
    said = _rule_words(rule, 0, translate)
    return fill(translate(templates.REPLACED), **{**said, "star": STAR, "group": group})


def _beside(close: CloseUp, reason: Reason) -> tuple[str, Candidate] | None:
    """The rule that one may wonder about beside the winner, and what to say about it."""
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


def _arguments(close: CloseUp, translate: Translate) -> dict[str, Argument]:
    """Everything that a sentence may name, as far as the verdict has it."""
    verdict, choice = close.verdict, close.verdict.group
    ignored = [LineRange(group.first_line, group.last_line) for group in choice.ignored]
    words: dict[str, Argument] = {
        "star": STAR,
        "dialect": verdict.dialect.title,
        "rules": _counted(templates.RULES, choice.rule_count, translate),
        "tried": tokens_words(choice.tried, translate),
        "token": Piece(printable(choice.token or ""), PieceKind.TOKEN),
        "group": _group_words(choice, translate),
        "lines": _lines(templates.LINES, choice.parts, translate),
        "global_lines": _lines(templates.LINES, ignored, translate),
    }
    rule = verdict.rule or (close.misses[0].rule if close.misses else None)
    if rule:
        words |= _rule_words(rule, verdict.byte_count_of(rule) if verdict.rule else rule.priority, translate)
        words["written"] = rule_piece(rule._replace(rewritten=False))
    equals = [c for c in close.matching if c.outcome in {Outcome.TIE_LOST, Outcome.SAME_AS_WINNER}]
    if equals:
        # A lost tie tells more than a repetition.
        other = min(equals, key=lambda candidate: candidate.outcome is not Outcome.TIE_LOST).rule
        words |= {"other": rule_piece(other), "other_line": line_piece(other.line, translate)}
    return words


def _rule_words(rule: Rule, byte_count: int, translate: Translate) -> dict[str, Argument]:
    return {
        "rule": rule_piece(rule),
        "line": line_piece(rule.line, translate),
        "bytes": bytes_words(byte_count, translate),
    }


def _group_words(choice: GroupChoice, translate: Translate) -> Phrase:
    if choice.token == "*":
        return fill(translate(templates.GLOBAL_GROUP), star=STAR)
    if choice.tried:
        return fill(translate(templates.GROUP_OF), token=Piece(printable(choice.token or ""), PieceKind.TOKEN))
    return fill(translate(templates.OWN_GROUP))


def _result(step: Step, translate: Translate) -> Phrase:
    if step.id is not StepId.RESULT:
        return ()
    line, reason = _number(step.args.get("line")), Reason(str(step.args["reason"]))
    if not line or reason is Reason.EMPTY_RULE:
        return fill(translate(templates.ALLOWED), reason=reason_words(reason, translate))
    template = templates.ALLOWED_BY if step.args["allowed"] else templates.BLOCKED_BY
    return fill(translate(template), line=line_piece(line, translate))


def _counted(forms: tuple[str, str], count: int, translate: Translate) -> str:
    return translate(forms[count != 1]).format(count=f"{count:,}")


def _lines(forms: tuple[str, str], lines: Sequence[LineRange], translate: Translate) -> Phrase:
    several = len(lines) != 1 or lines[0].first != lines[0].last
    return fill(translate(forms[several]), ranges=_ranges(lines, translate))


def _merged(lines: Sequence[LineRange], translate: Translate) -> Phrase:
    if len(lines) != 2:
        return fill(translate(templates.MANY_MERGED), ranges=_ranges(lines, translate))
    first, second = lines
    template = templates.MERGED[first.first != first.last]
    return fill(translate(template), first=_range_piece(first), second=_range_piece(second))


def _ranges(lines: Sequence[LineRange], translate: Translate) -> Phrase:
    return listed([(_range_piece(part),) for part in lines], translate, most=_MOST_LINES_NAMED)


def _range_piece(part: LineRange) -> Piece:
    text = str(part.first) if part.first == part.last else f"{part.first}–{part.last}"
    return Piece(text, PieceKind.LINE, part.first)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
