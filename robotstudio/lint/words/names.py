"""Words for RS32x."""

TITLES = {
    "RS320": "User-agent without a name",
    "RS321": "A whole User-Agent header",
    "RS322": "Several names in one line",
    "RS323": "Wildcard in a name",
    "RS324": "Name with a version",
    "RS325": "Name of several words",
    "RS326": "A path where a name should be",
    "RS327": "Name that is no product token",
}
MESSAGES = {
    "RS320": "The line names no crawler. By the standard the rules below hold for nobody; for {everybody} they hold "
    "for every crawler.",
    "RS320/beside": "The line names no crawler. Beside {names} it changes nothing by the standard; for {everybody} the "
    "rules below hold for every crawler then.",
    "RS321": "Crawlers compare their product token, not the header that they send. Google reads {read} here.",
    "RS321/nothing": "Crawlers compare their product token, not the header that they send. Google reads no name here.",
    "RS321/first": "A User-agent line takes a product token, not a whole header. Google reads {read} and leaves "
    "out the rest; crawlers that compare the whole value do not find it.",
    "RS322": "Most crawlers read no more than {first} here. Each name needs a User-agent line of its own.",
    "RS322/one": "The sign behind {first} belongs to no name: crawlers that compare the whole value do not find it.",
    "RS322/nothing": "Google reads no name here. Each name needs a User-agent line of its own.",
    "RS323": "Names have no wildcards. Google and RFC 9309 read {value} as {read}; crawlers that compare the "
    "whole value look for exactly this name.",
    "RS323/google": "Names have no wildcards. Google reads {value} as {read}; by the standard, and for crawlers that "
    "compare the whole value, it is another name.",
    "RS323/global": "Google reads {value} as a group for all crawlers; others look for a crawler of exactly this name.",
    "RS323/nothing": "Names have no wildcards. No crawler has the name {value}, so the group holds for nobody.",
    "RS323/found": "Names have no wildcards. Google and RFC 9309 read no name in {value}; of the readers known here, "
    "only these find {name} in it: {finding}.",
    "RS324": "Google and RFC 9309 read {name}; crawlers that compare the whole value do not find it in {value}.",
    "RS324/cut": "RFC 9309 reads {name}, Google's parser {read}; crawlers that compare the whole value do not find it "
    "in {value}.",
    "RS324/nothing": "RFC 9309 reads {name}, Google's parser no name at all; crawlers that compare the whole value "
    "do not find it in {value}.",
    "RS325/nothing": "A product token is one word. Google reads no name here; crawlers that compare the whole value "
    "do.",
    "RS325/knownnothing": "This is how the crawler is called, but by the standard a product token is one word. Google "
    "reads no name here.",
    "RS325": "A product token is one word. Google reads {read}; crawlers that compare the whole value see another.",
    "RS325/known": "This is how the crawler is called, but by the standard a product token is one word. Google reads "
    "{read}.",
    "RS326": "{value} is no crawler. The rules of this group hold for nobody.",
    "RS327": "{value} has signs that a product token may not have. Google's parser reads {read}; whether the crawler "
    "that is meant finds its name depends on its own parser.",
    "RS327/known": "This is how the crawler is called, but by the standard a product token has letters, _ and - only.",
    "RS327/nothing": "{value} does not begin as a product token may. Google's parser reads no name in it.",
}
FIXES = {
    "one-name-a-line": "Put each name into a line of its own",
    "drop-star": "Remove the *",
    "write-value": "Change to {value}",
    "drop-version": "Change to {name}",
}
