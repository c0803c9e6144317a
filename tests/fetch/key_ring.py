"""A key ring in memory, instead of that of whoever runs the tests."""


class MemoryKeyRing:
    """Keeps no more than 1,280 characters in an entry, as Windows does."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}
        self.is_locked = False
        self.reads = 0

    def get_password(self, service: str, username: str) -> str | None:
        self._open()
        self.reads += 1
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._open()
        if len(password) > 1_280:
            raise ValueError(password)
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._open()
        del self.entries[service, username]

    def _open(self) -> None:
        if self.is_locked:
            raise PermissionError("locked")
