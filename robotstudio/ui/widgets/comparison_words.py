"""The differences between a live file and a draft, in words."""

from robotstudio.draft.changes.text_comparison import TextComparison
from robotstudio.text.language import WORDS, Message, Plural, ntr, told, tr

_SAME_AS_DRAFT: Message = "same as the editor"
_FORM_DIFFERS: Message = "same lines as the editor"
_DIFFER = Plural("1 line differs from the editor", "{count} lines differ from the editor")
_DRAFT_WITH_BOM: Message = "The draft has a BOM, the live file has none."
_DRAFT_WITHOUT_BOM: Message = "The live file has a BOM, the draft has none."
_LINE_ENDS: Message = "Line ends are {live} in the live file and {draft} in the draft."
_DRAFT_UNENDED: Message = "The last line of the draft has no line end, that of the live file has one."
_LIVE_UNENDED: Message = "The last line of the live file has no line end, that of the draft has one."


def difference_text(comparison: TextComparison) -> str:
    """Return the differences between the live file and the draft, in a few words."""
    if not comparison.changes:
        return tr(_FORM_DIFFERS if comparison.form_differs else _SAME_AS_DRAFT)
    return ntr(_DIFFER, comparison.differing)


def form_text(comparison: TextComparison) -> str:
    """Return the differences other than in lines; "" if there are none."""
    live, draft = comparison.live, comparison.draft
    said = []
    if comparison.bom_differs:
        said.append(tr(_DRAFT_WITH_BOM if draft.form.has_bom else _DRAFT_WITHOUT_BOM))
    if comparison.line_ends_differ:
        said.append(tr(_LINE_ENDS, live=told(live.form.line_end), draft=told(draft.form.line_end)))
    if comparison.last_line_end_differs:
        said.append(tr(_LIVE_UNENDED if draft.ends_with_line_end else _DRAFT_UNENDED))
    return WORDS.sentences(said)
