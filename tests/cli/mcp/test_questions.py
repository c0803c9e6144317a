"""Questions from public threads are answered through the official client; the answers are from the standards.

Each row of `questions.jsonl` has the thread, the question, the tool with its arguments, the answer, and the standard,
document or source code that it follows from. Of verdicts it has `[allowed, line]`, URL by URL.
"""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

QUESTIONS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "mcp" / "questions.jsonl").read_text("utf-8").splitlines()
]
MOST_CHARACTERS = 12_000
"""Of an answer: some 3,000 tokens."""


def is_answer(found: Any, expected: Any) -> bool:
    """Return True if an answer says what is expected; it may say more."""
    if isinstance(expected, Mapping):
        return all(_holds(found, test, value) for test, value in expected.items())
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        return len(found) == len(expected) and all(map(is_answer, found, expected))
    return bool(found == expected)


def _holds(found: Any, test: str, value: Any) -> bool:
    if test == "has":
        return any(is_answer(each, value) for each in found)
    if test == "contains":
        return all(each in found for each in value)
    if test == "lacks":
        return not any(is_answer(each, value) for each in found) if isinstance(found, list) else value[0] not in found
    if test == "empty":
        return bool(not found) is value
    return is_answer(found[test], value)


def test_questions_are_a_hundred_from_public_threads() -> None:
    assert len(QUESTIONS) >= 100
    assert all(each["thread"].startswith(("https://", "http://")) and each["source"] for each in QUESTIONS)


@pytest.mark.timeout(120)
def test_every_question_is_answered_through_the_official_client() -> None:
    async def ask_all() -> list[tuple[Any, int]]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "robotstudio", "mcp"])
        found = []
        async with Client(server) as client:
            for each in QUESTIONS:
                said = await client.call_tool(each["tool"], each["arguments"])
                assert not said.is_error, (each["question"], said.content)
                answer = said.structured_content or {}
                found.append((answer.get("result", answer), len(json.dumps(answer, ensure_ascii=False))))
        return found

    wrong = []
    for each, (answer, size) in zip(QUESTIONS, asyncio.run(ask_all()), strict=True):
        said = [[row["allowed"], row["line"]] for row in answer] if each["tool"] == "verdict" else answer
        if not is_answer(said, each["answer"]):
            wrong.append(f"{each['thread']}: {each['question']} {said} instead of {each['answer']}")
        assert size <= MOST_CHARACTERS, each["question"]
    assert not wrong, "\n".join(wrong)
