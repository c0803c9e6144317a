"""What an installer lays beside the program: completions, the man page, kinds of files; and what it takes out."""

import ast
import importlib.metadata
import importlib.resources
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import command_tree
import completions
import deb
import freedesktop
import man_page
import package
import payload
import pytest
import qt_icu
import sbom
import share
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from robotstudio import __version__
from robotstudio.cli import COMMANDS
from robotstudio.store.missing_libraries import missing_library
from robotstudio.text.locale import LANGUAGES

ROOT = Path(__file__).parents[1]
SCHEMAS = ("bom-1.5.SNAPSHOT.schema.json", "spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json")
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def test_every_command_is_in_the_tree_with_what_it_takes() -> None:
    commands = {command.name: command for command in command_tree.commands()}
    assert tuple(commands) == tuple(COMMANDS)
    options = {name: option for option in commands["test"].options for name in option.names}
    assert (options["--urls"].metavar, options["--urls"].is_a_file) == ("FILE", True)
    assert "json" in options["--format"].choices
    assert options["--readings"].metavar == ""
    assert [value.metavar for value in commands["test"].values] == ["FILE"]
    assert {"--version", "--explain", "--lang"} <= {
        name for each in command_tree.program().options for name in each.names
    }


@pytest.mark.parametrize("shell", completions.SHELLS)
def test_completion_knows_every_command_and_option(shell: str) -> None:
    script = completions.SHELLS[shell]()
    for command in command_tree.commands():
        assert command.name in script
        for name in (name for option in command.options for name in option.names):
            assert f"-l {name[2:]} " in script or name in script, (shell, command.name, name)


@pytest.mark.parametrize("shell", completions.SHELLS)
def test_completion_is_read_by_its_shell(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "completion"
    script.write_text(completions.SHELLS[shell](), "utf-8")
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs("bash")
@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        ("robotstudio min", {"minimise"}),
        ("robotstudio test --read", {"--readings"}),
        ("robotstudio test --format j", {"json", "junit"}),
        ("robotstudio lint --fail-on ", {"error", "warning", "information", "hint", "never"}),
        ("robotstudio lint rob", {"robots.txt"}),
        ("robotstudio lint --output rob", {"robots.txt"}),
        ("robotstudio --vers", {"--version"}),
        ("robotstudio test --crawler Googlebot-N", {"Googlebot-News"}),
        ("robotstudio fetch --as GPTB", {"GPTBot"}),
        ("robotstudio rule RS51", {f"RS51{digit}" for digit in range(5)}),
        ("robotstudio rule RS102 RS511", {"RS511"}),
        ("robotstudio lint --ignore RS102,RS511", {"RS102,RS511"}),
        ("robotstudio test --as-if 40", {"401", "403", "404"}),
        ("robotstudio report robots.txt --only rec", {"recommendations"}),
        ("robotstudio --lang z", {"zh_CN"}),
        ("robotstudio --color al", {"always"}),
        ("robotstudio help minim", {"minimise"}),
    ],
)
def test_bash_proposes(typed: str, proposed: set[str], tmp_path: Path) -> None:
    (tmp_path / "robots.txt").touch()
    script = tmp_path / "completion"
    script.write_text(completions.bash(), "utf-8")
    words = " ".join(f"'{word}'" for word in typed.split(" "))
    asked = f"source ./completion; COMP_WORDS=({words}); COMP_CWORD={typed.count(' ')}; _robotstudio; "
    asked += "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(["bash", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == proposed


def test_man_page_tells_of_every_command_and_option() -> None:
    page = man_page.page(1_800_000_000).replace("\\-", "-")
    assert page.startswith(f'.TH ROBOTSTUDIO 1 "2027-01-15" "Robot Studio {__version__}"')
    for command in command_tree.commands():
        _, _, rest = page.partition(f".SS robotstudio {command.name}\n")
        part = rest.partition("\n.S")[0]
        missing = [name for option in command.options for name in option.names if f"\\fB{name}\\fR" not in part]
        assert not missing, command.name


@needs("groff")
def test_man_page_is_set_without_a_warning() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z"]
    page = man_page.page(0)
    done = subprocess.run(command, input=page, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_names_of_files_say_what_they_are_in_every_language() -> None:
    tree = ET.fromstring(freedesktop.mime_types())
    kinds = {kind.attrib["type"]: kind for kind in tree.iter(f"{MIME}mime-type")}
    assert tuple(kinds) == freedesktop.MIME_TYPES
    patterns = [glob.attrib["pattern"] for kind in kinds.values() for glob in kind.iter(f"{MIME}glob")]
    assert patterns == ["robots.txt", "*.robotstudio"]
    for kind in kinds.values():
        said = {comment.get(LANG, "en"): comment.text for comment in kind.iter(f"{MIME}comment")}
        assert set(said) == set(LANGUAGES)
        assert len(set(said.values())) == len(LANGUAGES)


def test_desktop_entry_opens_just_these_kinds() -> None:
    entry = (ROOT / "packaging" / "robotstudio.desktop").read_text("utf-8")
    assert f"\nMimeType={';'.join(freedesktop.MIME_TYPES)};\n" in entry


def is_valid(page: str, folder: Path) -> ET.Element:
    """Parse the page for a software centre, which its own tool accepts."""
    file = folder / "robotstudio.metainfo.xml"
    file.write_text(page, "utf-8")
    validate = ["appstreamcli", "validate", "--no-net", str(file)]
    done = subprocess.run(validate, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return ET.parse(file).getroot()


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make the change log of a project that was released twice."""
    heads = "## Unreleased\n\n- New\n\n## 1.2.3 – 2026-11-30\n\n- Second\n\n## 1.0.0 – 2026-11-23\n\n- First\n"
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{heads}", "utf-8")
    monkeypatch.setattr(freedesktop, "ROOT", tmp_path)
    return tmp_path


@needs("appstreamcli")
def test_page_of_a_software_centre_is_valid_and_names_each_release_of_the_change_log(changes: Path) -> None:
    page = is_valid(freedesktop.metainfo("1.2.3", 1_790_000_000, is_released=True), changes)
    assert {text.get(LANG, "en") for text in page.iter("p")} == set(LANGUAGES)
    releases = [(each.get("version"), each.get("date"), each.get("type")) for each in page.iter("release")]
    assert releases == [("1.2.3", "2026-11-30", "stable"), ("1.0.0", "2026-11-23", "stable")]
    assert not list(page.iter("screenshots"))


@needs("appstreamcli")
def test_what_is_on_its_way_is_told_as_no_release(changes: Path) -> None:
    page = is_valid(freedesktop.metainfo("1.3.0", 1_800_000_000, is_released=False), changes)
    first = next(page.iter("release"))
    assert (first.get("version"), first.get("date"), first.get("type")) == ("1.3.0", "2027-01-15", "development")
    assert len(list(page.iter("release"))) == 3


@needs("appstreamcli")
def test_pictures_are_shown_where_they_have_an_address(changes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freedesktop, "PICTURES_AT", "https://example.org/pictures/")
    page = is_valid(freedesktop.metainfo("1.2.3", 1_790_000_000, is_released=True), changes)
    pictures = [image.text or "" for image in page.iter("image")]
    assert all(place.startswith("https://example.org/pictures/") for place in pictures)
    shown = {place.rpartition("/")[2] for place in pictures}
    assert len(shown) == 3
    assert shown <= {file.name for file in (ROOT / "docs" / "pictures").iterdir()}
    for screenshot in page.iter("screenshot"):
        assert {caption.get(LANG, "en") for caption in screenshot.iter("caption")} == set(LANGUAGES)


def test_icons_are_the_sizes_of_a_desktop() -> None:
    sizes = dict(share.icons())
    assert {16, 24, 32, 48, 64, 128, 256} == set(sizes)
    for size, picture in sizes.items():
        assert picture.startswith(b"\x89PNG")
        assert int.from_bytes(picture[16:20]) == size


def test_licences_are_given_in_full_but_for_what_every_debian_has(tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "LICENSE").write_text("Copyright 2026 Somebody. Do as you like.", "utf-8")
    (tmp_path / "LGPL.txt").write_text("   GNU LESSER GENERAL PUBLIC LICENSE\n  Version 3\n\nlong\n", "utf-8")
    text = deb.copyright_text(tmp_path)
    assert "some/LICENSE" in text
    assert "Do as you like." in text
    assert "/usr/share/common-licenses/LGPL-3" in text
    assert "long" not in text


@pytest.mark.parametrize(
    ("item", "is_wanted"),
    [
        ("coll/zh.res", True),
        ("coll/de.res", False),
        ("coll/de_.res", False),
        ("coll/root.res", True),
        ("coll/ucadata.icu", True),
        ("es_419.res", True),
        ("en.res", True),
        ("ja.res", False),
        ("pool.res", True),
        ("timezoneTypes.res", True),
        ("zone/ru.res", True),
        ("gb18030.cnv", False),
        ("cnvalias.icu", False),
        ("likelySubtags.res", True),
        ("nfkc.nrm", True),
        ("lang/en.res", False),
        ("brkitr/thaidict.dict", False),
    ],
)
def test_data_of_other_languages_is_left_out(item: str, is_wanted: bool) -> None:
    assert qt_icu.is_wanted(item, {"en", "es", "ru", "zh"}) is is_wanted


def in_recipe(name: str) -> set[str]:
    """Return a table of the recipe of the bundle."""
    tree = ast.parse((ROOT / "packaging" / "robotstudio.spec").read_text("utf-8"))
    values = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name
    ]
    return set(ast.literal_eval(values[0]))


def test_library_that_is_left_to_every_system_has_a_package_that_is_named_where_it_lacks() -> None:
    groups = json.loads((ROOT / "resources" / "system-libraries.json").read_text("utf-8"))
    known = {library for group in groups.values() if isinstance(group, dict) for library in group}
    assert in_recipe("OF_EVERY_SYSTEM")
    assert in_recipe("OF_EVERY_SYSTEM") - known == set()
    for library in in_recipe("OF_EVERY_SYSTEM"):
        told = missing_library(ImportError(f"{library}: cannot open shared object file: No such file or directory"))
        assert "apt-get install" in str(told), library


def test_nothing_that_the_bundle_leaves_out_is_imported() -> None:
    ours = "\n".join(file.read_text("utf-8") for file in sorted((ROOT / "robotstudio").rglob("*.py")))
    imported = set(re.findall(r"^\s*(?:import|from) ([\w.]+)", ours, re.MULTILINE))
    imported |= {f"{a}.{b}" for a, b in re.findall(r"^\s*from ([\w.]+) import (\w+)", ours, re.MULTILINE)}
    assert "lxml.etree" in imported
    unused = [left for left in in_recipe("UNUSED") if left != "mcp"]  # an extra, without which the command says so
    assert {name for name in imported for left in unused if name == left or name.startswith(f"{left}.")} == set()


@pytest.mark.skipif(sys.platform != "linux", reason="the start program does this on Linux")
@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"LD_LIBRARY_PATH": "/opt/robotstudio/_internal"}, None),
        ({"LD_LIBRARY_PATH": "/opt/robotstudio/_internal", "LD_LIBRARY_PATH_ORIG": "/usr/local/lib"}, "/usr/local/lib"),
        ({}, None),
    ],
)
def test_what_the_bundle_starts_finds_its_own_libraries(
    given: dict[str, str], left: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    runpy.run_path(str(ROOT / "packaging" / "bundle_environment.py"))
    assert os.environ.get("LD_LIBRARY_PATH") == left
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    assert '"bundle_environment.py"' in (ROOT / "packaging" / "robotstudio.spec").read_text("utf-8")


def test_time_of_everything_is_the_one_that_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    (tmp_path / "robotstudio").write_bytes(b"\x7fELF")
    (tmp_path / "_internal").mkdir()
    (tmp_path / "_internal" / "library.so").touch(0o777)
    payload.tidy(tmp_path)
    assert {path.stat().st_mtime for path in (tmp_path, *tmp_path.rglob("*"))} == {1_700_000_000}
    assert (tmp_path / "robotstudio").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "_internal" / "library.so").stat().st_mode & 0o777 == 0o644


def test_bundle_that_was_not_made_is_not_wrapped(tmp_path: Path) -> None:
    with pytest.raises(payload.PayloadError, match="there is no bundle"):
        payload.there(tmp_path / "bundle", tmp_path / "work")


def test_sums_name_every_file_that_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "DIST", tmp_path)
    (tmp_path / "b.deb").write_bytes(b"b")
    (tmp_path / "a.deb").write_bytes(b"a")
    package.write_sums([tmp_path / "b.deb", tmp_path / "a.deb"])
    rows = (tmp_path / "SHA256SUMS").read_text("utf-8").splitlines()
    assert [row.split()[1] for row in rows] == ["a.deb", "b.deb"]
    assert all(re.fullmatch(r"[0-9a-f]{64}  \w\.deb", row) for row in rows)


def test_bill_of_a_bundle_names_what_is_inside_and_is_the_same_twice(tmp_path: Path) -> None:
    for name in ("numpy", "lxml", "Python", "Qt and PySide6", "system"):
        (tmp_path / "_internal" / "licenses" / name).mkdir(parents=True)
    bundle = payload.Payload(tmp_path, {"libssl.so.3": "libssl3", "libcrypto.so.3": "libssl3"})
    bill = sbom.bill(bundle)
    assert sbom.bill(bundle) == bill
    named = {component["name"]: component for component in bill["components"]}
    assert set(named) == {"numpy", "lxml", "PySide6_Essentials", "shiboken6", "Python", "libssl3"}
    assert named["numpy"]["purl"] == f"pkg:pypi/numpy@{importlib.metadata.version('numpy')}"
    assert bill["dependencies"][0]["dependsOn"] == [component["bom-ref"] for component in bill["components"]]
    assert json.loads(sbom.make(bundle, tmp_path).read_text("utf-8")) == bill
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")


def test_bill_is_written_where_the_versions_are_known(tmp_path: Path) -> None:
    (tmp_path / ("robotstudio" if sys.platform == "win32" else "robotstudio.exe")).touch()
    with pytest.raises(sbom.SbomError, match="made on another system"):
        sbom.make(payload.Payload(tmp_path, {}), tmp_path)


def test_modules_that_are_imported_by_their_names_are_in_the_recipe() -> None:
    recipe = (ROOT / "packaging" / "robotstudio.spec").read_text("utf-8")
    assert 'collect_submodules("robotstudio")' in recipe


def test_bill_is_as_cyclonedx_wants_it(tmp_path: Path) -> None:
    """The schema comes with the library that `pip-audit` writes its own bills with."""
    places = importlib.resources.files("cyclonedx.schema._res")
    rows = {name: json.loads(places.joinpath(name).read_text("utf-8")) for name in SCHEMAS}
    registry: Registry[Any] = Registry().with_resources(
        [(f"http://cyclonedx.org/schema/{name}", Resource.from_contents(row)) for name, row in rows.items()]
    )
    for name in ("numpy", "lxml", "PyInstaller", "Python", "Qt and PySide6", "system"):
        (tmp_path / "_internal" / "licenses" / name).mkdir(parents=True)
    bill = sbom.bill(payload.Payload(tmp_path, {"libssl.so.3": "libssl3"}))
    reader = Draft7Validator(rows[SCHEMAS[0]], registry=registry)
    assert [error.message for error in reader.iter_errors(bill)] == []
    bill["components"][0]["type"] = "thing"
    assert list(reader.iter_errors(bill))
