"""The Spark job of docs/survey.md: run as it stands there, on archives of this computer, where PySpark and Java are."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest

from robotstudio.survey.agents import Surveyed
from robotstudio.survey.partial import Partial
from robotstudio.survey.reading.inputs import shards_of
from robotstudio.survey.reading.running import Plan, part_of
from tests.survey.files import answers
from tests.survey.reading.archives import write_warc

ROOT = Path(__file__).parents[3]
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "survey.md").read_text("utf-8"), re.DOTALL)
(JOB,) = [code for code in EXAMPLES if "pyspark" in code]
SOURCE, PARTS = "https://data.commoncrawl.org/", "minPartitions=2000"


def test_examples_import_what_there_is() -> None:
    for node in (node for code in EXAMPLES for node in ast.walk(ast.parse(code))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("robotstudio"):
            module = importlib.import_module(node.module or "")
            assert [name.name for name in node.names if not hasattr(module, name.name)] == [], node.module


@pytest.mark.skipif(
    not importlib.util.find_spec("pyspark") or not shutil.which("java"),
    reason="PySpark (`pip install pyspark`, 440 MB) or Java is not installed",
)
def test_spark_job_prints_the_bytes_of_one_process(tmp_path: Path) -> None:
    archives = [
        write_warc(tmp_path / f"{seed}.warc.gz", [each for each in answers(60, seed) if each.status is not None])
        for seed in range(1, 5)
    ]
    (tmp_path / "paths").write_text("".join(f"{path.name}\n" for path in archives), "utf-8")
    assert (JOB.count(SOURCE), JOB.count(PARTS)) == (1, 1)
    (tmp_path / "job.py").write_text(
        JOB.replace(SOURCE, f"{tmp_path.as_uri()}/").replace(PARTS, "minPartitions=4"), "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "job.py", "paths"],
        cwd=tmp_path,
        env=os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"},
        capture_output=True,
        text=True,
        check=True,
    )
    shards = [shard for path in archives for shard in shards_of(path)]
    whole = reduce(Partial.merged, (part_of(shard, Plan(Surveyed())).partial for shard in shards))
    assert done.stdout == f"{whole.as_json()}\n"
