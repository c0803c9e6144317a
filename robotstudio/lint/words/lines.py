"""Words for RS1xx."""

TITLES = {
    "RS101": "Unknown field",
    "RS102": "Misspelling that only Google accepts",
    "RS103": "Field name that only Google accepts",
    "RS104": "Colon missing",
    "RS105": "Colon of another keyboard",
    "RS106": "Translated field name",
    "RS107": "Lines cannot be continued",
    "RS108": "Line without a field",
    "RS109": "Path without a field",
    "RS110": "Blanks before the field name",
    "RS111": "Comment behind a value",
    "RS112": "Another sign for the colon",
    "RS113": "Two lines in one",
    "RS120": "Line longer than Google reads",
    "RS121": "Control character",
    "RS122": "NUL octet",
    "RS123": "Invisible character",
    "RS124": "Typographic quotation mark",
    "RS125": "The # cuts the path",
}
MESSAGES = {
    "RS101": "No crawler known here reads {key}. The line is skipped.",
    "RS101/meant": "No crawler known here reads {key}; {right} is probably meant. The line is skipped.",
    "RS101/some": "{key} is {right} to {readers} only. All other crawlers skip the line.",
    "RS102": "{key} is {right} to Google only. All other crawlers skip the line.",
    "RS102/more": "{key} is {right} to Google, and to {readers}. All other crawlers skip the line.",
    "RS103": "{key} is {right} to Google only, because it begins so. All other crawlers skip the line.",
    "RS103/more": "{key} is {right} to Google, because it begins so, and to {readers}. All other crawlers skip the "
    "line.",
    "RS104": "There is no colon behind {key}. Of the crawlers known here, these read the line all the same: {readers}. "
    "All others skip it.",
    "RS104/address": "There is no colon behind {key}. The colon of the address is taken for it: what is left of the "
    "address is no path, and no full address.",
    "RS104/address/some": "There is no colon behind {key}. The colon of the address is taken for it, so that hardly "
    "any crawler reads the whole address; these do: {readers}.",
    "RS104/lost": "Without a colon behind {key}, every crawler skips the line.",
    "RS104/other": "Without a colon behind {key}, most crawlers skip the line.",
    "RS105": "This is not the colon that crawlers know. All of them skip the line.",
    "RS106": "{key} means {right}, but crawlers know the English names only. All of them skip the line.",
    "RS107": "The backslash is part of the value, and the next line stands for itself: lines cannot be continued.",
    "RS108": "{text} is no field with a value and no comment. Crawlers skip it.",
    "RS109": "{text} stands alone: without a field in front of it, crawlers skip the line.",
    "RS109/address": "{text} stands alone. Crawlers read the scheme as an unknown field and skip the line.",
    "RS110": "The crawlers known here skip the blanks. The oldest documents do not say that they may be there.",
    "RS111": "Crawlers of today end the value before the #. Some very old ones took the comment for a part of it.",
    "RS112": "{sign} stands where the colon should be. Google reads {key} all the same, because exactly two words "
    "stand in the line; all others skip it.",
    "RS112/lost": "{sign} stands where the colon should be, so no crawler reads {key} here.",
    "RS113": "A line break is missing in front of {second}: crawlers read all of it as the value of {key}.",
    "RS113/escaped": "{sign} stands for a line break in programs, not here: crawlers read all of it as the value of "
    "{key}.",
    "RS113/twice": "{key} stands twice in the line: the second one is read as a part of the value.",
    "RS120": "The line has {octets} octets. Google keeps {most} and drops the rest.",
    "RS121": "The control character {code} becomes part of the field, name or path, which is then another.",
    "RS121/line-end": "The control character {code} becomes part of the field, name or path, which is then another; "
    "for Python's readers the line ends there.",
    "RS121/some": "The control character {code} becomes part of the field, name or path, which is then another. "
    "It changes nothing here for {spared}.",
    "RS122": "Google stops reading the line at the NUL; other crawlers take it for a part of what it stands in.",
    "RS122/some": "Google stops reading the line at the NUL; other crawlers take it for a part of what it stands in. "
    "It changes nothing here for {spared}.",
    "RS123": "The invisible character {code} becomes part of the field, name or path, which is then another.",
    "RS123/line-end": "The invisible character {code} becomes part of the field, name or path, which is then another; "
    "for Python's readers the line ends there.",
    "RS123/some": "The invisible character {code} becomes part of the field, name or path, which is then another. It "
    "changes nothing here for {spared}.",
    "RS124": "The quotation mark {quote} becomes part of the value, so that it matches nothing that is meant.",
    "RS125": "The # starts a comment: the rule is {value}, without {cut}.",
    "RS125/whole": "The # makes a comment of the path: the rule has none, and changes nothing.",
    "RS125/root": "The # starts a comment: the rule is {value}, which stands for the whole site.",
}
FIXES = {
    "respell": "Change to {right}",
    "add-colon": "Add the colon",
    "ascii-colon": "Use a plain colon",
    "comment-out": "Make it a comment",
    "add-field": "Put {field} in front",
    "remove-blanks": "Remove the blanks",
    "remove-characters": "Remove what cannot be seen",
    "remove-field": "Remove the second {field}",
    "break-lines": "Put each field into a line of its own",
    "remove-hash": "Remove the #",
    "encode-hash": "Write it as %23",
}
