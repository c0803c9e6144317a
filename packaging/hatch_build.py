"""Builds the catalogues when the program is installed or packed: hatchling calls this, with no tool of the system."""

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CataloguesHook(BuildHookInterface[BuilderConfig]):
    """Makes the .mo that the program reads of each .po; a checkout that cannot be written speaks English only."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Build them before anything is collected; they are no part of the repository, but of what is packed."""
        build_data["artifacts"].append("resources/locale/**/*.mo")
        program = runpy.run_path(str(Path(self.root) / "packaging" / "catalogues.py"))
        try:
            program["build"]()
        except OSError as error:
            print(f"the catalogues were not built: {error}", file=sys.stderr)
