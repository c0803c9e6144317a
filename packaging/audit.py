"""Ask whether faults are known of what is installed with the program: `pip-audit` asks the list of Python's packages.

Where there is no network, or the list does not know a package, nothing is known: that is said, and is no failure.
"""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

import licences

_LONGEST: Final = 90
"""Seconds for all packages; the machine on which the checks run may have no network at all."""


class Answer(NamedTuple):
    """What the list said."""

    faults: tuple[str, ...]
    """A sentence for each known fault."""
    asked: int
    unknown: tuple[str, ...]
    """Packages of which the list knows nothing."""


def requirements() -> str:
    """List the packages that are installed with the program, with their exact versions."""
    return "".join(f"{name}=={importlib.metadata.version(name)}\n" for name in sorted(licences.shipped()))


def ask(wanted: str) -> str | None:
    """Return the output of pip-audit, None if there was none."""
    with tempfile.TemporaryDirectory() as name:
        listed = Path(name) / "requirements.txt"
        listed.write_text(wanted, "utf-8")
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(listed), "--no-deps", "--disable-pip"]
        command += ["--progress-spinner", "off", "--timeout", "5", "--format", "json", "--cache-dir", name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_LONGEST, check=False)
        except subprocess.TimeoutExpired:
            return None
    return done.stdout if done.stdout.lstrip().startswith("{") else None


def read(answer: str) -> Answer:
    """Summarise the output for people."""
    packages = json.loads(answer)["dependencies"]
    faults = []
    for package in packages:
        for fault in package.get("vulns", ()):
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            faults.append(f"{package['name']} {package['version']} has {fault['id']}, mended in {mended}")
    unknown = tuple(package["name"] for package in packages if "skip_reason" in package)
    return Answer(tuple(faults), len(packages) - len(unknown), unknown)


def main() -> int:
    """Ask, and say what came; 1 where a fault is known."""
    said = ask(requirements())
    answer = read(said) if said is not None else Answer((), 0, ())
    for fault in answer.faults:
        print(f"audit: {fault}", file=sys.stderr)
    if not answer.asked:
        print("audit: the list of known faults was not asked, as it cannot be reached from here")
    else:
        print(f"audit: {answer.asked} packages asked about, {len(answer.faults)} faults known")
        if answer.unknown:
            print(f"audit: the list does not know {', '.join(answer.unknown)}")
    return 1 if answer.faults else 0


if __name__ == "__main__":
    sys.exit(main())
