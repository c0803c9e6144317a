"""Turn text into search terms: stems in languages that have a stemmer, bigrams in Chinese, Japanese and Korean.

The language of a page is that of its `lang`, else of its script, else the one whose function words are most frequent. A
query has no language: each word may match by its stem in any language of the index.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import snowballstemmer

STEMMED: Final = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "nb": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
_SCRIPTS: Final = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u9fff\uf900-\ufaff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
)
_SMALL_WORDS_OF: Final = {
    "en": "the and of to in is that for it with as are this be on not by or from at",
    "es": "el la los las de que y en un una por con para del se no es al lo como",
    "fr": "le la les des et en un une du que est pour dans qui sur pas au avec ce il",
    "de": "der die das und in zu den von mit ist des sich auf für nicht ein eine dem im als",
    "pt": "o a os as de que e em um uma por com para do da se não é ao como",
    "it": "il la i le di che e in un una per con del della si non è al lo come",
}
_SMALL_WORDS: Final = {code: frozenset(words.split()) for code, words in _SMALL_WORDS_OF.items()}
CJK: Final = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TOKEN: Final = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[’'][^\W_{CJK}]+)*")
_CJK: Final = re.compile(f"[{CJK}]")
_PLAIN_TOKEN: Final = re.compile("[a-z0-9]+(?:'[a-z0-9]+)*")
_LONGEST_WORD: Final = 64
_SAMPLE: Final = 2_000
_MARKS: Final = re.compile("[\u0300-\u036f]")


class Token(NamedTuple):
    """A word of a text with its position."""

    text: str  # in lower case, in its compatible form
    start: int
    end: int
    is_cjk: bool


def tokens(text: str) -> Iterator[Token]:
    """Iterate over the words of a text; a run of Chinese, Japanese or Korean letters is one token."""
    for found in _TOKEN.finditer(text):
        word = found[0]
        if not word.isascii():
            word = unicodedata.normalize("NFKC", word)
        yield Token(
            word.lower()[:_LONGEST_WORD] if not _CJK.match(word) else word, *found.span(), bool(_CJK.match(word))
        )


def language_of(declared: str, text: str) -> str:
    """Return the language of a page as two letters; "" if unknown."""
    code = re.split("[-_]", declared.strip().lower(), maxsplit=1)[0]
    sample = text[:_SAMPLE]
    script = _script_of(sample)
    if len(code) == 2 and code.isalpha() and (not script or code in {script, "zh", "ja", "uk", "bg", "sr", "mk", "be"}):
        return code
    if script:
        return script
    words = re.findall(r"[^\W\d_]+", sample.lower())
    scores = {code: sum(word in small for word in words) for code, small in _SMALL_WORDS.items()}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] >= 2 else ""


def _script_of(sample: str) -> str:
    """Return the language of most letters, if their script determines it."""
    if sample.isascii():
        return ""
    letters = sum(map(str.isalpha, sample))
    for code, script in _SCRIPTS:
        if len(script.findall(sample)) * (8 if code == "ja" else 3) > letters > 0:
            return code
    return ""


class Analyser:
    """Turns text into index terms; caches the stem of each word."""

    def __init__(self) -> None:
        self._stemmers: dict[str, Callable[[str], str]] = {}

    def words(self, text: str, language: str) -> str:
        """Return all index terms of a text, separated by spaces."""
        stem = self._stemmer(language)
        if text.isascii():
            return " ".join([stem(word[:_LONGEST_WORD]) for word in _PLAIN_TOKEN.findall(text.lower())])
        found: list[str] = []
        for token in tokens(text):
            if token.is_cjk:
                found += pairs(token.text)
            else:
                found.append(stem(token.text))
        return " ".join(found)

    def stem(self, word: str, language: str) -> str:
        """Return the stem of a word in a language."""
        return self._stemmer(language)(word)

    def _stemmer(self, language: str) -> Callable[[str], str]:
        if language not in self._stemmers:
            self._stemmers[language] = _stemmer(STEMMED.get(language))
        return self._stemmers[language]


def _stemmer(algorithm: str | None) -> Callable[[str], str]:
    if algorithm is None:
        return lru_cache(maxsize=1_000)(_folded)

    made = snowballstemmer.stemmer(algorithm)

    @lru_cache(maxsize=50_000)
    def stem(word: str) -> str:
        if word.isdigit() or len(word) > _LONGEST_WORD // 2:
            return _folded(word)
        return _folded(made.stemWord(word.replace("’", "'"))) or _folded(word)

    return stem


def _folded(word: str) -> str:
    """Remove accents and apostrophes: people search without them, and the index splits at non-letters."""
    if word.isascii():
        return word.replace("'", "")
    bare = _MARKS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare).replace("'", "").replace("’", "")


def pairs(run: str) -> list[str]:
    """Return the bigrams of a run of letters; a single letter is its own."""
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]


class SearchQuery(NamedTuple):
    """A parsed query: all terms must match; quoted phrases match literally."""

    terms: tuple[Token, ...]
    phrases: tuple[str, ...]


_QUOTED: Final = re.compile('["“”«»„]([^"“”«»„]+)["“”«»„]')


def read_query(text: str) -> SearchQuery:
    """Parse a query as typed."""
    text = text[:1_000]
    phrases = tuple(" ".join(found[1].split()) for found in _QUOTED.finditer(text))
    return SearchQuery(tuple(tokens(text))[:32], tuple(phrase for phrase in phrases if any(tokens(phrase))))


def match_expression(query: SearchQuery, analyser: Analyser, languages: Sequence[str]) -> str:
    """Return the FTS5 expression: each term in any of its forms, and the words of a phrase adjacent."""
    parts = []
    for phrase in query.phrases:
        forms = sorted({analyser.words(phrase, language) for language in ("", *languages)})
        parts.append("(" + " OR ".join(f'"{form}"' for form in forms if form) + ")")
    for term in query.terms:
        if term.is_cjk:
            letters = pairs(term.text)
            single = f"{letters[0]}*" if len(term.text) == 1 else ""
            parts.append(f'"{letters[0]}"*' if single else '"' + " ".join(letters) + '"')
        else:
            forms = sorted({analyser.stem(term.text, language) for language in ("", *languages)})
            parts.append("(" + " OR ".join(f'"{form}"' for form in forms if form) + ")")
    return " AND ".join(dict.fromkeys(parts))
