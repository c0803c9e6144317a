"""How exports name the columns that matter, in the languages in which they were seen. Content decides before names."""

from collections.abc import Mapping, Sequence
from typing import Final


def _ranked(rows: Sequence[str]) -> Mapping[str, int]:
    return {name: rank for rank, names in enumerate(rows) for name in names.split(" | ")}


URL_NAMES: Final[Mapping[str, int]] = _ranked(
    (
        "address | url | urls | full url | page url | original url | request url | loc | adresse | アドレス",
        (
            "top pages | die häufigsten seiten | häufigste seiten | pages les plus populaires | páginas principales"
            " | principais páginas | pagine principali | toppagina's | najpopularniejsze strony | самые популярные"
            " страницы | 上位のページ | 热门网页 | 인기 페이지"
        ),
        "page | pages | landing page | uri | path | request | requested url | cs-uri-stem | link | seite",
        "final url | destination | source | canonical | referrer | redirect url",
    )
)
"""Lower-case names of columns with URLs; a smaller number is more likely the one that is meant."""

HITS_NAMES: Final[Mapping[str, int]] = _ranked(
    (
        "hits | requests | num events | events | crawls | count | bot hits | total | anfragen | zugriffe",
        "pageviews | page views | views | visits | sessions | besuche",
        "clicks | klicks | clics | clic | klikken | cliques | kliknięcia | клики | クリック数 | 点击次数 | 클릭수",
        (
            "impressions | impressionen | impresiones | impressioni | impressões | vertoningen | wyświetlenia | показы"
            " | 表示回数"
        ),
    )
)
"""Lower-case names of columns that say how often a URL was requested or seen."""
