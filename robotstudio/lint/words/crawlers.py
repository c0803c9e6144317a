"""Words for RS33x."""

TITLES = {
    "RS331": "Crawler that does not follow robots.txt",
    "RS332": "Name that is nearly that of a crawler",
    "RS333": "Crawler of the past",
    "RS334": "Name of a company or a product",
}
MESSAGES = {
    "RS331": "Its operator says that {name} does not follow robots.txt. Only the server can keep it away.",
    "RS331/reported": "{name} is reported not to follow robots.txt. Only the server can keep it away for certain.",
    "RS332": "No crawler known here is called {name}; {meant} is probably meant.",
    "RS333": "No crawler looks for {name} any more: {why}.",
    "RS333/heirs": "No crawler looks for {name} any more: {why}. No line names {heirs}.",
    "RS334": "No crawler known here looks for {name}. The tokens that exist are {tokens}.",
    "RS334/all": "No crawler known here looks for {name}. The group for all crawlers is named {tokens}.",
    "RS334/nobody": "No crawler is called {name}: the rules of this group hold for nobody.",
    "RS334/none": "No crawler is known that looks for {name}, and its operator has published no token.",
    "RS334/one": "No crawler known here looks for {name}. The token that exists is {tokens}.",
    "RS334/partly": "By the standard no crawler known here looks for {name}; the tokens that exist are {tokens}. "
    "Only readers that look for a part of a name, such as Python's and Heritrix, take it for one of these.",
    "RS334/partly/one": "By the standard no crawler known here looks for {name}; the token that exists is {tokens}. "
    "Only readers that look for a part of a name, such as Python's and Heritrix, take it for that.",
}
FIXES = {"respell": "Change to {right}", "name-tokens": "Name {tokens}"}
