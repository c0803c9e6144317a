"""The page of changes and the draft beside its baseline: made when they are first shown, with what is known by then."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from robotstudio.app.analysis import Cell
from robotstudio.app.changes.baseline import Baseline
from robotstudio.app.changes.compared import Compared
from robotstudio.ui.context import Context
from robotstudio.ui.proving import ProofWatch

if TYPE_CHECKING:
    from robotstudio.ui.panels.changes.draft_view import DraftView
    from robotstudio.ui.panels.changes.panel import ChangesPanel


class LateParts:
    """Keeps what there is to show for parts that are not there yet, and shows it in those that are."""

    def __init__(self, context: Context, proofs: ProofWatch, edit: Callable[[int], None]) -> None:
        self._context = context
        self._proofs = proofs
        self._edit = edit
        self._compared: Compared | None = None
        self._selected: Cell | None = None
        self._offered: tuple[Sequence[Baseline], Baseline | None, int] = (), None, 0
        self._is_stale = self._is_folded = False

    @cached_property
    def panel(self) -> "ChangesPanel":
        from robotstudio.ui.panels.changes.panel import ChangesPanel  # noqa: PLC0415  # when it is first shown

        panel = ChangesPanel(self._context.theme)
        panel.cell_selected.connect(self._context.session.select)
        panel.urls_requested.connect(self._context.pages.urls_wanted)
        panel.crawlers_requested.connect(self._context.simulation.crawlers_requested)
        self._proofs.outdated.connect(panel.beyond.set_stale)
        self._proofs.proven.connect(panel.beyond.show_beyond)
        panel.beyond.longer_wanted.connect(self._proofs.try_longer)
        panel.beyond.set_folded(self._is_folded)
        panel.show_baselines(*self._offered)
        if self._compared is not None:
            panel.show_compared(self._compared)
            panel.select(self._selected)
            panel.set_stale(self._is_stale)
        self._context.pages.put_view("changes", panel, panel.list, panel.tool_row.switch)
        return panel

    @cached_property
    def draft(self) -> "DraftView":
        from robotstudio.ui.panels.changes.draft_view import DraftView  # noqa: PLC0415  # when it is first shown

        draft = DraftView(self._context.theme)
        draft.edit_requested.connect(self._edit)
        _show_lines(draft, self._compared)
        return draft

    @property
    def is_folded(self) -> bool:
        """Whether what is known beyond the URLs is folded."""
        return self.panel.beyond.header.folded if self._has_panel else self._is_folded

    def set_folded(self, *, is_folded: bool) -> None:
        self._is_folded = is_folded
        if self._has_panel:
            self.panel.beyond.set_folded(is_folded)

    def show_compared(self, compared: Compared) -> None:
        self._compared = compared
        if self._has_panel:
            self.panel.show_compared(compared)
        if self._has_draft:
            _show_lines(self.draft, compared)

    def show_baselines(self, baselines: Sequence[Baseline], current: Baseline | None, share: int) -> None:
        """Offer these to compare with."""
        self._offered = baselines, current, share
        if self._has_panel:
            self.panel.show_baselines(baselines, current, share)

    def select(self, cell: Cell | None) -> None:
        """Select a cell without telling."""
        self._selected = cell
        if self._has_panel:
            self.panel.select(cell)

    def set_stale(self, is_stale: bool) -> None:
        """Tell whether a newer answer is on its way."""
        self._is_stale = is_stale
        if self._has_panel:
            self.panel.set_stale(is_stale)

    def reveal_line(self, line: int) -> None:
        """Show a line in the draft beside its baseline."""
        if self._has_draft:
            self.draft.reveal_line(line)

    @property
    def _has_panel(self) -> bool:
        return "panel" in vars(self)

    @property
    def _has_draft(self) -> bool:
        return "draft" in vars(self)


def _show_lines(draft: "DraftView", compared: Compared | None) -> None:
    if compared is not None and compared.lines is not None and compared.baseline is not None:
        draft.show_lines(compared.lines, compared.baseline)
