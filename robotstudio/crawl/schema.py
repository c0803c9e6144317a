"""The SQL of the tables in a crawl file, and the values their columns may have."""

from typing import Final

_TABLES: Final = (
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE host (id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, robots_at REAL,"
        " robots_outcome TEXT, robots_status INTEGER, robots_kind TEXT, robots_body BLOB, soft_404 TEXT,"
        " is_start INTEGER NOT NULL DEFAULT 0)"
    ),
    (
        "CREATE TABLE url (id INTEGER PRIMARY KEY, key INTEGER NOT NULL, url TEXT NOT NULL, host INTEGER NOT NULL,"
        " rank INTEGER NOT NULL, state INTEGER NOT NULL, found_on INTEGER, roots INTEGER NOT NULL, pattern INTEGER,"
        " chain INTEGER NOT NULL, hops INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, ended_by TEXT)"
    ),
    (
        "CREATE TABLE page (id INTEGER PRIMARY KEY, status INTEGER, content_type TEXT NOT NULL, size INTEGER NOT NULL,"
        " sha256 BLOB, text_key INTEGER, is_new INTEGER, is_new_but_numbers INTEGER, elapsed_ms REAL NOT NULL,"
        " fetched_at REAL NOT NULL, redirect TEXT, etag TEXT, modified TEXT, tags TEXT, canonical TEXT,"
        " links INTEGER NOT NULL, looks_empty INTEGER NOT NULL, unchanged INTEGER NOT NULL, same_as INTEGER)"
    ),
    (
        "CREATE TABLE link (source INTEGER NOT NULL, target INTEGER NOT NULL, kind INTEGER NOT NULL,"
        " nofollow INTEGER NOT NULL, anchor TEXT, PRIMARY KEY (source, target, kind)) WITHOUT ROWID"
    ),
    "CREATE TABLE content (id INTEGER PRIMARY KEY, title TEXT NOT NULL, language TEXT NOT NULL, packed BLOB NOT NULL)",
    "CREATE TABLE seen (key INTEGER PRIMARY KEY, page INTEGER NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE trap (pattern INTEGER PRIMARY KEY, host INTEGER NOT NULL, rule TEXT NOT NULL,"
        " written TEXT NOT NULL, seen INTEGER NOT NULL, new INTEGER NOT NULL)"
    ),
    (
        "CREATE TABLE log (id INTEGER PRIMARY KEY, at REAL NOT NULL, url_id INTEGER, url TEXT, status INTEGER,"
        " elapsed_ms REAL NOT NULL, size INTEGER NOT NULL, what TEXT NOT NULL, detail TEXT NOT NULL)"
    ),
)
_SINCE_2: Final = (
    (
        "CREATE TABLE detail (id INTEGER PRIMARY KEY, h1 TEXT NOT NULL, description TEXT NOT NULL,"
        " words INTEGER, x_robots TEXT NOT NULL)"
    ),
    (
        "CREATE TABLE alternate (source INTEGER NOT NULL, language TEXT NOT NULL, target INTEGER NOT NULL,"
        " PRIMARY KEY (source, language, target)) WITHOUT ROWID"
    ),
)
"""Tables that files of version 1 lack: more about each page, and its `hreflang` links."""
_URL_INDEXES: Final = (
    "CREATE UNIQUE INDEX url_key ON url (key)",
    "CREATE INDEX url_queue ON url (host, rank, id) WHERE state = 0",
)
LINK_INDEX: Final = "CREATE INDEX link_target ON link (target)"
"""Created once the crawl rests; finds links by target."""
WORD_TABLES: Final = (
    (
        "CREATE VIRTUAL TABLE word USING fts5(title, headings, body, anchors, content='',"
        " tokenize='unicode61 remove_diacritics 0')"
    ),
    "CREATE TABLE indexed (id INTEGER PRIMARY KEY, language TEXT NOT NULL, in_links INTEGER NOT NULL)",
)
"""The full-text index."""
INDEX_NAMES: Final = frozenset({"word_data", "word_idx", "word_docsize", "word_config", "word_content"})
"""Tables that SQLite creates for the full-text index."""


def statements() -> tuple[str, ...]:
    """Return the statements that create an empty crawl."""
    return (*_TABLES, *_SINCE_2, *_URL_INDEXES)


def added_statements(*, is_temporary: bool = False) -> tuple[str, ...]:
    """Return the statements that complete a file of version 1; temporary tables leave the file as it is."""
    return tuple(each.replace("TABLE", "TEMP TABLE", 1) for each in _SINCE_2) if is_temporary else _SINCE_2


def _name_of(statement: str) -> str:
    before, _, after = statement.partition(" TABLE " if " TABLE " in statement else " INDEX ")
    return after.split(maxsplit=1)[0] if before else ""


TABLES_OF_1: Final = tuple(map(_name_of, _TABLES))
TABLES: Final = (*TABLES_OF_1, *map(_name_of, _SINCE_2))
KNOWN: Final = {_name_of(each): each for each in (*statements(), LINK_INDEX, *WORD_TABLES)}
"""Everything that may be in a crawl file, by name."""

_TYPES: Final = {"TEXT": "'text'", "INTEGER": "'integer'", "REAL": "'real', 'integer'", "BLOB": "'blob'"}
_RANGES: Final = {
    "host.soft_404": "soft_404 IS NULL OR (soft_404 NOT GLOB '*[^0-9 -]*' AND soft_404 GLOB '*[0-9] *[0-9]')",
    "host.origin": "origin LIKE 'http%://_%'",
    "url.url": "url LIKE 'http%://_%/%'",
    "url.state": "state BETWEEN 0 AND 3",
    "url.rank": "rank BETWEEN 0 AND 1000000000",
    "url.roots": "roots BETWEEN 0 AND 7",
    "url.hops": "hops BETWEEN 0 AND 1000000",
    "page.status": "status IS NULL OR status BETWEEN 0 AND 999",
    "page.size": "size >= 0",
    "link.kind": "kind BETWEEN 1 AND 13",
    "detail.words": "words IS NULL OR words >= 0",
    "log.at": "at BETWEEN 0 AND 1e11",
}


def _checks() -> tuple[tuple[str, str], ...]:
    """Return for each column an expression that is true for every value a crawl writes."""
    found = []
    for statement in (*_TABLES, *_SINCE_2):
        columns = statement.partition("(")[2].removesuffix(" WITHOUT ROWID").removesuffix(")")
        for column in columns.partition(", PRIMARY KEY (")[0].split(", "):
            name, kind = column.split()[:2]
            types = _TYPES[kind] + ("" if "NOT NULL" in column else ", 'null'")
            found.append((f"{_name_of(statement)}.{name}", f"typeof({name}) IN ({types})"))
    return (*found, *_RANGES.items())


CHECKS: Final = _checks()
