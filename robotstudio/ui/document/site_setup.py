"""The loading of a project or an example into the window."""

from pathlib import Path
from typing import Protocol

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.project.file.model import Project


class SiteSetup(Protocol):
    """Loads URLs, crawlers and a scenario; the previous ones are set aside and restored later."""

    def put_by(self) -> None: ...

    def fill(self, project: Project, folder: Path, before: Baseline | None = None) -> None: ...

    def clear(self) -> None: ...

    def set_site(self, site: str) -> None: ...
