"""URLs that some dialect splits or writes in a special way: every piece alone and every two together."""

from itertools import product

from hypothesis import strategies as st

from robotstudio.engine import DIALECTS

_HOSTS = [
    *("e.com", "e.com:80", "e.com:", "e.com:b", "e.com:-1", "e.com:99999999999", "u@e.com"),
    *("u:p@e.com", "a@b@c", ""),
    *("[::1]", "[::1]:80", "[::1]x", "[::1", "e.com]", "[", "[1.2.3.4]", "[v1.a]", "e.com;a"),
    *("é.com", "ℂ⁄x", "e%41", "e%"),
    *("e x", "e|x", "e\\x", "e.com.", "a..b", "-", "1.2.3.4"),
]  # fmt: skip
STARTS = [
    *(f"http://{host}" for host in _HOSTS),
    *("", "//e.com", "HTTPS://e.com", "ftp://e.com", "foo://e.com", "1a://e.com", "://e.com"),
    *("http:", "https:/", "e.com"),
    *(" http://e.com", "http:///", "/", "?"),
]  # fmt: skip
PIECES = [
    *("/", "//", "a", "B9", ".", "..", "-", "_", "~", "!", "'", "(", ",", "@", ":", "+", "&b=2"),
    *("=", ";", ";p", ";p=1"),
    *("?", "?a=1", "?a=b=c", "??", "#", "#f", "*", "$", "%24", "%2A", "%2a", "%2F", "%25", "%2"),
    *("%", "%zz", "%7e", "%7E"),
    *("%C3%A9", "%c3%a9", "%ff", "é", "\udcff", "\ud800", "😀", "\x00", "\t", "\n", " ", "|", "\\"),
    *('"', "<", ">", "^", "`"),
    *("{", "}", "[", "]", "\x7f", "\x85", "\xa0", "\u2028", "\u3000", "\ufffd", "index.html"),
    *("robots.txt", "robots%2Etxt"),
    *("/robots.txt", "/robots.txt?x", "/robots.txt?a=b&c", "/robots.txt;p", "/robots.txt#f", "/robots.txt/"),
]  # fmt: skip
EVERY_TWO = [
    *(start + piece for start, piece in product(STARTS, ["", *PIECES])),
    *(f"http://e.com/{one}{other}" for one, other in product(PIECES, PIECES)),
    *(f"https://e.com:80/a?{one}{other}" for one, other in product(PIECES, PIECES)),
    *(f"http://e.com{one}?x" for one in PIECES),
]
"""A table that is asked in every dialect: where one parts from another, it is on one of these."""

ODD_URLS = st.builds(
    lambda start, rest: start + "".join(rest), st.sampled_from(STARTS), st.lists(st.sampled_from(PIECES), max_size=6)
)
LIKELY_URLS = st.lists(st.sampled_from(PIECES), max_size=6).map(lambda rest: "https://example.com/" + "".join(rest))
URLS = st.one_of(LIKELY_URLS, ODD_URLS)
PATTERNS = st.lists(st.sampled_from(PIECES), max_size=4).map(lambda rest: "/" + "".join(rest).replace("\n", ""))
FORMS = {dialect.path_of.__name__: dialect.path_of for dialect in DIALECTS.values()}
