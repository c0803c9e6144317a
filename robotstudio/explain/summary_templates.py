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
        "One Allow line may open parts of it: {list}.",
        "{count} Allow lines may open parts of it: {list}.",
    ),
    Access.ONLY: Plural(
        "One Disallow line may block parts of it again: {list}.",
        "{count} Disallow lines may block parts of it again: {list}.",
    ),
}
FURTHER_EXACTLY: Mapping[Access, Plural] = {
    Access.EXCEPT: Plural(
        "One Allow line opens all that it matches: {list}.",
        "{count} Allow lines open all that they match: {list}.",
    ),
    Access.ONLY: Plural(
        "One Disallow line blocks all that it matches: {list}.",
        "{count} Disallow lines block all that they match: {list}.",
    ),
}
EXACT: Mapping[Exactness, Message] = {
    Exactness.PROVEN: "Proven for every URL: there are no other exceptions.",
    Exactness.BUT_ROBOTS: "Proven for every URL: there are no other exceptions; /robots.txt itself is always allowed.",
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
GROUP_OF_ALL: Message = "Follows the group of {token}, because none names it ({lines})."
GROUP_OF_ALL_ONLY: Message = "Follows the group of {token} ({lines})."
GROUP_MERGED = Plural(
    "Follows the {count} groups of {tokens}, merged ({lines}).",
    "Follows the {count} groups of {tokens}, merged ({lines}).",
)
NO_GROUP: Message = "No group names it, and there is none for {star}."
NO_GROUP_NAMED_ONLY: Message = "No group names it, and it never follows {star}."
NAMED_ONLY: Message = "It never follows {star}."
CONTROL: Message = (
    "A control token: no crawler fetches under this name; it controls how content that another crawler fetched may "
    "be used."
)
OBEYS_NOT: Message = "Not documented to follow robots.txt."
ASSUMED: Message = "Assumed: not documented for {crawlers}; read as {dialect}."
OBEYS_PARTLY: Message = "Documented to follow robots.txt only in part."

DELAYS: Mapping[DelayEffect, Message] = {
    DelayEffect.WAITS: "Waits {seconds} between two fetches ({line}): at most {pages} pages a day.",
    DelayEffect.IGNORES: "Not known to obey the Crawl-delay in {line}.",
    DelayEffect.CANNOT_READ: "Cannot read the Crawl-delay in {line}: {trouble}.",
    DelayEffect.OUT_OF_RANGE: "Its operator supports a Crawl-delay of {least} to {most} seconds; {line} has {seconds}.",
    DelayEffect.SKIPS: "Fetches nothing if the Crawl-delay is above {most} seconds; {line} has {seconds}.",
    DelayEffect.FORBIDS: "Treats a Crawl-delay above {most} seconds as a ban; {line} has {seconds}.",
}
DELAYS_OF: Mapping[DelayEffect, Plural] = {
    DelayEffect.WAITS: Plural(
        "{names} waits {seconds} between two fetches: at most {pages} pages a day.",
        "{names} wait {seconds} between two fetches: at most {pages} pages a day each.",
    ),
    DelayEffect.IGNORES: Plural("{names} is not known to obey it.", "{names} are not known to obey it."),
    DelayEffect.CANNOT_READ: Plural("{names} cannot read it: {trouble}.", "{names} cannot read it: {trouble}."),
    DelayEffect.OUT_OF_RANGE: Plural(
        "The operator of {names} supports a Crawl-delay of {least} to {most} seconds; this one is {seconds}.",
        "The operators of {names} support a Crawl-delay of {least} to {most} seconds; this one is {seconds}.",
    ),
    DelayEffect.SKIPS: Plural(
        "{names} fetches nothing if the Crawl-delay is above {most} seconds; this one is {seconds}.",
        "{names} fetch nothing if the Crawl-delay is above {most} seconds; this one is {seconds}.",
    ),
    DelayEffect.FORBIDS: Plural(
        "{names} treats a Crawl-delay above {most} seconds as a ban; this one is {seconds}.",
        "{names} treat a Crawl-delay above {most} seconds as a ban; this one is {seconds}.",
    ),
}
"""The same about a line shown beside it, by crawlers with this effect."""
NO_WAIT_OF = Plural("{names} does not wait.", "{names} do not wait.")
NO_WAIT: Message = "A Crawl-delay of 0 in {line}: does not wait."
INHERITED: Message = "It is in the group of {star}, but applies all the same."
SITEMAPS = Plural("One sitemap: {line}.", "{count} sitemaps: {line}.")
PREFERENCES: Message = "The site's preferences for it: {list}."
PREFERENCE: Message = "{name}={value} ({line})"
PREFERENCE_BELOW: Message = "{name}={value} below {path} ({line})"
CUT = Plural("Stops reading in {line}, after {count} byte.", "Stops reading in {line}, after {count} bytes.")
NOTHING_READ: Message = "Ignores files of this size."
SKIPPED: Message = "Ignores {list}."
SKIPS: Mapping[Skip, Message] = {
    Skip.UNSUPPORTED: "{name} ({line})",
    Skip.UNKNOWN: "{name} (unknown field, {line})",
    Skip.UNREADABLE: "text that it does not read as a field ({line})",
    Skip.NO_GROUP: "{name} before any user-agent line ({line})",
}
SKIPPED_LINES = Plural("{line} and {count} more", "{line} and {count} more")
SECONDS = Plural("1 second", "{count} seconds")

STATUSES: Mapping[Status, Message] = {
    Status.CURRENT: "in use",
    Status.PROPOSAL: "proposed",
    Status.DEAD: "no longer in use",
}

MEANINGS: Mapping[str, Message] = {
    "sitemap": "The URL of a list of the site's URLs; applies to the whole file, wherever it is.",
    "crawl-delay": "Seconds to wait between two fetches.",
    "request-rate": "How many requests are welcome per period.",
    "visit-time": "Hours of the day (UTC) in which visits are welcome.",
    "host": "The preferred host name of a site; Yandex dropped it in 2018.",
    "clean-param": "Query parameters that do not change a page: URLs that differ only in them are the same.",
    "noindex": "Meant to keep pages out of the index; Google dropped it on 1 September 2019.",
    "nofollow": "Meant to keep links from being followed; no known crawler reads it here.",
    "noarchive": "Meant to keep pages out of a cache; no known crawler reads it here.",
    "content-signal": (
        "Preferences about the use of fetched content: search, ai-input and ai-train are yes or no; use is "
        "immediate, reference or full, from least to most. It does not change what may be fetched. Cloudflare's own "
        "crawl service follows use; no crawler documents that it reads the rest."
    ),
    "content-usage": (
        "Preferences of the IETF's AIPREF draft about the use of content, for a path or all: train-ai, ai-use and "
        "search are y or n; other labels and parameters are ignored, and of several values any n wins. No crawler "
        "documents that it reads them."
    ),
    "license": (
        "The URL of the content's licence, as an RSL 1.0 file; it names no crawler and may be on another host. No "
        "crawler documents that it reads it."
    ),
    "disallowaitraining": (
        "From an expired Microsoft draft; nobody documents it. Google's parser reads the line as Disallow, because "
        "it starts with that word."
    ),
    "allowaitraining": "From an expired Microsoft draft; no known crawler obeys it.",
    "model-training": "A personal proposal; no known crawler obeys it.",
    "training-usage": "Seen in files, but documented nowhere.",
    "llm-policy": "The URL of a policy for language models; some parsers know it, no known crawler obeys it.",
    "llms": "The URL of an llms.txt; no known crawler looks here.",
    "llms-full": "The URL of an llms-full.txt; no known crawler looks here.",
    "llms-txt": "The URL of an llms.txt; no known crawler looks here.",
    "agentmap": "The URL of a catalogue for agents, proposed by one person; no known crawler looks here.",
    "schemamap": "The URL of structured data feeds (NLWeb, Yoast SEO); no known crawler looks here.",
    "canonical": "Seen in files; a canonical URL belongs in the page or its headers, not here.",
    "feed": "Seen in files; no known crawler looks here.",
    "domain": "Seen in files; Google lists it among the fields that it does not support.",
    "revisit-after": "Meant to say when to come back; no known crawler obeys it.",
    "robot-version": "The version of the 1996 proposal that the file follows.",
}

TROUBLES: Mapping[ValueTrouble, Message] = {
    ValueTrouble.EMPTY: "it has no value",
    ValueTrouble.TOO_LONG: "its value is too long",
    ValueTrouble.NO_NUMBER: "its value is not a number of seconds",
    ValueTrouble.NO_WHOLE_NUMBER: "its value is not a whole number",
    ValueTrouble.NO_RATE: "its value is not a rate such as 1/10s",
    ValueTrouble.NO_TIME: "its value is not a time such as 0600-0845",
    ValueTrouble.NO_PARAMETER: "its value does not name a parameter such as sid&sort /path",
    ValueTrouble.NO_PREFERENCE: "its value is not a list such as search=yes, ai-train=no",
    ValueTrouble.NO_ADDRESS: "its value is not a URL",
    ValueTrouble.NO_HOST: "its value is not a host name",
}
UNREADABLE: Message = "Has no effect: {trouble}."
RELATIVE: Message = "The URL is not absolute: many crawlers ignore it."
OUTSIDE: Message = "It is outside any group."
OBEYED_BY: Message = "Obeyed by {crawlers}."
OBEYED_BY_NONE: Message = "None of your crawlers is known to obey it."
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
    (Axis.LINES, "member"): ("Crawl-delay counts", "Crawl-delay is ignored"),
    (Axis.LINES, "field"): ("other fields count", "other fields are ignored"),
    (Axis.LINES, "other"): ("other lines", "its lines"),
    (Axis.RECORDS, "blank"): ("blank line ends group", "blank lines are ignored"),
    (Axis.RECORDS, "names"): ("different group end", "rules end names"),
    (Axis.NAMES, "first"): ("first group only", "groups merged"),
    (Axis.NAMES, "fallback_tokens"): ("related name", "own name"),
    (Axis.NAMES, "other"): ("different name matching", "whole name"),
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
"""Behaviour of the crawler and requirement of RFC 9309, for each reason."""
BOTH_READINGS = "{ours} / {standard}"
DIVERGES: Message = "{crawler}: {verdict}; by RFC 9309 {standard}: {reason}"
MAY: Message = "may fetch"
MAY_NOT: Message = "may not fetch"
OTHER_LINES: Message = "Other lines of this file"
MORE_LINES = Plural("{count} more line is not listed.", "{count} more lines are not listed.")
FIELD_LINE: Message = "{line}, {written}:"
