"""Proposals as editors show them."""

from collections.abc import Iterable, Mapping

from lsprotocol import types

from robotstudio.explain.completion import Proposal, SlotKind

_KINDS: Mapping[SlotKind, types.CompletionItemKind] = {
    SlotKind.FIELD: types.CompletionItemKind.Keyword,
    SlotKind.AGENT: types.CompletionItemKind.Class,
    SlotKind.PATH: types.CompletionItemKind.File,
    SlotKind.VALUE: types.CompletionItemKind.Value,
}


def completion_items(found: Iterable[Proposal], replaced: types.Range) -> list[types.CompletionItem]:
    """Return proposals for the text in a range; editors keep their order."""
    return [
        types.CompletionItem(
            proposal.title,
            kind=_KINDS.get(proposal.kind),
            detail=proposal.note or None,
            sort_text=f"{place:04}",
            filter_text=proposal.text,
            text_edit=types.TextEdit(replaced, proposal.text),
        )
        for place, proposal in enumerate(found)
    ]
