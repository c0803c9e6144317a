"""The English templates of summaries, of lines other than rules, and of the reasons why dialects differ."""

from collections.abc import Mapping

from robotstudio.engine.access import Access, Exactness
from robotstudio.engine.directive_values import ValueTrouble
from robotstudio.engine.directives import DelayEffect, Status
from robotstudio.engine.disagreement import Axis
from robotstudio.engine.summary import Skip
from robotstudio.text.language import Message, Plural

ACCESS: Mapping[Access, Message] = {
    Access.EVERYTHING: "May fetch <b>everything</b>.",
    Access.NOTHING: "May fetch <b>nothing</b>.",
}
ACCESS_BY_RULES: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "May fetch <b>everything except</b> what one rule disallows: {list}.",
        "May fetch <b>everything except</b> what {count} rules disallow: {list}.",
    ),
    Access.ONLY: Plural(
        "May fetch <b>only</b> what one rule allows: {list}.",
        "May fetch <b>only</b> what {count} rules allow: {list}.",
    ),
}
USE: Mapping[Access, Message] = {
    Access.EVERYTHING: "<b>Everything</b> may be used.",
    Access.NOTHING: "<b>Nothing</b> may be used.",
}
"""The same for a control token."""
USE_BY_RULES: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "<b>Everything except</b> what one rule disallows may be used: {list}.",
        "<b>Everything except</b> what {count} rules disallow may be used: {list}.",
    ),
    Access.ONLY: Plural(
        "<b>Only</b> what one rule allows may be used: {list}.",
        "<b>Only</b> what {count} rules allow may be used: {list}.",
    ),
}
NOTHING_BUT_ROBOTS: Message = "May fetch <b>nothing</b> but /robots.txt itself."
FURTHER: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "One Allow line may open parts of that: {list}.",
        "{count} Allow lines may open parts of that: {list}.",
    ),
    Access.ONLY: Plural(
        "One Disallow line may take back parts of that: {list}.",
        "{count} Disallow lines may take back parts of that: {list}.",
    ),
}
FURTHER_EXACTLY: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "Of that, whatever one Allow line matches is open: {list}.",
        "Of that, whatever {count} Allow lines match is open: {list}.",
    ),
    Access.ONLY: Plural(
        "Of that, whatever one Disallow line matches is closed: {list}.",
        "Of that, whatever {count} Disallow lines match is closed: {list}.",
    ),
}
EXACT: Mapping[Exactness, Message] = {
    Exactness.PROVEN: "Proven for every URL: there is nothing else.",
    Exactness.BUT_ROBOTS: "Proven for every URL: there is nothing else, but /robots.txt itself is always allowed.",
}
RULE_WITH_LINE: Message = "{rule} ({line})"
LOST_TO: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "{rule} ({line}, but not what {lines} disallows)", "{rule} ({line}, but not what {lines} disallow)"
    ),
    Access.ONLY: Plural("{rule} ({line}, but not what {lines} allows)", "{rule} ({line}, but not what {lines} allow)"),
}
MORE_RULES = Plural("one more ({lines})", "{count} more ({lines})")

GROUP: Message = "Follows the group of {tokens} ({lines})."
GROUP_OF_ALL: Message = "Follows the group of {token}, since none names it ({lines})."
GROUP_OF_ALL_ONLY: Message = "Follows the group of {token} ({lines})."
GROUP_MERGED = Plural(
    "Follows the {count} groups of {tokens}, merged ({lines}).",
    "Follows the {count} groups of {tokens}, merged ({lines}).",
)
NO_GROUP: Message = "No group names it, and there is none of {star}."
NO_GROUP_NAMED_ONLY: Message = "No group names it, and it never follows {star}."
NAMED_ONLY: Message = "It never follows {star}."
CONTROL: Message = (
    "A control token: nothing fetches under this name; it tells what may be done with what another crawler fetched."
)
OBEYS_NOT: Message = "It does not claim to follow robots.txt."
ASSUMED: Message = "Assumed: not documented for {crawlers}, read as {dialect}."
OBEYS_PARTLY: Message = "It says that it follows robots.txt in part only."

DELAYS: Mapping[DelayEffect, Message] = {
    DelayEffect.WAITS: "Waits {seconds} between two fetches ({line}): at most {pages} pages a day.",
    DelayEffect.IGNORES: "Not known to heed the Crawl-delay in {line}.",
    DelayEffect.CANNOT_READ: "Cannot read the Crawl-delay in {line}: {trouble}.",
    DelayEffect.OUT_OF_RANGE: "Its operator names a Crawl-delay of {least} to {most} seconds; {line} says {seconds}.",
    DelayEffect.SKIPS: "Fetches nothing while the Crawl-delay is above {most} seconds; {line} says {seconds}.",
    DelayEffect.FORBIDS: "Takes a Crawl-delay above {most} seconds for a ban of everything; {line} says {seconds}.",
}
DELAYS_OF: Mapping[DelayEffect, Plural] = {
    DelayEffect.WAITS: Plural(
        "{names} waits {seconds} between two fetches: at most {pages} pages a day.",
        "{names} wait {seconds} between two fetches: at most {pages} pages a day each.",
    ),
    DelayEffect.IGNORES: Plural("{names} is not known to heed it.", "{names} are not known to heed it."),
    DelayEffect.CANNOT_READ: Plural("{names} cannot read it: {trouble}.", "{names} cannot read it: {trouble}."),
    DelayEffect.OUT_OF_RANGE: Plural(
        "The operator of {names} names a Crawl-delay of {least} to {most} seconds; this one says {seconds}.",
        "The operators of {names} name a Crawl-delay of {least} to {most} seconds; this one says {seconds}.",
    ),
    DelayEffect.SKIPS: Plural(
        "{names} fetches nothing while the Crawl-delay is above {most} seconds; this one says {seconds}.",
        "{names} fetch nothing while the Crawl-delay is above {most} seconds; this one says {seconds}.",
    ),
    DelayEffect.FORBIDS: Plural(
        "{names} treats a Crawl-delay above {most} seconds as a ban; this one says {seconds}.",
        "{names} treat a Crawl-delay above {most} seconds as a ban; this one says {seconds}.",
    ),
}
"""The same about a line shown beside it, by crawlers with this effect."""
NO_WAIT_OF = Plural("{names} does not wait.", "{names} do not wait.")
NO_WAIT: Message = "A Crawl-delay of 0 in {line}: does not wait."
INHERITED: Message = "It stands in the group of {star}, and holds all the same."
SITEMAPS = Plural("One sitemap: {line}.", "{count} sitemaps: {line}.")
PREFERENCES: Message = "The site's preferences for it: {list}."
PREFERENCE: Message = "{name}={value} ({line})"
PREFERENCE_BELOW: Message = "{name}={value} below {path} ({line})"
CUT = Plural("Stops reading in {line}, after {count} byte.", "Stops reading in {line}, after {count} bytes.")
NOTHING_READ: Message = "Reads nothing of a file of this size."
SKIPPED: Message = "Makes nothing of {list}."
SKIPS: Mapping[Skip, Message] = {
    Skip.UNSUPPORTED: "{name} ({line})",
    Skip.UNKNOWN: "{name} (no known field, {line})",
    Skip.UNREADABLE: "text that is no field for it ({line})",
    Skip.NO_GROUP: "{name} before any user-agent line ({line})",
}
SKIPPED_LINES = Plural("{line} and {count} more", "{line} and {count} more")
SECONDS = Plural("1 second", "{count} seconds")

STATUSES: Mapping[Status, Message] = {
    Status.CURRENT: "in use",
    Status.PROPOSAL: "a proposal",
    Status.DEAD: "no longer in use",
}

MEANINGS: Mapping[str, Message] = {
    "sitemap": "Where a list of the site's URLs is; holds for the whole file, wherever it stands.",
    "crawl-delay": "Seconds to wait between two fetches.",
    "request-rate": "How many requests are welcome in how much time.",
    "visit-time": "Hours of the day (UTC) in which visits are welcome.",
    "host": "The host name that a site prefers; Yandex gave it up in 2018.",
    "clean-param": "Query parameters that change nothing in a page, so that URLs that differ in them are one.",
    "noindex": "Was to keep pages out of an index; Google stopped heeding it on 1 September 2019.",
    "nofollow": "Was to keep links from being followed; no crawler is known to heed it here.",
    "noarchive": "Was to keep pages out of a cache; no crawler is known to heed it here.",
    "content-signal": "Preferences about the use of what is fetched: search, ai-input and ai-train are yes or no; use "
    "is immediate, reference or full, from the least to the most. It changes nothing about what may be fetched. "
    "Cloudflare's own crawl service follows use; no crawler documents that it reads the rest.",
    "content-usage": "Preferences of the IETF's AIPREF draft about the use of what may be fetched, for a path or all: "
    "train-ai, ai-use and search are y or n; other labels and parameters are ignored, and of several statements any n "
    "wins. No crawler documents that it reads them.",
    "license": "Where the licence of the content is, as a file of RSL 1.0; it speaks of no crawler, and may be on "
    "another host. No crawler documents that it reads it.",
    "disallowaitraining": "From an expired draft of Microsoft's; nobody documents it. Google's parser reads the line "
    "as Disallow, because it starts with that word.",
    "allowaitraining": "From an expired draft of Microsoft's; no crawler is known to heed it.",
    "model-training": "A personal proposal; no crawler is known to heed it.",
    "training-usage": "Seen in files, written down nowhere.",
    "llm-policy": "Where a policy for language models is; some parsers know it, no crawler is known to heed it.",
    "llms": "Where an llms.txt is; no crawler is known to look here.",
    "llms-full": "Where an llms-full.txt is; no crawler is known to look here.",
    "llms-txt": "Where an llms.txt is; no crawler is known to look here.",
    "agentmap": "Where a catalogue for agents is: one person's proposal; no crawler is known to look here.",
    "schemamap": "Where feeds of structured data are (NLWeb, Yoast SEO); no crawler is known to look here.",
    "canonical": "Seen in files; a canonical URL is told in the page or its headers, not here.",
    "feed": "Seen in files; no crawler is known to look here.",
    "domain": "Seen in files; Google lists it among the fields that it does not support.",
    "revisit-after": "Was to say when to come back; no crawler is known to heed it.",
    "robot-version": "Said by which version of the 1996 proposal a file is written.",
}

TROUBLES: Mapping[ValueTrouble, Message] = {
    ValueTrouble.EMPTY: "it has no value",
    ValueTrouble.TOO_LONG: "its value is too long",
    ValueTrouble.NO_NUMBER: "its value is no number of seconds",
    ValueTrouble.NO_WHOLE_NUMBER: "its value is no whole number",
    ValueTrouble.NO_RATE: "its value is no rate such as 1/10s",
    ValueTrouble.NO_TIME: "its value is no time such as 0600-0845",
    ValueTrouble.NO_PARAMETER: "its value does not name a parameter such as sid&sort /path",
    ValueTrouble.NO_PREFERENCE: "its value is no list such as search=yes, ai-train=no",
    ValueTrouble.NO_ADDRESS: "its value is no URL",
    ValueTrouble.NO_HOST: "its value is no host name",
}
UNREADABLE: Message = "Says nothing: {trouble}."
RELATIVE: Message = "The URL is not absolute: many crawlers pass over it."
OUTSIDE: Message = "It stands outside of any group."
OBEYED_BY: Message = "Heeded by {crawlers}."
OBEYED_BY_NONE: Message = "None of the crawlers chosen is known to heed it."
RATE: Message = "{requests} in {seconds}, so {pages} pages a day."
REQUESTS = Plural("1 request", "{count} requests")

READINGS: Mapping[tuple[Axis, str], tuple[Message, Message]] = {
    (Axis.NAMED_ONLY, ""): ("never *", "* for all"),
    (Axis.ALWAYS, ""): ("/robots.txt by rules", "/robots.txt always"),
    (Axis.LIMIT, ""): ("stops reading", "reads all"),
    (Axis.BYTES, ""): ("other characters", "UTF-8"),
    (Axis.LINES, "spelling"): ("accepts spelling", "exact names"),
    (Axis.LINES, "colon"): ("no colon needed", "colon needed"),
    (Axis.LINES, "no-allow"): ("no Allow", "Allow"),
    (Axis.LINES, "unknown"): ("unknown line", "known line"),
    (Axis.LINES, "member"): ("Crawl-delay counts", "Crawl-delay is nothing"),
    (Axis.LINES, "field"): ("other fields count", "other fields are nothing"),
    (Axis.LINES, "other"): ("other lines", "its lines"),
    (Axis.RECORDS, "blank"): ("blank line ends group", "blank lines are nothing"),
    (Axis.RECORDS, "names"): ("other group ends", "rules end names"),
    (Axis.NAMES, "first"): ("first group only", "groups merged"),
    (Axis.NAMES, "fallback_tokens"): ("related name", "own name"),
    (Axis.NAMES, "other"): ("name matched otherwise", "whole name"),
    (Axis.FURTHER, ""): ("index.html opens /", "as written"),
    (Axis.FURTHER, "dollar"): ("$ also for itself", "$ ends"),
    (Axis.DROPPED, ""): ("drops rules", "all rules"),
    (Axis.ESCAPES, "dropped"): ("drops a rule", "reads it"),
    (Axis.ESCAPES, ""): ("other escapes", "escapes alike"),
    (Axis.WILDCARDS, "none"): ("no wildcards", "wildcards"),
    (Axis.WILDCARDS, "no-anchor"): ("no $", "$ ends"),
    (Axis.WILDCARDS, "earliest"): ("first place of *", "any place of *"),
    (Axis.PRECEDENCE, "first"): ("first match", "longest match"),
    (Axis.PRECEDENCE, "any"): ("any match", "longest match"),
    (Axis.PRECEDENCE, "furthest"): ("furthest match", "longest match"),
}
"""For each reason what the crawler does, and what RFC 9309 requires."""
BOTH_READINGS = "{ours} / {standard}"
DIVERGES: Message = "{crawler}: {verdict}; by RFC 9309 {standard}: {reason}"
MAY: Message = "may fetch"
MAY_NOT: Message = "may not fetch"
OTHER_LINES: Message = "Other lines of this file"
MORE_LINES = Plural("{count} more line is not listed.", "{count} more lines are not listed.")
FIELD_LINE: Message = "{line}, {written}:"
