"""Every English sentence about a verdict, by id, as a template with named arguments.

`<b>…</b>` marks strong words. A text that never occurs with a count of one is in both forms of its `Plural`.
"""

from collections.abc import Mapping

from robotstudio.engine.patterns import SegmentKind
from robotstudio.engine.verdict import Outcome, Reason, StepId
from robotstudio.text.language import Message, Plural

HEADS: Mapping[bool, Message] = {
    True: "<b>{crawler} may fetch</b> {url}.",
    False: "<b>{crawler} may not fetch</b> {url}.",
}
SHORT_HEADS: Mapping[bool, Plural] = {  # of crawlers that read alike
    True: Plural("<b>{crawlers} may fetch this URL</b>.", "<b>{crawlers} may fetch this URL</b>."),
    False: Plural("<b>{crawlers} may not fetch this URL</b>.", "<b>{crawlers} may not fetch this URL</b>."),
}
FOLDED: Mapping[bool, Message] = {
    True: "<b>{crawler}</b> may fetch {url}: {reason}",
    False: "<b>{crawler}</b> may not fetch {url}: {reason}",
}
FOLDED_BY_LINE: Mapping[bool, Message] = {
    True: "<b>{crawler}</b> may fetch {url} because of {line}",
    False: "<b>{crawler}</b> may not fetch {url} because of {line}",
}

SENTENCES: Mapping[Reason, Message] = {
    Reason.ALWAYS_ALLOWED: "It is the robots.txt file itself, which is always allowed.",
    Reason.MALFORMED_URL: "{dialect} cannot read the host of this URL, so no rule applies.",
    Reason.NO_GROUP: "The file has no group for it and none for {star}, so nothing is blocked.",
    Reason.NO_RULES: "There are no rules in {group} ({lines}), so nothing is blocked.",
    Reason.NO_MATCH: "None of the {rules} of {group} matches.",
    Reason.EMPTY_RULE: "Only {rule} ({line}) matches: a rule without a path has no effect.",
    Reason.ONLY_MATCH: "{rule} ({line}) is the only match.",
    Reason.LONGEST_MATCH: "{rule} ({line}) is the longest match, {bytes}.",
    Reason.TIE_ALLOW: "{rule} ({line}) and {other} ({other_line}) are equally long, {bytes}; Allow wins.",
    Reason.FIRST_OF_EQUALS: "{rule} ({line}) is the longest match, {bytes}; {other_line} is the same.",
    Reason.DELAY_TOO_LONG: "It waits no longer than 5 minutes: {rule} ({line}) makes it fetch nothing.",
    Reason.FIRST_MATCH: "{rule} ({line}) is the first match in the file, and the first one counts.",
}
ONE_MATCHES: Message = "{rule} ({line}) matches, and one that matches is enough."
NEVER_GLOBAL: Message = "No group names {tried}, and it never follows {star}, so nothing is blocked."
NO_GLOBAL_GROUP: Message = "The file has no group for {star}, so nothing is blocked."
ONLY_RULE_MISSES: Message = "The only rule of {group}, {rule} ({line}), does not match."
FALLBACK: Message = "No group names {tried}, so it uses the group of {token}."
SECOND_READING: Message = "{dialect} reads {written} ({line}) also as {rule}."
GLOBAL_NOT_USED: Message = "The {star} group ({global_lines}) is not used then."
SHORTER: Message = "{rule} ({line}) matches too, but is shorter: {bytes}."
DOES_NOT_MATCH: Message = "{rule} ({line}) does not match."
BLANK_ENDS: Message = (
    "The empty line {blank} ends it for {dialect}: the rules after it ({stranded}) belong to no group{assumed}."
)
ASSUMED_READING: Message = ", it is assumed"
NO_RULE_READ_MATCHES: Message = "No rule of {group} that it reads matches."
LEFT_OUT: Message = "{rule} ({line}) would, but is beyond what the crawler reads."
NO_RULE_TRIED_MATCHES: Message = "No rule of {group} that it tries matches."
HIDDEN_BY_ANOTHER: Message = "{rule} ({line}) would, but another rule hides it."
ROBOTS_TXT_ANYWAY: Message = "Crawlers fetch robots.txt itself all the same: without it they would not know its rules."
NEAREST: Message = "The nearest, {rule} ({line}), {differs}."
REPLACED: Message = "{rule} ({line}) of the {star} group does not count: {group} replaces it."
OVERRULED: Message = "{rule} ({line}) has no effect on it."
OWN_GROUP: Message = "its group"
GROUP_OF: Message = "the group of {token}"
GLOBAL_GROUP: Message = "the {star} group"

REASONS: Mapping[Reason, Message] = {
    Reason.ALWAYS_ALLOWED: "whatever the rules say",
    Reason.MALFORMED_URL: "malformed URL",
    Reason.NO_GROUP: "no group",
    Reason.NO_RULES: "group without rules",
    Reason.NO_MATCH: "no rule matches",
    Reason.EMPTY_RULE: "rule without a path",
    Reason.ONLY_MATCH: "only match",
    Reason.LONGEST_MATCH: "longest match",
    Reason.TIE_ALLOW: "Allow wins a tie",
    Reason.FIRST_OF_EQUALS: "first of equals",
    Reason.DELAY_TOO_LONG: "delay too long",
    Reason.FIRST_MATCH: "first match",
}

OUTCOMES: Mapping[Outcome, Message] = {
    Outcome.WINS: "wins: {reason}",
    Outcome.SHORTER: "matches, shorter by {less}",
    Outcome.TIE_LOST: "as long, but Allow wins",
    Outcome.SAME_AS_WINNER: "as long, and the same",
    Outcome.LATER: "matches, but later than line {line}",
    Outcome.EMPTY: "no path, so no effect",
    Outcome.OVERRULED: "matches, but no effect",
    Outcome.UNSEEN: "beyond what the crawler reads",
    Outcome.DROPPED: "dropped for the Crawl-delay in line {line}",
    Outcome.NO_MATCH: "differs at byte {byte}",
}
ONE_IS_ENOUGH: Message = "matches too; one is enough"
NOT_FOUND: Message = "“{piece}” is not found"
HIDDEN: Message = "hidden by another rule"
WOULD_WIN: Message = "would win: {reason}"
PIECE_IS_MISSING: Message = "needs “{piece}”, which the URL does not have there"
RULE_GOES_ON: Message = "continues after byte {byte}, where the URL ends"
RULE_ENDS: Message = "ends before byte {byte}, where the URL continues"
URL_ENDS: Message = "URL ends at byte {byte}"
URL_GOES_ON: Message = "URL continues at byte {byte}"

STEPS: Mapping[StepId, tuple[Message, Message]] = {  # (title, details)
    StepId.CUT: ("The file is too long for {dialect}", "It reads the first {limit} bytes, up to {lines}."),
    StepId.TOKEN_WITHOUT_GROUP: ("No group names {token}", ""),
    StepId.ALWAYS_ALLOWED: ("Always allowed", "No rule can block the file itself."),
    StepId.MALFORMED_URL: ("The URL is malformed", "No rule applies."),
    StepId.NAMED_GROUP: ("{crawler} has its own group", "{Lines}."),
    StepId.GLOBAL_GROUP: ("{crawler} uses the {star} group", "{Lines}."),
    StepId.NO_GROUP: ("No group applies", "There is none for {star}."),
    StepId.NEVER_GLOBAL: ("{crawler} never follows {star}", "Only a group that names it counts."),
    StepId.MERGED: ("Its groups are merged", "{merged}."),
    StepId.GLOBAL_IGNORED: (
        "The {star} group is not used",
        "This group <b>replaces the {rules} of</b> {star} ({lines}).",
    ),
    StepId.BLANK_ENDS: (
        "An empty line ends the group",
        "The rules after line {blank} ({lines}) belong to no group, so they do not count.",
    ),
    StepId.DELAY_TOO_LONG: (
        "The Crawl-delay is too long",
        "It waits no longer than 5 minutes, so it drops all rules of the group and fetches nothing ({lines}).",
    ),
    StepId.UNREAD: ("Not every rule is read", "{rules} beyond its limits ({lines})."),
    StepId.CANDIDATES: ("{matching} of {rules} match", "The longest wins; Allow wins a tie."),
    StepId.RESULT: ("Result: {result}", ""),
}
GROUP_IN_SHORT: Message = "{token}, {lines}"
RULES_IN_SHORT = Plural("{count} of {rules} matches", "{count} of {rules} match")
NONE_IN_SHORT: Message = "none"
RESULT_IN_SHORT: Mapping[bool, Message] = {True: "allowed, {line}", False: "blocked, {line}"}
HOW_ONE_WINS: Mapping[str, Message] = {  # by the precedence of the dialect
    "longest": "The longest wins; Allow wins a tie.",
    "furthest": "The rule that covers most of the URL wins; Allow wins a tie.",
    "first": "The first in the file wins, whatever its length.",
    "any": "One match is enough to block.",
}
RULES_TRIED: Mapping[tuple[int, int], tuple[Message, Message]] = {  # by (rules, matching), 2 standing for more
    (0, 0): ("The group has no rules", "So nothing is blocked."),
    (1, 0): ("The only rule does not match", "So nothing is blocked."),
    (1, 1): ("The only rule matches", "So it decides."),
    (2, 0): ("None of {rules} matches", "So nothing is blocked."),
    (2, 1): ("One of {rules} matches", "So it decides."),
}
RULES_LEFT: Mapping[tuple[int, int], tuple[Message, Message]] = {  # the same if some rules are left out
    (0, 0): ("No rule is left", "So nothing is blocked."),
    (1, 0): ("The rule that is left does not match", "So nothing is blocked."),
    (1, 1): ("The rule that is left matches", "So it decides."),
    (2, 0): ("None of the {rules} that are left matches", "So nothing is blocked."),
    (2, 1): ("One of the {rules} that are left matches", "So it decides."),
}
HIDDEN_MATCH: tuple[Message, Message] = (
    "The rule that would match is not tried",
    "Another rule hides it. So nothing is blocked.",
)
EMPTY_DECIDES: Message = "It has no path, so nothing is blocked."
GLOBAL_WITHOUT_RULES: Message = "The {star} group ({lines}) is not used."
NOTHING_READ: Message = "It ignores files of more than {limit} bytes."
USES_GROUP_OF: Message = "{crawler} uses the group of {token}"
NO_GROUP_NAMES: Message = "No group names {tried}."
BLOCKED_BY: Message = "blocked by {line}"
ALLOWED_BY: Message = "allowed by {line}"
ALLOWED: Message = "allowed, {reason}"
SHARED = Plural("{crawlers} uses this group too.", "{crawlers} use this group too.")

OTHERS_DIFFER_EARLY = Plural(
    "{count} more rule of this group differs in the first segment",
    "{count} more rules of this group differ in the first segment",
)
OTHERS_MISS = Plural("{count} more rule of this group does not match", "{count} more rules of this group do not match")
OTHERS_MIXED = Plural(
    "{count} more rules of this group, {matching} of which match",
    "{count} more rules of this group, {matching} of which match",
)
OTHERS_MATCH = Plural("{count} more rule of this group matches", "{count} more rules of this group match")
WITH_LINES: Message = "{others} ({lines})"

LINE: Message = "line {number}"
LINES: tuple[Message, Message] = ("line {ranges}", "lines {ranges}")
LINES_FIRST: tuple[Message, Message] = ("Line {ranges}", "Lines {ranges}")
MERGED: tuple[Message, Message] = ("Line {first} merged with {second}", "Lines {first} merged with {second}")
MANY_MERGED: Message = "Lines {ranges} are merged"
BYTES = Plural("{count} byte", "{count} bytes")
RULES = Plural("{count} rule", "{count} rules")

ANY_OTHER: Message = "any other crawler"
ANY_OTHER_FIRST: Message = "Any other crawler"
ASSUMED: Message = "not documented: read as {dialect}"

STRETCHES: Mapping[SegmentKind, Message] = {  # a pattern aligned with a path, for screen readers
    SegmentKind.LITERAL: "“{rule}” is the same",
    SegmentKind.WILDCARD: "* matches “{url}”",
    SegmentKind.ANCHOR: "$ meets the end",
    SegmentKind.MISMATCH: "at byte {byte} “{rule}” meets “{url}”",
    SegmentKind.UNREAD: "“{rule}” is not read",
}
ABSORBS_NOTHING: Message = "* matches nothing"
END_OF_URL: Message = "the end of the URL"
ASSUMED_CLAUSE: Message = "{clause}, assumed"
SOURCES: Message = "Sources"
OWN_RULES: Mapping[bool, Message] = {  # if the outcome of the fetch decides
    True: "The draft's own rules would allow it: {reason}.",
    False: "The draft's own rules would block it.",
}
OWN_RULES_BY_LINE: Mapping[bool, Message] = {
    True: "The draft's own rules would allow it by {line}.",
    False: "The draft's own rules would block it by {line}.",
}

REPLACED_TITLE = Plural(
    "The {rules} of {star} does not count for {crawler}: its group replaces it",
    "The {rules} of {star} do not count for {crawler}: its group replaces them",
)
SAMPLES_TITLE: Message = "URLs that {line} matches, and near misses"
MATCHING: Message = "matches"
NOT_MATCHING: Message = "does not match"
