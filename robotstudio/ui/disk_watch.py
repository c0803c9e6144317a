"""Watches a file that other programs may change."""

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_LOOK_AFTER_MS = 150


class DiskWatch(QObject):
    """`changed` a moment after something happened to the file or in its directory."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_LOOK_AFTER_MS)
        self._timer.timeout.connect(self.changed)
        self._watcher.fileChanged.connect(self._on_disk_changed)
        self._watcher.directoryChanged.connect(self._on_disk_changed)

    def watch(self, path: Path | None) -> None:
        """Watch a file, and its directory: a file that is replaced is no longer watched by its name."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        wanted = [str(path), str(path.parent)] if path else []
        gone = [each for each in watched if each not in wanted]
        if gone:
            self._watcher.removePaths(gone)
        missing = [each for each in wanted if each not in watched and Path(each).exists()]
        if missing:
            self._watcher.addPaths(missing)

    def _on_disk_changed(self, _path: str) -> None:
        self._timer.start()
