"""Words for RS42x."""

TITLES = {
    "RS420": "Rule repeated in a group",
    "RS421": "Allow and Disallow for the same path",
    "RS422": "Rule that a shorter one includes",
    "RS423": "Parameter behind ? only",
    "RS424": "Rules that differ in case only",
    "RS425": "Files of a directory one by one",
    "RS426": "Allow that opens nothing",
}
MESSAGES = {
    "RS420": "Line {first} says the same. The repetition changes nothing.",
    "RS421": "Lines {allow} and {disallow} have the same path. By the standard Allow wins; crawlers that take the "
    "first match follow line {first}, which disallows.",
    "RS421/allow-first": "Lines {allow} and {disallow} have the same path. Allow wins, and stands first.",
    "RS422": "{shorter} in line {by} blocks all of this too, and no Allow opens it. By the standard the line "
    "changes nothing.",
    "RS423": "This misses URLs in which another parameter comes before {name}.",
    "RS422/begins-alike": "{shorter} in line {by} blocks all of this too, since everything that begins so is meant. "
    "If a directory is meant there, it needs a slash at its end.",
    "RS424": "Line {first} says {other}, in other letters: paths are compared with their case.",
    "RS424/several": "The rules at lines {lines} differ from others of the group in case only, as from {other} in line "
    "{first}: paths are compared with their case.",
    "RS425": "{count} rules name files in {directory} one by one, at lines {lines}.",
    "RS425/many": "{count} rules name files in {directory} one by one, the first and the last at lines {lines}.",
    "RS426": "{path} opens nothing: {longer} in line {line} is longer, and by the standard the longer rule wins.",
    "RS426/type": "{path} opens nothing: each Disallow of the group is longer, as {longer} in line {line}, and by the "
    "standard the longer rule wins.",
}
FIXES = {
    "add-ampersand-rule": "Add {line}",
    "use-directory": "Use {directory} instead",
}
