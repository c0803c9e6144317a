"""Builds the catalogues and takes the resources when the program is installed or packed: hatchling calls this."""

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_OF_TRANSLATORS = {".po", ".pot"}  # the program reads the .mo made of these


class CataloguesHook(BuildHookInterface[BuilderConfig]):
    """Makes the .mo that the program reads of each .po, and packs everything in `resources` but the .po.

    A checkout that cannot be written speaks English only.
    """

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Build them before anything is collected; they are no part of the repository, but of what is packed."""
        build_data["artifacts"].append("resources/locale/**/*.mo")
        program = runpy.run_path(str(Path(self.root) / "packaging" / "catalogues.py"))
        try:
            program["build"]()
        except OSError as error:
            print(f"the catalogues were not built: {error}", file=sys.stderr)
        if self.target_name == "wheel":
            resources = Path(self.root) / "resources"
            files = (path for path in resources.rglob("*") if path.is_file() and path.suffix not in _OF_TRANSLATORS)
            build_data["force_include"] |= {
                str(path): f"robotstudio/resources/{path.relative_to(resources).as_posix()}" for path in sorted(files)
            }
