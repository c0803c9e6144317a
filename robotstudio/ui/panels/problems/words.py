"""Findings in one sentence, for the editor, the filter and the status bar."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.phrases import Translate
from robotstudio.lint.messages import message_text, title
from robotstudio.lint.model import Finding
from robotstudio.ui.panels.problems.severities import translated
from robotstudio.ui.widgets.formats import format_count

lint_words: Translate = partial(QCoreApplication.translate, "lint")


def finding_words(finding: Finding) -> str:
    """What was found and what follows, as plain text."""
    return f"{title(finding.rule, lint_words)}: {message_text(finding, lint_words)}"


def count_words(count: int) -> str:
    """How many problems there are."""
    if not count:
        return translated("No problems")
    return translated("1 problem") if count == 1 else translated("{n} problems").format(n=format_count(count))
