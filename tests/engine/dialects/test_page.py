"""The page about dialects agrees with the data."""

import subprocess
import sys

from tests.conformance import ROOT


def test_tables_of_the_page_are_made_from_the_data() -> None:
    run = subprocess.run([sys.executable, "docs/dialects.py", "--check"], cwd=ROOT, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
