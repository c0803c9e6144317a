"""Files of any size that repeat one thing: what a rule that compares everything with everything is slow on."""

from collections.abc import Callable, Mapping


def _lines(line: str, head: str = "") -> Callable[[int], bytes]:
    """Make files of that many of these lines; `{n}` in one stands for its number."""
    return lambda count: (head + "".join(line.replace("{n}", str(n)) + "\n" for n in range(count))).encode()


def _one_line(start: str, repeated: str, end: str = "") -> Callable[[int], bytes]:
    """Make files with one line that repeats a text that many times."""
    return lambda count: f"User-agent: *\n{start}{repeated * count}{end}\n".encode()


_HEAD = "User-agent: *\n"

SHAPES: Mapping[str, Callable[[int], bytes]] = {
    "one name again and again": _lines("User-agent: a"),
    "names in one group": _lines("User-agent: name-{n}"),
    "two names in turn": _lines("User-agent: a\nUser-agent: b"),
    "groups of one name": _lines("User-agent: a\nDisallow: /{n}"),
    "groups for everyone": _lines("User-agent: *\nDisallow: /{n}"),
    "groups of many names": _lines("User-agent: name-{n}\nDisallow: /"),
    "groups alike": _lines(
        "User-agent: name-{n}\nDisallow: /a\nDisallow: /b\n", _HEAD + "Disallow: /c\nDisallow: /d\n"
    ),
    "rules for everyone and groups without them": lambda count: (
        _lines("Disallow: /{n}", _HEAD)(count) + _lines("User-agent: name-{n}\nDisallow: /a\nDisallow: /b\n")(count)
    ),
    "groups without rules": _lines("User-agent: name-{n}\nSitemap: https://example.com/{n}.xml\nCrawl-delay: 1"),
    "empty groups of one name": _lines("User-agent: a\nCrawl-delay: 1\n"),
    "names apart": _lines("User-agent: a\n\n# b\nSitemap: /{n}\nUser-agent: name-{n}"),
    "rules": _lines("Disallow: /{n}", _HEAD),
    "one rule again and again": _lines("Disallow: /a", _HEAD),
    "rules in directories": _lines("Disallow: /a/b/{n}/\nDisallow: /a/b/{n}/c", _HEAD),
    "rules in one directory": _lines("Disallow: /a/{n}", _HEAD),
    "rules that cover others": _lines("Disallow: /a*{n}\nDisallow: /a{n}", _HEAD),
    "rules with many stars": _lines("Disallow: /*a*b*{n}$", _HEAD),
    "rules with one star": _lines("Disallow: /*{n}", _HEAD),
    "rules for endings": _lines("Disallow: /*.{n}$", _HEAD),
    "rules for queries": _lines("Disallow: /*?p{n}=", _HEAD),
    "allows and disallows": _lines("Allow: /{n}/a\nDisallow: /{n}", _HEAD),
    "allows that open nothing": _lines("Allow: /{n}", _HEAD),
    "opposite rules": _lines("Allow: /a\nDisallow: /a", _HEAD),
    "both cases": _lines("Disallow: /A{n}\nDisallow: /a{n}", _HEAD),
    "rules before a group": _lines("Disallow: /{n}"),
    "rules with spaces": _lines("Disallow: /a {n}", _HEAD),
    "rules with escapes": _lines("Disallow: /%41{n}%2f%zz", _HEAD),
    "rules without a slash": _lines("Disallow: a{n}", _HEAD),
    "rules that are addresses": _lines("Disallow: https://example.com/{n}", _HEAD),
    "rules with comments": _lines("Disallow: /{n} # why", _HEAD),
    "blank lines": _lines("", _HEAD + "Disallow: /\n"),
    "blank lines between rules": _lines("Disallow: /{n}\n", _HEAD),
    "comments": _lines("# {n}"),
    "comments that are rules": _lines("# Disallow: /{n}"),
    "carriage returns": lambda count: b"\r" * count,
    "null bytes": lambda count: b"\0" * count,
    "not text": lambda count: b"\xff\xfe\xfd\n" * count,
    "sitemaps": _lines("Sitemap: https://example.com/{n}.xml"),
    "one sitemap again and again": _lines("Sitemap: https://example.com/sitemap.xml"),
    "sitemaps that are none": _lines("Sitemap: /{n}"),
    "sitemaps of many hosts": _lines("Sitemap: https://{n}.example/sitemap.xml"),
    "sitemaps that are blocked": _lines("Sitemap: https://example.com/{n}.xml\nDisallow: /{n}", _HEAD),
    "sitemaps and wildcards": lambda count: (
        _lines("Disallow: /*{n}x*y", _HEAD)(count) + _lines("Sitemap: https://example.com/{n}.xml")(count)
    ),
    "exceptions of exceptions": _lines("Disallow: /a{n}\nAllow: /a{n}/b\nDisallow: /a{n}/b/c", _HEAD),
    "crawl delays": _lines("Crawl-delay: {n}", _HEAD),
    "hosts": _lines("Host: example{n}.com"),
    "clean params": _lines("Clean-param: p{n} /{n}", _HEAD),
    "content signals": _lines("Content-Signal: ai-train=no, search=yes", _HEAD),
    "content usages": _lines("Content-Usage: /{n} train-ai=n", _HEAD),
    "request rates": _lines("Request-rate: 1/{n}", _HEAD),
    "unknown fields": _lines("Field-{n}: value", _HEAD),
    "misspelt fields": _lines("Disalow: /{n}", _HEAD),
    "misspelt names": _lines("User-agent: Gogglebot{n}\nDisallow: /"),
    "no colons": _lines("Disallow /{n}", _HEAD),
    "plain words": _lines("words and words {n}"),
    "addresses": _lines("https://example.com/{n}"),
    "silenced lines": _lines("Disalow: /{n} # studio-ignore RS102", _HEAD),
    "html": _lines("<p>{n}</p>", "<html>\n"),
    "a long path": _one_line("Disallow: /", "a"),
    "a path of stars": _one_line("Disallow: /", "*"),
    "a path of stars and letters": _one_line("Disallow: /", "*a"),
    "a path of per cents": _one_line("Disallow: /", "%"),
    "a path of slashes": _one_line("Disallow: ", "/"),
    "a path of dollars": _one_line("Disallow: /", "$"),
    "a path of spaces": _one_line("Disallow: /", " ", "a"),
    "a path of semicolons": _one_line("Disallow: /", ";"),
    "a path of ampersands": _one_line("Disallow: /", "&amp;"),
    "a path of quotation marks": _one_line("Disallow: /", "\N{RIGHT DOUBLE QUOTATION MARK}"),
    "a path of zero width": _one_line("Disallow: /", "\N{ZERO WIDTH SPACE}"),
    "a line of hashes": _one_line("Disallow: /", " #"),
    "a line of colons": _one_line("", ":"),
    "a line of spaces": _one_line("", " "),
    "a line of tabs": _one_line("User-agent:", "\t", "a"),
    "a line of markup": _one_line("", "<"),
    "a name of words": _one_line("User-agent: ", "a "),
    "a name of slashes": _one_line("User-agent: ", "a/"),
    "a list of members": _one_line("Content-Usage: ", "train-ai=n, "),
    "a list of signals": _one_line("Content-Signal: ", "ai-train=no,"),
    "a list of params": _one_line("Clean-param: ", "p&"),
    "an address of ats": _one_line("Sitemap: http://", "a@"),
    "an address of slashes": _one_line("Sitemap: http://a", "/"),
    "codes that are silenced": _one_line("# studio-ignore: ", "RS102, "),
}
