"""The words of the engine in the language of the window."""

from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.phrases import Translate

translated: Final[Translate] = partial(QCoreApplication.translate, "words")
