"""System calls that fail, one after the other: what is being saved is then as it was, or as it was to be."""

import os
from collections.abc import Callable

import pytest

CALLS = (
    "access", "chmod", "chown", "close", "fstat", "fsync", "getxattr", "link", "listxattr", "mkdir", "open", "remove",
    "rename", "replace", "scandir", "setxattr", "stat", "unlink", "write",
)  # fmt: skip
"""What saving asks of the system, through the module that has it."""


_close: Callable[..., object] = os.close


class Fault:
    """Makes the n-th of these calls fail with an error number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, number: int) -> None:
        self.left, self.number = at, number
        self.has_failed = False
        for name in CALLS:
            if hasattr(os, name):
                monkeypatch.setattr(os, name, self._failing(getattr(os, name)))

    def _failing(self, real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            self.left -= 1
            if self.left == 0:
                self.has_failed = True
                if real == _close:  # the system closes a file also where it reports an error
                    real(*arguments, **options)
                raise OSError(self.number, os.strerror(self.number))
            return real(*arguments, **options)

        return call
