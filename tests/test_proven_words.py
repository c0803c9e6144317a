"""Each place that says "proven", and the function behind it: a new place has to be added here on purpose.

Whoever says that an edit changes nothing asks `is_unchanged` or `RuleLines`, or tells of fields beside the verdicts.
All other claims are about verdicts alone, and name them.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import robotstudio

PACKAGE = Path(robotstudio.__file__).parent
WORD = re.compile(r"\b(?:proven|proved|provabl[ey])\b", re.IGNORECASE)

NOTHING_CHANGES = "engine.proof.unchanged:is_unchanged"
RULE_CAN_GO = "engine.proof.unchanged:RuleLines"
VERDICTS_AND_FIELDS = "draft.changes.unseen_urls:proofs_between"
ALL_THAT_RULES_SAY = "engine.access:exact_reach_of"
AS_CHOSEN = "policy.outcome:outcome_of"
SAME_READING = "engine.proof.comparison:compare_readings"
EXPECTED = "engine.proof.cover:covers"
SAME_VERDICTS = "engine.proof.equality:prove_equal"

PLACES = {
    "draft/agreement.py": (8, SAME_READING),
    "compliance/model.py": (1, SAME_VERDICTS),
    "compliance/words.py": (1, SAME_VERDICTS),
    "policy/study.py": (1, AS_CHOSEN),
    "policy/words.py": (4, AS_CHOSEN),
    "report/answer.py": (1, VERDICTS_AND_FIELDS),
    "report/basis.py": (1, None),  # what the word means
    "report/changes.py": (1, VERDICTS_AND_FIELDS),
    "report/glossary.py": (2, None),  # what the word means
    "report/json_document.py": (1, None),  # a key
    "report/pdf.py": (1, None),  # a key
    "report/recommendations.py": (3, VERDICTS_AND_FIELDS),
    "report/rows.py": (1, None),  # the name of a column
    "cli/__init__.py": (1, NOTHING_CHANGES),
    "cli/lsp/document.py": (1, NOTHING_CHANGES),
    "cli/diff.py": (1, VERDICTS_AND_FIELDS),
    "cli/minimise.py": (3, NOTHING_CHANGES),
    "cli/proofs.py": (2, VERDICTS_AND_FIELDS),
    "cli/watch.py": (2, VERDICTS_AND_FIELDS),
    "engine/access.py": (2, ALL_THAT_RULES_SAY),
    "engine/changed_urls.py": (4, VERDICTS_AND_FIELDS),
    "explain/expectation_words.py": (3, EXPECTED),
    "lint/tidying.py": (2, None),  # what is not proven
    "explain/summary_words.py": (2, ALL_THAT_RULES_SAY),
    "ui/panels/agreement.py": (1, None),  # a question
    "ui/panels/ai_policy/controller.py": (1, SAME_VERDICTS),
    "ui/panels/ai_policy/rows.py": (1, AS_CHOSEN),
    "ui/panels/changes/panel.py": (1, VERDICTS_AND_FIELDS),
    "ui/panels/changes/words.py": (3, VERDICTS_AND_FIELDS),
    "ui/panels/help/sentences.py": (1, AS_CHOSEN),
    "ui/panels/problems/card_facts.py": (1, NOTHING_CHANGES),
    "ui/panels/rule_coverage/minimising.py": (2, NOTHING_CHANGES),
    "ui/panels/rule_coverage/panel.py": (3, RULE_CAN_GO),
    "ui/panels/rule_coverage/words.py": (2, RULE_CAN_GO),
    "ui/theme/glyphs.py": (1, None),  # the icon
    "ui/widgets/proof_pane.py": (1, None),  # a question
}


def texts_with_the_word(path: Path) -> Iterator[str]:
    """Return the string literals of a file, without docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings)
    yield from (text.value for text in texts if isinstance(text.value, str) and WORD.search(text.value))


def test_each_place_that_says_proven_is_known() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): len(texts)
        for path in PACKAGE.rglob("*.py")
        if (texts := list(texts_with_the_word(path)))
    }
    assert found == {place: count for place, (count, _) in PLACES.items()}


@pytest.mark.parametrize("behind", sorted({behind for _, behind in PLACES.values() if behind}))
def test_function_behind_a_claim_is_there(behind: str) -> None:
    module, name = behind.split(":")
    assert callable(getattr(import_module(f"robotstudio.{module}"), name))
