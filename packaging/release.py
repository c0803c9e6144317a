"""Give what changed since the last release a version: `python3 dev.py release 1.2.3` does the bookkeeping, no more.

The version is in `robotstudio/__init__.py`, where everything reads it. In CHANGELOG.md, what is unreleased gets it,
with the day, below an empty Unreleased. From 1.0.0 on, both packages call themselves stable. docs/updates.json,
which the site serves, names the newest version, the READMEs link its files, and what Python programs import is kept
(`api.py`). Commits, tags and uploads are for a
person; the program prints the commands.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import api
import readme
from markdown_it import MarkdownIt

ROOT: Final = Path(__file__).resolve().parents[1]
_VERSION: Final = re.compile(r'^__version__ = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
_PARTS: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_UNRELEASED: Final = "## Unreleased\n"
_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_MOST_NEWS: Final = 20
_FIRST_STABLE: Final = (1, 0, 0)
_BETA: Final = "Development Status :: 4 - Beta"
_STABLE: Final = "Development Status :: 5 - Production/Stable"
_NEXT: Final = """\
Version {version} is written. Take the pictures again, which show the version, and look at them:

    python3 dev.py pictures && python3 dev.py pictures --guide && .venv/bin/python docs/make_film.py

See that nothing is listed that is not translated:

    .venv/bin/python packaging/catalogues.py --missing

What is left, once the tests pass and the differences were looked at:

    git add docs/updates.json
    git commit --all --message "Release {version}"
    git tag --annotate v{version} --message "Robot Studio {version}"
    git push --follow-tags

The tag starts .github/workflows/release.yml, which builds and tries what is installed, and ends with a draft. Once that
is published, .github/workflows/site.yml publishes the pages, and with them the file for those who ask."""


class ReleaseError(Exception):
    """No release was written; the message says why."""


def release(root: Path, version: str, day: str) -> None:
    """Write the version into all that names it, or into none."""
    module, changes = root / "robotstudio" / "__init__.py", root / "CHANGELOG.md"
    code, text = module.read_text("utf-8"), changes.read_text("utf-8")
    now = _VERSION.search(code)
    if not now:
        raise ReleaseError(f"{module} says no version.")
    if _number(version) < _number(now[1]) or f"\n## {version} " in text:
        raise ReleaseError(f"{version} is not newer than {now[1]}, or was released.")
    before, mark, after = text.partition(_UNRELEASED)
    news = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not mark or not news.strip():
        raise ReleaseError(f"{changes.name} has nothing that is unreleased.")
    if _number(version) >= _FIRST_STABLE:
        package = root / "pyproject.toml"
        package.write_text(package.read_text("utf-8").replace(_BETA, _STABLE), "utf-8")
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs" / "updates.json").write_text(updates(version, day, news), "utf-8")
    module.write_text(code.replace(now[0], f'__version__ = "{version}"'), "utf-8")
    changes.write_text(f"{before}{_UNRELEASED}\n## {version} – {day}\n{after}", "utf-8")
    readme.write(root, version)


def updates(version: str, day: str, news: str) -> str:
    """Return the file that the program reads to look for updates: the first sentence of each change, as plain text.

    A language beside English may be added by hand, a list of sentences below its code.
    """
    items = re.findall(r"^- (.*(?:\n  .+)*)", news, re.MULTILINE)
    told = [_SENTENCE.split(_plain(item), maxsplit=1)[0] for item in items[:_MOST_NEWS]]
    found = {"version": version, "date": day, "news": {"en": told}}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _plain(item: str) -> str:
    """Return the text of a line of Markdown, without its markup."""
    (line,) = MarkdownIt().parseInline(" ".join(item.split()))
    return "".join(token.content for token in line.children or () if token.type in {"text", "code_inline"})


def _number(version: str) -> tuple[int, ...]:
    found = _PARTS.fullmatch(version)
    if not found:
        raise ReleaseError(f"“{version}” is no version such as 1.2.3.")
    return tuple(map(int, found.groups()))


def main() -> int:
    """Write it, and say what is next; 1 with the reason where that makes no sense."""
    parser = argparse.ArgumentParser(prog="dev.py release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", help="three numbers, such as 1.2.3")
    version: str = parser.parse_args().version
    try:
        release(ROOT, version, datetime.now(UTC).date().isoformat())
        api.KEPT.write_text(api.keep(ROOT, version), "utf-8")
    except (ReleaseError, OSError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    print(_NEXT.format(version=version))
    return 0


if __name__ == "__main__":
    sys.exit(main())
