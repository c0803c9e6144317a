"""Say what is done to the lines of a file that becomes smaller, for the window and the terminal."""

from collections.abc import Mapping

from robotstudio.engine.proof import MinimiseStep, StepKind
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

STEPS: Mapping[StepKind, Message] = {
    StepKind.NEVER_DECIDES: "Line {line} is unnecessary: it never decides. What decides instead: {others}.",
    StepKind.NOT_NEEDED: "Line {line} is unnecessary: no verdict changes without it. What decides instead: {others}.",
    StepKind.SHORTENED: "Line {line} loses the * at its end, which changes nothing.",
}
_LINE: Message = "line {line}"
MERGED = Plural(
    "Line {line} goes: its group has the same rules as line {others}.",
    "Line {line} goes: its group has the same rules as lines {others}.",
)
NO_RULE: Message = "no rule"


def step_words(step: MinimiseStep) -> str:
    """Return what is done to a line, and what that rests on."""
    others = WORDS.side_by_side(map(str, step.rests_on))
    if step.kind is StepKind.MERGED:
        return ntr(MERGED, len(step.rests_on), line=str(step.line), others=others)
    said = [tr(_LINE, line=str(line)) if line else tr(NO_RULE) for line in step.rests_on]
    return tr(STEPS[step.kind], line=str(step.line), others=WORDS.side_by_side(said))
