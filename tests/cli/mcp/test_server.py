"""The official client is offered the tools, and gets their answers."""

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from mcp import Client, StdioServerParameters

from robotstudio import cli
from robotstudio.cli.mcp import tools

T = TypeVar("T")
ROOT = Path(__file__).parents[3]
OFFLINE = [tool.__name__ for tool in tools.OFFLINE]
SHOP = "User-agent: *\nDisallow: /cart/\n"


def ask(job: Callable[[Client], Awaitable[T]], *options: str) -> T:
    async def run() -> T:
        command = StdioServerParameters(command=sys.executable, args=["-m", "robotstudio", "mcp", *options])
        async with Client(command) as client:
            return await asyncio.wait_for(job(client), 60)

    return asyncio.run(run())


def test_client_is_offered_tools_that_write_and_fetch_nothing() -> None:
    async def job(client: Client) -> None:
        offered = (await client.list_tools()).tools
        assert [tool.name for tool in offered] == OFFLINE
        assert all(tool.description and tool.annotations and tool.annotations.read_only_hint for tool in offered)
        assert not any(tool.annotations.open_world_hint for tool in offered if tool.annotations)

    ask(job)


def test_fetching_is_offered_once_it_is_allowed() -> None:
    async def job(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == [*OFFLINE, "fetch"]

    ask(job, "--allow-fetch")


def test_client_gets_answers_and_sentences_for_mistakes() -> None:
    async def job(client: Client) -> None:
        asked = {"robots_txt": SHOP, "urls": ["/cart/1"], "user_agents": ["Googlebot"]}
        found = await client.call_tool("verdict", asked)
        assert found.structured_content is not None
        (row,) = found.structured_content["result"]
        assert (row["allowed"], row["line"], row["rule"]) == (False, 2, "Disallow: /cart/")
        failed = await client.call_tool("verdict", asked | {"urls": ["mailto:x"]})
        assert failed.is_error
        assert "is not a web address" in str(failed.content)

    ask(job)


def test_assistant_finds_out_why_a_url_is_blocked_as_the_page_tells_it() -> None:
    page = (ROOT / "docs" / "assistants.md").read_text("utf-8").partition("## Why is this URL blocked?")[2]
    robots, said = re.findall(r"```(?:json)?\n(.*?)```", page, re.DOTALL)[:2]
    url = "https://docs.example/guide/"
    assert url in page

    async def job(client: Client) -> None:
        asked = {"robots_txt": robots, "urls": [url], "user_agents": ["Googlebot"]}
        found = (await client.call_tool("verdict", asked)).structured_content or {}
        assert json.loads(said).items() <= found["result"][0].items()
        findings = (await client.call_tool("lint", {"robots_txt": robots})).structured_content or {}
        assert [row["line"] for row in findings["findings"] if row["code"] == "RS304"] == [2]
        mended = {"robots_txt": robots, "code": "RS304", "urls": [url]}
        fixed = (await client.call_tool("fix", mended)).structured_content or {}
        assert "+Allow: /" in fixed["diff"]
        assert {"url": url, "user_agent": "Googlebot", "allowed": True} in fixed["flips"]

    ask(job)


def test_installation_without_the_library_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("robotstudio.cli.mcp.find_spec", lambda _name: None)
    assert cli.main(["mcp"]) == 2
    assert "Install Robot Studio with its extra “mcp”" in capsys.readouterr().err
