"""The context of controllers: which modules may import which, and what every controller offers."""

import ast
from pathlib import Path

import robotstudio.ui
from robotstudio.project.state import State
from tests.modules import modules_with
from tests.ui.studios import Studios

UI = Path(robotstudio.ui.__file__).parent
THROUGH_CONTEXT = tuple(
    f"robotstudio.ui.{name}"
    for name in (
        *("panels", "editor", "shell.main_window", "app.studio"),
        *("document.session", "document.documents", "document.expectation_document"),
    )
)


def typed_only(path: Path, module: ast.Module) -> set[str]:
    """Return the modules of other folders of the window that a module imports for types only."""
    own = ".".join(("robotstudio.ui", *path.parent.relative_to(UI).parts))
    blocks = [
        node for node in ast.walk(module) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    imports = (node for block in blocks for node in ast.walk(block) if isinstance(node, ast.ImportFrom))
    names = {node.module for node in imports if node.module and node.module.startswith(THROUGH_CONTEXT)}
    return {name for name in names if name.rpartition(".")[0] != own}


def test_only_the_context_names_panels_without_importing_them() -> None:
    """import-linter ignores such imports, so only the context may have them."""
    below = [each for each in modules_with(UI, "TYPE_CHECKING") if not each[0].is_relative_to(UI / "app")]
    assert [path.name for path, module in below if typed_only(path, module)] == ["context.py"]


def test_what_is_remembered_is_just_what_the_state_has(studios: Studios) -> None:
    studio = studios.start()
    studio.tabs.memory.close()
    of_controllers = [name for part in studio.controllers for name in part.state()]
    assert len(of_controllers) == len(set(of_controllers))
    of_windows = {"geometry", "more_geometries", "splitters", "windows", "trusted_files"}
    assert {*of_controllers, *of_windows, "language", "theme"} == set(State.__struct_fields__)


def test_no_action_is_done_by_two_controllers(studios: Studios) -> None:
    targets = [action for part in studios.start().controllers for action in part.targets()]
    assert len(targets) == len(set(targets))
