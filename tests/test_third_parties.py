"""Nothing is given away without the text of its licence: neither a package, nor what is compiled into one."""

import importlib.metadata
import json
import sysconfig
from pathlib import Path

import pytest
import qt_notices
import third_parties

NO_SYSTEM: dict[str, str] = {}


def test_texts_of_a_package_keep_their_places_and_what_is_compiled_into_it_stands_beside_them() -> None:
    rows = third_parties.of_package("lxml")
    assert {folder for _, folder in rows} == {"licenses/lxml"}
    assert {"LICENSE.txt", "LICENSES.txt", "libiconv.txt", "zlib.txt"} <= {Path(source).name for source, _ in rows}
    places = [folder for source, folder in third_parties.of_package("numpy") if Path(source).name.startswith("LICENSE")]
    assert len(places) == len(set(places)), "texts of the same name would write over one another"


def test_every_module_that_is_bundled_brings_our_own_texts_and_pythons() -> None:
    rows = third_parties.texts(["lxml.etree", "httpx"])
    folders = {folder for _, folder in rows}
    assert {"licenses", "licenses/Python", "licenses/PyInstaller", "licenses/lxml", "licenses/httpx"} <= folders
    assert all(Path(source).is_file() for source, _ in rows)


def test_package_without_a_text_is_not_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(third_parties, "files", lambda _package: ())
    with pytest.raises(third_parties.LicenceError, match="the package warcio brings no text"):
        third_parties.of_package("warcio")


def test_work_that_a_package_says_is_compiled_into_it_needs_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    known = third_parties.compiled_into("resvg_py")
    assert "tiny-skia" in known
    third_parties.of_package("resvg_py")
    monkeypatch.setattr(third_parties, "compiled_into", lambda _package: [*known, "newcomer"])
    with pytest.raises(third_parties.LicenceError, match="resvg_py holds newcomer, of which"):
        third_parties.of_package("resvg_py")


def test_library_of_an_installed_package_of_python_or_of_the_system_has_an_owner(tmp_path: Path) -> None:
    place = Path(sysconfig.get_path("purelib"))
    wheel = importlib.metadata.files("lxml") or ()
    library = next(file for file in wheel if file.name.startswith("etree.") and file.suffix in {".so", ".pyd"})
    mine = [
        ("lxml/etree.so", str(library.locate())),
        ("libscipy_openblas.so", str(place / "numpy.libs" / "libscipy_openblas.so")),
        ("libpython3.so", "/usr/lib/libpython3.so.1"),
        ("libssl.so.3", "/usr/lib/libssl.so.3"),
    ]
    assert third_parties.of_nobody(mine, {"libssl.so.3": "libssl3"}) == []
    strange = [("libstrange.so", str(tmp_path / "libstrange.so")), ("x.so", str(place / "strange.libs" / "x.so"))]
    assert third_parties.of_nobody([*mine, *strange], NO_SYSTEM) == ["libssl.so.3", "libstrange.so", "x.so"]


def test_notices_are_of_one_minor_version_of_qt() -> None:
    head = (third_parties.NOTICES / third_parties.QT / "third-party.txt").read_text("utf-8").partition("\n")[0]
    minor = head.split()[2].rpartition(".")[0]
    assert third_parties.written_for(f"{minor}.9")
    assert not third_parties.written_for("6.99.0")


def test_no_notice_has_a_gap_that_its_holder_should_have_filled() -> None:
    for file in third_parties.NOTICES.rglob("*.txt"):
        text = file.read_text("utf-8")
        assert "<copyright holders>" not in text
        assert len(text) > 800, file


def attribution(folder: Path, **said: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    row = {"Name": folder.name, "QDocModule": "qtgui", "LicenseId": "MIT", "Copyright": "Copyright Somebody", **said}
    (folder / "qt_attribution.json").write_text(json.dumps([row]), "utf-8")


@pytest.fixture
def qt(tmp_path: Path) -> Path:
    source = tmp_path / "qtbase"
    (source / "LICENSES").mkdir(parents=True)
    (source / ".cmake.conf").write_text('set(QT_REPO_MODULE_VERSION "6.99.1")\n', "utf-8")
    for name in ("MIT", "FTL", "GPL-2.0-only"):
        (source / "LICENSES" / f"{name}.txt").write_text(f"The text of {name}.", "utf-8")
    return source


def test_what_qt_holds_of_others_is_written_with_each_licence_once(qt: Path) -> None:
    attribution(qt / "src" / "drawing", LicenseId="FTL OR GPL-2.0-only", LicenseFile="BOTH.txt", Version="2.1")
    attribution(qt / "src" / "paths")
    attribution(qt / "src" / "lines", Copyright=["Copyright A", "Copyright B"])
    attribution(qt / "src" / "gradle")
    attribution(qt / "src" / "testing", QDocModule="qttestlib")
    attribution(qt / "src" / "building", QtParts=["tools"])
    text = qt_notices.text(qt_notices.version_of(qt), qt_notices.works(qt))
    assert text.startswith("What Qt 6.99.1 holds of others\n")
    assert "drawing 2.1\n  (FTL OR GPL-2.0-only)\n  Copyright Somebody\n\nThe text of FTL." in text
    assert text.count("The text of MIT.") == 1
    assert "  Copyright A\n  Copyright B\n" in text
    for name in ("gradle", "testing", "building", "GPL-2.0-only.txt", "The text of GPL"):
        assert name not in text


def test_work_of_qt_without_a_text_is_told(
    qt: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(qt_notices, "TARGET", tmp_path / "written.txt")
    attribution(qt / "src" / "lines", LicenseFile="NOT_THERE.txt")
    assert qt_notices.main([str(qt)]) == 1
    assert "no text of the licence of lines: MIT" in capsys.readouterr().err
    assert not (tmp_path / "written.txt").exists()
