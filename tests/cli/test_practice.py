"""`robotstudio practice`: whose headers are sent where, and what comes out."""

import json

from tests.cli.conftest import Run
from tests.fetch.server import Connection, response, serve


def refuse_gptbot(connection: Connection) -> None:
    is_gptbot = b"gptbot" in connection.head.lower()
    connection.send(response(403) if is_gptbot else response(200, b"page"))


def test_crawlers_headers_are_sent_only_to_ones_own_site(run: Run) -> None:
    with serve({"/robots.txt": response(200, b"User-agent: *\nDisallow:\n"), "/a": refuse_gptbot}) as server:
        shy = run("practice", "--url", f"{server.url}/a", "--crawler", "GPTBot", "--rate", "0")
        assert not any(b"gptbot" in head.lower() for head in server.requests)
        own = run("practice", "--url", f"{server.url}/a", "--crawler", "GPTBot", "--rate", "0", "--own-site",
                  "--format", "json")  # fmt: skip
    assert shy[0] == 0
    assert "Requested with the header of Robot Studio only." in shy[1]
    records = [json.loads(line) for line in own[1].splitlines()]
    assert own[0] == 1
    assert [(row["crawler"], row["served"], row["agreement"], row["status"]) for row in records] == [
        ("", "same", "agree", 200),
        ("GPTBot", "refused", "invited-but-refused", 403),
    ]


def test_pages_of_several_sites_are_refused_with_crawlers_headers(run: Run) -> None:
    status, _, errors = run("practice", "--own-site", "--url", "https://a.invalid/", "https://b.invalid/")
    assert (status, "must be of one site" in errors) == (2, True)
    assert run("practice", "--url", "/a")[0] == 2


def test_pages_beyond_the_limit_are_told(run: Run) -> None:
    with serve({"*": response(404)}) as server:
        urls = [f"{server.url}/{number}" for number in range(3)]
        status, output, errors = run("practice", "--url", *urls, "--max-pages", "1", "--rate", "0", "--format", "csv")
    assert (status, len(output.splitlines())) == (0, 2)
    assert "2 pages were left out" in errors
