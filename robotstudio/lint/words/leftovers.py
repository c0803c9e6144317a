"""Words for RS416 to RS419 and RS44x."""

TITLES = {
    "RS416": "Sign at the end of a path",
    "RS417": "HTML in a value",
    "RS418": "Two slashes in front",
    "RS419": "File extension without a star",
    "RS440": "Star alone",
    "RS441": "Place of a template",
    "RS442": "Encoded question mark",
    "RS443": "The host in a path",
}
MESSAGES = {
    "RS416": "The {sign} at the end becomes part of the path: {path} without it stays as it was.",
    "RS416/parameter": "The rule matches only URLs that go on with a ; as before a jsessionid: {path} without it stays "
    "as it was.",
    "RS417": "{sign} is HTML. Here it stands for itself: the rule matches only URLs that have these letters.",
    "RS417/sitemap": "{sign} is HTML. Crawlers ask for an address that has these letters in it.",
    "RS418": "Paths begin with one slash: {value} matches only what a wrong link asks for, not {path}.",
    "RS419": "{value} matches only paths that begin with {plain}. For files that end so it is {right}.",
    "RS440": "Crawlers that know wildcards read the whole site here; those that know none find no path that begins "
    "with a star. A slash alone says it to all.",
    "RS441": "{sign} is the place of a template, which was not filled in.",
    "RS441/route": "{sign} is how programs write a part of a path that may be anything. In a rule it stands for "
    "itself; a star is needed: {right}.",
    "RS441/all": "{sign} is how programs write a part of a path that may be anything. In a rule it stands for itself, "
    "so the rule matches nothing that is asked for.",
    "RS442": "An encoded question mark begins no query: {value} does not match {right}.",
    "RS443": "Paths are written without the host: {value} matches only a directory of that name, not {path}.",
}
FIXES = {"write-value": "Change to {value}", "keep-path": "Keep {path}"}
