"""Explanations and proposals for a place in the draft, from the session, the catalogue and the templates."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice

from robotstudio.draft.analysis import SHOWN_DIALECT, Analysis
from robotstudio.engine import Crawler
from robotstudio.engine.crawlers import title_of
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.ruleset import compile_rule
from robotstudio.engine.tokens import Line, parse_line
from robotstudio.explain.completion import CompletionContext, KnownPaths, Proposal, Slot, SlotKind, proposals
from robotstudio.explain.line_card import LineCard, LineContext, card_at, rule_of
from robotstudio.lint.tidying import Tidied, line_behind, tidied, untidied_words
from robotstudio.project.templates import Template
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.editor.outline import outline_of
from robotstudio.ui.jobs.background import Background
from robotstudio.urls.urls import origin_in

_MOST_COUNTED, _MOST_TRIED = 3_000, 2_000
_NOTICE = "format"


class CodeAssist(Controller):
    """Connects the session with the editor's cards, proposals, outline, layout and bytes."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._templates = tuple(context.templates.values())
        self._tidying = Background("layout", self)
        self._tidying.answered.connect(self._on_tidied)
        self._tidying_revision = 0
        context.editor.assistance.set_sources(self._explain, self._propose)
        context.editor.bytes_dismissed.connect(self._on_bytes_dismissed)
        context.session.reader_changed.connect(self._on_reader_changed)
        self._on_reader_changed(None)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "edit.complete": self._on_complete,
            "edit.explain": self._on_explain,
            "edit.format": self._on_format,
            "find.groups": self._on_outline,
            "view.bytes": self._editor.show_bytes,
        }

    def close(self) -> None:
        self._tidying.close()

    # Cards

    def _explain(self, raw: bytes, byte: int, number: int) -> LineCard | None:
        reader = self._reader()
        line = parse_line(raw, DIALECTS[reader.dialect if reader else SHOWN_DIALECT].lines)
        return card_at(raw, byte, self._scene(line, reader, number))

    def _scene(self, line: Line, reader: Crawler | None, number: int) -> LineContext:
        analysis = self._session.analysis
        scene = LineContext(self._session.crawlers, reader, self._crawlers.catalogue)
        if analysis is None or not line.is_rule or not _is_of(analysis, number, line):
            return scene
        return LineContext(
            scene.crawlers,
            reader,
            self._crawlers.catalogue,
            analysis.decided_urls.get(number, 0),
            self._count_matches(analysis, line, scene, number),
            len(analysis.urls),
        )

    def _count_matches(self, analysis: Analysis, line: Line, scene: LineContext, number: int) -> int | None:
        coverage = self._editor.coverage_of(number)
        if coverage is not None:
            return coverage.matches
        rule = rule_of(line, scene.dialect)
        if rule is None or rule.is_empty or len(analysis.urls) > _MOST_COUNTED:
            return None
        matches, path_of = compile_rule(rule, scene.dialect.wildcards).matches, scene.dialect.path_of
        return sum(matches(path_of(bytes_of(url.url))) for url in analysis.urls)

    def _reader(self) -> Crawler | None:
        token = self._session.reader
        return next((crawler for crawler in self._session.crawlers if crawler.token == token), None)

    def _on_explain(self) -> None:
        self._editor.assistance.explain_here()

    # Proposals

    def _propose(self, slot: Slot, is_asked: bool) -> Sequence[Proposal]:
        found = proposals(slot, self._surroundings(slot))
        return (*found, *self._snippets(slot)) if is_asked and slot.kind is SlotKind.FIELD else found

    def _surroundings(self, slot: Slot) -> CompletionContext:
        analysis = self._session.analysis
        groups = analysis.shown.groups if analysis and slot.kind is SlotKind.AGENT else ()
        named = {agent.token.decode("utf-8", "replace").lower() for group in groups for agent in group.agents}
        paths = self._paths() if slot.kind is SlotKind.PATH else None
        return CompletionContext(self._crawlers.catalogue, named, paths, self._site())

    def _paths(self) -> KnownPaths | None:
        """Return the sorted paths of the test URLs, if the evaluation has computed them."""
        analysis = self._session.analysis
        if analysis is None or not analysis.columns:
            return None
        return analysis.table.view(analysis.columns[0].robots.dialect.path_of).paths

    def _site(self) -> str:
        return origin_in(self._session.robots_url or next((url.url for url in self._session.urls), ""))

    def _snippets(self, slot: Slot) -> Sequence[Proposal]:
        return [
            Proposal(SlotKind.TEMPLATE, template.body(WORDS).decode("utf-8", "replace"), note, title)
            for template in self._templates
            for title, note in [_offer(template)]
            if slot.typed.lower() in title.lower()
        ]

    def _on_complete(self) -> None:
        self._editor.assistance.complete()

    # Groups

    def _on_outline(self) -> None:
        analysis = self._session.analysis
        if analysis is not None:
            self._editor.assistance.open_outline(outline_of(analysis))

    # Layout

    def _on_format(self) -> None:
        urls = [url.url for url in islice(self._session.urls, _MOST_TRIED)]
        self._tidying_revision = self._editor.revision
        self._tidying.ask(partial(tidied, self._editor.body(), urls))

    def _on_tidied(self, made: Tidied) -> None:
        if self._editor.revision != self._tidying_revision:
            self._show_message(tr("Not formatted because you kept typing. Try again."))
            return
        before = self._editor.body()
        is_changed = made.body != before
        if is_changed:
            line = line_behind(before, made.body, self._editor.caret_line)
            self._editor.replace_body(made.body)
            self._editor.place_caret(line)
        words = untidied_words(made, before)
        if words:
            self._show_message(words)
            return
        self._window.notices.withdraw(_NOTICE)
        if not is_changed:
            self._window.status_bar.show_message(tr("Nothing to format."))

    def _show_message(self, words: str) -> None:
        self._window.notices.show_notice(_NOTICE, words, draft=self._editor.revision)

    # Bytes

    def _on_reader_changed(self, _token: str | None) -> None:
        reader = self._reader()
        dialect = DIALECTS[reader.dialect if reader else SHOWN_DIALECT]
        self._editor.show_bytes_as(dialect, title_of(reader) if reader else dialect.title)

    def _on_bytes_dismissed(self) -> None:
        self._window.actions_by_id["view.bytes"].trigger()


def _is_of(analysis: Analysis, number: int, line: Line) -> bool:
    """Return True if an evaluation contains this line as it is now."""
    lines = analysis.shown.lines
    return 0 < number <= len(lines) and lines[number - 1].value == line.value


def _offer(template: Template) -> tuple[str, str]:
    """Return the title of a template among the proposals, and its description."""
    title = tr("Template: {title}", title=tr(template.title))
    return title, WORDS.sentences((tr(template.description), template.source))
