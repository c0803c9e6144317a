"""Words for RS33x."""

TITLES = {
    "RS331": "Crawler that does not follow robots.txt",
    "RS332": "Name that is nearly that of a crawler",
    "RS333": "Crawler of the past",
}
MESSAGES = {
    "RS331": "Its operator says that {name} does not follow robots.txt. Only the server can keep it away.",
    "RS331/reported": "{name} is reported not to follow robots.txt. Only the server can keep it away for certain.",
    "RS332": "No crawler known here is called {name}; {meant} is probably meant.",
    "RS333": "{name} is not sent out any more: {why}.",
}
FIXES = {"respell": "Change to {right}"}
