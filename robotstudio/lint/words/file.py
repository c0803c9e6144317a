"""Words for RS5xx."""

TITLES = {
    "RS501": "This is no robots.txt",
    "RS502": "Text in UTF-16",
    "RS503": "Not UTF-8",
    "RS504": "Byte order mark",
    "RS505": "Unusual line ends",
    "RS506": "Line ends of DOS",
    "RS507": "Larger than crawlers read",
    "RS508": "More than Yandex reads",
    "RS509": "Empty file",
    "RS510": "Nothing but comments",
    "RS511": "No group for all other crawlers",
    "RS512": "Crawlers do not look here",
    "RS513": "No line end at the end",
    "RS514": "Rule longer than Yandex reads",
}
MESSAGES = {
    "RS501": "This is a web page. Crawlers find no rule in it and may fetch everything.",
    "RS501/xml": "This is XML. Crawlers find no rule in it and may fetch everything.",
    "RS501/json": "This is JSON. Crawlers find no rule in it and may fetch everything.",
    "RS501/binary": "This is no text. Crawlers find no rule in it and may fetch everything.",
    "RS501/some": "This is a web page. {readers} find rules in it all the same; all other crawlers find none and may "
    "fetch everything.",
    "RS501/mixed": "The file begins as a web page, but there are rules in it. All the same, these are read by "
    "{readers}.",
    "RS501/strays": "{count} of {lines} lines are neither fields that a crawler knows nor comments. Crawlers skip them "
    "and read the rest.",
    "RS501/no-rules": "{count} of {lines} lines are neither fields that a crawler knows nor comments, and there is no "
    "group with rules. This seems to be something else than a robots.txt.",
    "RS501/text": "No line of this text is a field that a crawler knows. Crawlers may fetch everything.",
    "RS502": "Crawlers read UTF-8. In UTF-16 they find no field and may fetch everything.",
    "RS502/some": "Crawlers read UTF-8. In UTF-16 all but {readers} find no field and may fetch everything.",
    "RS503": "The octet {octet} is no UTF-8. What it stands for is not said; crawlers may ignore or misread it.",
    "RS504": "Google and the search engines skip the byte order mark. Some libraries take it for a part of the first "
    "line, which they lose.",
    "RS504/unsaid": "Google and the search engines skip the byte order mark. Some libraries take it for a part of the "
    "first line, which says nothing here.",
    "RS505": "The lines end in several ways: {lf} in LF, {crlf} in CRLF, {cr} in CR. Crawlers read all three; "
    "some editors and scripts do not.",
    "RS505/cr": "All lines end in CR. Crawlers that follow RFC 9309 read them; simple programs see one long line.",
    "RS506": "The lines end in CRLF. Every crawler known here reads that.",
    "RS507": "The file has {octets} octets. Google reads {most} and drops what follows from here; Yandex then reads "
    "nothing and takes everything for open.",
    "RS508": "The file has {rules} rules. Yandex reads {most}; from here on they do not count.",
    "RS514": "Yandex leaves out rules with more than {most} characters.",
    "RS509": "The file is empty. Every crawler may fetch everything.",
    "RS510": "The file has comments only. Every crawler may fetch everything.",
    "RS511": "No group names *: crawlers that no other group names may fetch everything.",
    "RS512": "The file is called {name}; crawlers ask for /robots.txt only.",
    "RS512/case": "Crawlers ask for /robots.txt in lower case; {path} is another address.",
    "RS512/place": "Crawlers look at /robots.txt only; rules at {path} hold for nobody.",
    "RS513": "The last line has no line end. Crawlers read it all the same.",
}
FIXES = {
    "remove-bom": "Remove the byte order mark",
    "add-line-end": "Add a line end",
}
