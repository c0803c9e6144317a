"""The one table of what the program is called: everything that is given away agrees with it."""

import tomllib
from pathlib import Path

import product
import pytest

ROOT = Path(__file__).parents[1]
SPEC = (ROOT / "packaging" / "robotstudio.spec").read_text("utf-8")


def urls(file: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((ROOT / file).read_text("utf-8"))["project"]["urls"]
    return found


def test_addresses_are_those_of_the_table() -> None:
    assert {"Homepage", "Repository", "Issues", "Changelog"} == set(urls("pyproject.toml"))
    assert all(url.startswith(product.HOME) for url in urls("pyproject.toml").values())


def test_recipe_of_the_bundle_agrees_with_the_table() -> None:
    for said in (product.APP_OF_MACOS, product.TITLE, product.ID, product.PROJECT_SUFFIX, product.OLDEST_MACOS[0]):
        assert f'"{said}"' in SPEC, said
    assert f'"{product.DEVELOPERS}, {product.LICENCE}"' in SPEC


@pytest.mark.parametrize(
    ("home", "ident", "faults"),
    [
        ("https://robotstudio.invalid", "invalid.robotstudio.RobotStudio", 2),
        ("https://github.com/somebody/robotstudio", "invalid.robotstudio.RobotStudio", 1),
        ("https://invalid/", "io.github.somebody.RobotStudio", 1),
        ("", "io.github.somebody.RobotStudio", 1),
        ("https://github.com/somebody/robotstudio", "io.github.somebody.RobotStudio", 0),
    ],
)
def test_what_has_no_address_is_not_published(
    home: str, ident: str, faults: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(product, "HOME", home)
    monkeypatch.setattr(product, "ID", ident)
    assert len(product.missing()) == faults
    assert product.main() == (1 if faults else 0)
    assert len(capsys.readouterr().err.splitlines()) == faults


def test_nothing_else_says_an_address_that_is_none() -> None:
    """Whoever fills in the address finds it in these places and in no other."""
    own = {
        "packaging/product.py",
        "pyproject.toml",
        "packaging/robotstudio.spec",
    }
    files = [
        path for folder in ("packaging", "robotstudio", "resources", ".github") for path in (ROOT / folder).rglob("*")
    ]
    files += [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *ROOT.glob("*.y*ml")]
    said = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if path.is_file()
        and path.suffix in {".py", ".toml", ".spec", ".yml", ".yaml", ".nsi", ".sh", ".md", ".plist", ".desktop"}
        and ("robotstudio.invalid" in (text := path.read_text("utf-8")) or "invalid.robotstudio" in text)
    }
    assert said == own


def test_file_of_a_release_lies_where_the_workflow_uploads_it() -> None:
    name = product.file_name("dmg", "arm64", "1.2.3")
    assert name == "RobotStudio-1.2.3-arm64.dmg"
    assert product.address(name, "1.2.3") == f"{product.HOME}/releases/download/v1.2.3/{name}"
