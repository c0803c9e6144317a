"""A process of its own that only proves: prints how many proofs, and the most megabytes resident before and after."""

import random
import resource
import sys
from pathlib import Path

from benchmarks.corpus import AGENT, real_bodies
from benchmarks.proof_rows import edits
from robotstudio.engine import Robots
from robotstudio.engine.proof import prove_equal


def main(every: int) -> None:
    """Prove five edits and a rewrite of every so many real files, which are read one by one."""
    chance, number, least = random.Random(16), 0, _most_megabytes()
    before = b""
    for at, body in enumerate(real_bodies()):
        if at % every == 0:
            for after in (*(after for _, after in edits(body, chance)), before):
                prove_equal(Robots.parse(body), Robots.parse(after), AGENT)
                number += 1
            before = body
    print(number, least, _most_megabytes())


def _most_megabytes() -> float:
    status = Path("/proc/self/status")
    if status.exists():  # getrusage counts what the process had from which this one was started
        facts = dict(line.split(":", 1) for line in status.read_text("ascii").splitlines())
        return int(facts["VmHWM"].split()[0]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 if sys.platform != "darwin" else 1024 * 1024)


if __name__ == "__main__":
    main(int(sys.argv[1]))
