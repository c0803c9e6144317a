"""What a project or an example lays out in the window beside its text."""

from pathlib import Path
from typing import Protocol

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.project.file.model import Project


class SiteSetup(Protocol):
    """Where URLs, crawlers and a scenario are laid out; what lay there before is kept, and comes back."""

    def put_by(self) -> None: ...

    def fill(self, project: Project, folder: Path, before: Baseline | None = None) -> None: ...

    def clear(self) -> None: ...

    def set_site(self, site: str) -> None: ...
