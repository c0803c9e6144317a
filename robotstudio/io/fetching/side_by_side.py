"""Concurrent fetches, with a limit."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


async def side_by_side(works: Sequence[Callable[[], Awaitable[T]]], most: int) -> list[T]:
    """The results in the order of `works`; at most so many are under way. Cancelled, it cancels them all."""
    places = asyncio.Semaphore(most)

    async def one(work: Callable[[], Awaitable[T]]) -> T:
        async with places:
            return await work()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(work)) for work in works]
    return [task.result() for task in tasks]
