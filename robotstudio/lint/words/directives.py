"""Words for RS2xx."""

TITLES = {
    "RS201": "Crawl-delay that is no number",
    "RS202": "Very long Crawl-delay",
    "RS203": "Clean-param that cannot be read",
    "RS204": "Sitemap without a full address",
    "RS205": "Sitemap of another site",
    "RS206": "Sitemap named twice",
    "RS207": "Sitemap that cannot be fetched",
    "RS208": "Field that nobody reads any more",
    "RS209": "Request-rate that cannot be read",
    "RS210": "Visit-time that cannot be read",
    "RS211": "Content-Signal that is not defined",
    "RS212": "Content-Usage that is not defined",
    "RS213": "License without a full address",
    "RS214": "Preference for what may not be fetched",
    "RS215": "Field that belongs to no group",
    "RS216": "Field that these crawlers do not read",
    "RS217": "Field before the rules",
}
MESSAGES = {
    "RS201": "{value} is no number of seconds. Crawlers that read {key} leave the line out.",
    "RS201/empty": "{key} has no value. Crawlers leave the line out.",
    "RS202": "With {value} seconds between two fetches, the most that a crawler can fetch in a day is {pages}. Bing "
    "goes up to 30 seconds; Nutch leaves pages out above that.",
    "RS202/ban": "With {value} seconds between two fetches, the most that a crawler can fetch in a day is {pages}. "
    "Crawlers built on crawler-commons take more than 300 seconds for a ban on the whole site.",
    "RS203": "{value} is no list of parameters. It is written as p1&p2 /path; Yandex leaves the line out.",
    "RS203/empty": "{key} has no value. Crawlers leave the line out.",
    "RS203/long": "Yandex reads 500 characters of {key} at most.",
    "RS204": "A sitemap needs its full address, with https:// and the host. Crawlers leave {value} out.",
    "RS204/blank": "There is a blank in {value}. Each sitemap needs a line of its own, and a blank in an address is "
    "written %20.",
    "RS204/empty": "The line names no sitemap.",
    "RS204/scheme": "Crawlers fetch sitemaps by HTTP and HTTPS only, not by {scheme}.",
    "RS205": "The sitemap is at {host}, another host than that of the file. That is allowed.",
    "RS205/scheme": "The sitemap is fetched by {scheme}, the file is not.",
    "RS206": "Line {first} names the same sitemap.",
    "RS207": "The sitemap could not be fetched: {answer}.",
    "RS208": "No crawler known here reads {key} any more.",
    "RS208/host": "Only Yandex read {key}, until 2018. Redirect to the main host instead.",
    "RS208/noarchive": "{key} has no meaning here. Use a robots meta tag or an X-Robots-Tag header.",
    "RS208/nofollow": "{key} has no meaning here. Use a robots meta tag or an X-Robots-Tag header.",
    "RS208/noindex": "Google stopped reading {key} here in September 2019, and nobody else reads it. Use a robots "
    "meta tag or an X-Robots-Tag header.",
    "RS209": "{value} is no rate. It is written as 1/10: requests, a slash and seconds. Crawlers leave the line out.",
    "RS209/empty": "{key} has no value. Crawlers leave the line out.",
    "RS210": "{value} is no time of day. It is written as 0600-0845, in UTC. Crawlers leave the line out.",
    "RS210/empty": "{key} has no value. Crawlers leave the line out.",
    "RS211": "{value} is no list of signals. They are written as search=yes, ai-train=no.",
    "RS211/empty": "{key} has no value. Crawlers leave the line out.",
    "RS211/name": "contentsignals.org defines no signal {name}; it defines search, ai-input and ai-train.",
    "RS211/value": "{name} is {values}, not {value}.",
    "RS212": "{value} is no list of preferences. They are written as train-ai=n, with a path in front where they hold "
    "for a part of the site.",
    "RS212/empty": "{key} has no value. Crawlers leave the line out.",
    "RS212/value": "{name} is y or n, not {value}.",
    "RS213": "{value} is no full address: the licence needs https:// and a host.",
    "RS213/empty": "{key} has no value. Crawlers leave the line out.",
    "RS214": "This group may fetch nothing, so {granted} grants nothing.",
    "RS215": "{key} speaks for a group, but stands above the first User-agent line: it belongs to no group.",
    "RS216": "{key} has no effect here: no such field is read by {names}.",
    "RS216/control": "{key} has no effect here: {names} only says what may be done with content, and fetches nothing.",
    "RS217": "{key} stands between the User-agent lines and the rules. Crawlers of today read it; for older ones it "
    "belongs behind the rules.",
}
FIXES = {
    "write-value": "Change to {value}",
    "remove-line": "Remove the line",
    "move-behind-rules": "Move {key} behind the rules",
}
