"""The dialects: how each family of crawlers reads a file, as data and small named strategies."""

from collections.abc import Mapping
from types import MappingProxyType

from robotstudio.engine.dialects.crawler_commons import CRAWLER_COMMONS
from robotstudio.engine.dialects.heritrix import HERITRIX
from robotstudio.engine.dialects.model import Clause, Dialect
from robotstudio.engine.dialects.protego import PROTEGO
from robotstudio.engine.dialects.python import PYTHON, PYTHON_3_12_4, PYTHON_3_13_14, PYTHON_RFC9309
from robotstudio.engine.dialects.standard import DRAFT1996, GOOGLE, ORIGINAL1994, RAMBLER, RFC9309
from robotstudio.engine.dialects.vendors import BAIDU, BING, YANDEX

_ROWS = (
    RFC9309,
    GOOGLE,
    BING,
    YANDEX,
    BAIDU,
    DRAFT1996,
    ORIGINAL1994,
    RAMBLER,
    PYTHON,
    PYTHON_3_12_4,
    PYTHON_3_13_14,
    PYTHON_RFC9309,
    PROTEGO,
    CRAWLER_COMMONS,
    HERITRIX,
)

DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.id: dialect for dialect in _ROWS})

__all__ = ["DIALECTS", "Clause", "Dialect"]
