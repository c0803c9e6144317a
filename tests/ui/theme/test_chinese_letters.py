"""A computer without any font shows Chinese, and Latin as before."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from robotstudio.text.locale import LANGUAGES

ROOT = Path(__file__).parents[3]
NO_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><cachedir>{cache}</cachedir></fontconfig>
"""
ASK = """
import json, sys
from PySide6.QtGui import QTextLayout
from robotstudio.ui.app.app import make_application
from robotstudio.ui.language.language import can_be_shown
from robotstudio.ui.theme.theme import Fonts, load_shipped_fonts

application = make_application()
can_be_shown("zh_CN") or sys.exit("no font has Chinese letters")
load_shipped_fonts()

def drawn(text, font):
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    found = {}
    asked = QTextLayout.GlyphRunRetrievalFlag
    for run in layout.glyphRuns(0, len(text), asked.RetrieveGlyphIndexes | asked.RetrieveStringIndexes):
        places = zip(run.stringIndexes(), run.glyphIndexes(), strict=True)
        for place, glyph in places:
            found[text[place]] = run.rawFont().familyName() if glyph else ""
    return found, line.height()

texts = json.load(sys.stdin)
for font in (Fonts().ui(13), Fonts().ui(13, 700), Fonts().mono(13)):
    print(json.dumps([drawn(text, font) for text in texts]))
"""


def is_han(letter: str) -> bool:
    """Return True if Inter and JetBrains Mono need not contain a letter."""
    return "\u3000" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"


def letters_of_the_program() -> set[str]:
    """Return the letters of our Chinese texts."""
    texts = [
        *(ROOT / "resources" / "locale" / "zh_CN").rglob("*.po"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "resources" / "templates").iterdir(),
    ]
    shown = {letter for path in texts for letter in path.read_text("utf-8")}
    return {letter for letter in shown.union(*(language.name for language in LANGUAGES.values())) if is_han(letter)}


def letters_of_mainland_texts() -> set[str]:
    """Return the letters of GB 2312."""
    pairs = (bytes([row, cell]) for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF))
    return set("".join(pair.decode("gb2312", "ignore") for pair in pairs))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has the letters, and cannot be without")
def test_chinese_is_shown_where_the_system_has_no_font(tmp_path: Path) -> None:
    settings = tmp_path / "fonts.conf"
    settings.write_text(NO_FONTS.format(cache=tmp_path))
    han = letters_of_the_program() | letters_of_mainland_texts()
    assert len(han) > 6_763
    latin = "".join(map(chr, range(0x21, 0x7F)))
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        input=json.dumps(["".join(sorted(han)), latin, latin + "抓取"]),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env=os.environ | {"FONTCONFIG_FILE": str(settings), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    for line, family in zip(done.stdout.splitlines(), ("Inter", "Inter", "JetBrains Mono"), strict=True):
        (chinese, _), (plain, height), (mixed, mixed_height) = json.loads(line)
        assert {letter for letter in han if chinese.get(letter) != "Robot Studio Han"} == set()
        assert {name.removesuffix(" Bold") for name in plain.values()} == {family}
        assert {letter: name for letter, name in mixed.items() if not is_han(letter)} == plain
        assert mixed_height == height
