"""The tables of all figures for the fixed set of files. `python -m tests.survey.golden` writes them anew."""

import json
from functools import lru_cache
from pathlib import Path

from robotstudio.survey.facts import USUAL
from robotstudio.survey.figures import FIGURES, IMPORTED_FIGURES
from robotstudio.survey.result import Survey, Surveyor, assemble
from tests.survey.files import answers

GOLDEN = Path(__file__).parents[1] / "data" / "survey" / "figures.json"


@lru_cache(maxsize=1)
def survey() -> Survey:
    """Return the survey of 2,000 answers, in two parts."""
    surveyor, parts = Surveyor(USUAL), []
    for half in (answers()[:1000], answers()[1000:]):
        surveyor.begin()
        for answer in half:
            surveyor.add(answer)
        parts.append(surveyor.part())
    return assemble(parts, USUAL)


def tables() -> dict[str, list[str]]:
    """Return the tables by the ids of their figures: a line of JSON for the columns, and one for each row."""
    found = {}
    for name, figure in {**FIGURES, **IMPORTED_FIGURES}.items():
        table = figure.table(survey())
        found[name] = [json.dumps(row, ensure_ascii=False) for row in (table.columns, *table.rows)]
    return found


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(json.dumps(tables(), indent=1, ensure_ascii=False) + "\n", "utf-8")
