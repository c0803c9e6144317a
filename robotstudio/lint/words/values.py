"""Words for RS40x."""

TITLES = {
    "RS401": "Path without a slash in front",
    "RS402": "Whole address in a rule",
    "RS403": "Several paths in one line",
    "RS404": "A name where a path should be",
    "RS405": "Star at the end",
    "RS406": "Two stars in a row",
    "RS407": "$ inside a path",
    "RS408": "Regular expression",
    "RS409": "Blank in a path",
    "RS410": "% that encodes nothing",
    "RS411": "Letters beyond ASCII in a path",
    "RS412": "Quotation marks around a path",
    "RS413": "Path that no URL has",
    "RS414": "Allow without a path",
    "RS415": "The file shows where to look",
}
MESSAGES = {
    "RS401": "{value} begins with neither / nor *, so the rule matches nothing.",
    "RS401/host": "{value} begins with neither / nor *, so the rule matches nothing. It looks like an address: rules "
    "speak of paths on the site of the file.",
    "RS402": "Rules speak of paths on the site of the file. {value} matches nothing.",
    "RS403": "Crawlers read one path with the rest of the line in it, not {first} and others.",
    "RS404": "{value} is a crawler, no path. The rule matches nothing.",
    "RS404/words": "{value} is no path. The rule matches nothing.",
    "RS405": "{plain} matches the same, and for old readers too, which take the star for itself.",
    "RS405/several": "{count} rules of the group end in a star, at lines {lines}. Without it they match the same, as "
    "{plain} does here, and for old readers too, which take the star for itself.",
    "RS405/kept": "{plain} matches the same.",
    "RS405/kept/several": "{count} rules of the group have a star too much at the end, at lines {lines}. Without it "
    "they match the same, as {plain} does here.",
    "RS405/dollar": "{plain} matches the same: behind a star, the $ at the end has no effect.",
    "RS405/dollar/several": "{count} rules of the group end in *$, at lines {lines}. Without it they match the same, "
    "as {plain} does here: behind a star, the $ has no effect.",
    "RS406": "One star matches the same. The others only make the rule longer.",
    "RS407": "A $ stands for the end of the URL only as the last octet. Here, before {behind}, it stands for itself.",
    "RS408": "{sign} is the language of regular expressions. In a rule only * and a $ at the end have a meaning.",
    "RS408/braces": "{sign} is a list as shells write it. In a rule braces stand for themselves; each alternative "
    "needs a line of its own.",
    "RS408/dot": "The dot stands for itself: {value} asks for a dot, with anything or nothing behind it.",
    "RS409": "URLs have %20 for a blank. Google and most others compare the blank as it stands: {value} matches "
    "nothing.",
    "RS410": "No two hexadecimal digits follow the %, so it encodes nothing. Written %25 it means the same to all "
    "crawlers.",
    "RS411": "Most crawlers compare this as {encoded}. Yandex and others compare it as it stands, and find no match.",
    "RS411/twice": "{meant} was encoded twice here: most crawlers compare {encoded}, which hardly any URL has.",
    "RS412": "The quotation marks become part of the path, so that {value} matches nothing.",
    "RS413": "Dots between slashes are resolved before a URL is requested, so {value} matches nothing.",
    "RS413/backslash": "Browsers and crawlers turn a backslash into a slash, so the rule matches nothing.",
    "RS413/query": "Browsers and crawlers turn a backslash in a path into a slash, so the rule can match in a query at "
    "most.",
    "RS414": "By the standard, Allow without a path changes nothing. Baidu and other readers that take the first "
    "match read it as leave for the whole site.",
    "RS415": "Everybody can read this file. It keeps crawlers away from {word}, but protects it from nobody.",
}
FIXES = {
    "add-slash": "Change to {path}",
    "keep-path": "Keep {path}",
    "one-path-a-line": "Put each path into a line of its own",
    "drop-star-and-dollar": "Remove the *$",
    "drop-stars": "Remove the * from {count} rules",
    "one-star": "Keep one star",
    "encode-blanks": "Write %20",
    "encode-percent": "Write %25",
    "encode-path": "Write {path}",
    "remove-quotes": "Remove the quotation marks",
    "use-slashes": "Use slashes",
}
