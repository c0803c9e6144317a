"""One test for all rows of a table that is so long that a test of each row would take longer to begin than to run."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps

import pytest

Test = Callable[..., None]


def each_row(
    names: str | Sequence[str],
    rows: Iterable[object],
    ids: Iterable[object] | Callable[..., object] | None = None,
) -> Callable[[Test], Test]:
    """Run a test with every row, as `pytest.mark.parametrize` does, but as one test; all rows that fail are named.

    What the test takes from fixtures is made once for all rows.
    """
    fields = [names] if isinstance(names, str) else list(names)
    table = [(row,) if isinstance(names, str) else tuple(row) for row in rows]  # type: ignore[arg-type] # then a row
    assert table
    assert all(len(row) == len(fields) for row in table)
    if ids is None or callable(ids):
        told = [", ".join(str(ids(value) if ids else repr(value)) for value in row) for row in table]
    else:
        told = [str(each) for each in ids]
    assert len(told) == len(table)

    def made(test: Test) -> Test:
        @wraps(test)
        def run(**given: object) -> None:
            failures = []
            for name, row in zip(told, table, strict=True):
                try:
                    test(**given, **dict(zip(fields, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - the other rows are to be seen
                    error.add_note(f"in the row {name}")
                    failures.append(error)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(table)} rows fail", failures)

        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name not in fields]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined] # what pytest asks for
        return run

    return made
