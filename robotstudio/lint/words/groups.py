"""Words for RS30x and RS31x."""

TITLES = {
    "RS301": "Rules that belong to no group",
    "RS302": "Group without rules",
    "RS303": "Blank line inside a group",
    "RS304": "The group does not end here",
    "RS305": "Name repeated in a group",
    "RS310": "A group is split",
    "RS311": "Several groups for *",
    "RS312": "A group replaces the one for *",
}
MESSAGES = {
    "RS301": "Rules before the first User-agent line: {rules}. They belong to no group; no crawler reads them.",
    "RS301/some": "Rules before the first User-agent line: {rules}. They belong to no group, but for {readers}, which "
    "read a misspelled line as one.",
    "RS302": "{names} may fetch everything: this group has no rules, and replaces the one for *. Rules of * that do "
    "not hold: {rules}.",
    "RS302/alone": "{names} may fetch everything: this group has no rules.",
    "RS302/global": "The group for * has no rules: crawlers that no other group names may fetch everything.",
    "RS303": "Google and RFC 9309 ignore the blank line. For Yandex, Baidu and older readers the group ends here. "
    "Rules that they lose: {rules}.",
    "RS303/names": "Google and RFC 9309 ignore the blank line: the rules below hold for {earlier} too. For Yandex, "
    "Baidu and older readers they hold for {later} only.",
    "RS304": "By RFC 9309 and for Google, {key} does not end the list of names: the rules below hold for {earlier} "
    "too, not only for {later}.",
    "RS304/no-rules": "By RFC 9309 and for Google, {key} does not end the list of names: {earlier} and {later} are "
    "one group.",
    "RS305": "{name} stands in this group already, at line {first}.",
    "RS310": "Groups for {names} stand at lines {lines}. Most crawlers merge them; older readers know the first only.",
    "RS311": "Groups for * stand at lines {lines}. Google merges them; Yandex calls it an error, and Baidu and older "
    "readers know the first only.",
    "RS312": "The rules of * at lines {lines} ({rules}) do not hold for {names}: this group replaces them.",
    "RS312/one": "The rule of * at line {lines} does not hold for {names}: this group replaces it.",
}
FIXES = {
    "add-global-agent": "Put User-agent: * in front",
    "remove-blank-lines": "Remove the blank lines",
    "end-group": "End the group of {names} with Allow: /",
    "remove-line": "Remove the line",
    "merge-groups": "Merge into lines {first}",
    "copy-rules": "Copy the rules of * in",
}
