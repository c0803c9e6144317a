"""Words for RS43x."""

TITLES = {
    "RS430": "Directory without its last slash",
    "RS431": "Style sheets and scripts are blocked",
    "RS432": "The whole site is blocked",
    "RS433": "The file blocks itself",
    "RS434": "A sitemap is blocked",
    "RS435": "Nearly the whole site is blocked",
    "RS436": "Rule of unusual reach",
}
MESSAGES = {
    "RS430": "{path} blocks everything that begins so, not the directory alone: {others} too ({count} of the known "
    "URLs).",
    "RS431": "{path} keeps style sheets or scripts from search engines. They cannot see pages as people do then.",
    "RS432": "{names} may fetch nothing of the site.",
    "RS432/global": "Crawlers that no other group names may fetch nothing of the site, {names} among them.",
    "RS432/others": "Crawlers that no other group names may fetch nothing of the site.",
    "RS433": "{path} blocks /robots.txt. Crawlers fetch it all the same, before they know its rules.",
    "RS434": "{path} in line {line} blocks this sitemap for {names}.",
    "RS434/several": "{path} in line {line} blocks {count} sitemaps for {names}, at lines {lines}.",
    "RS434/rules": "Rules at lines {line} block this sitemap for {names}.",
    "RS434/rules/several": "Rules at lines {line} block {count} sitemaps for {names}, at lines {lines}.",
    "RS435": "{names} may fetch only what an Allow opens: {open}. The rest of the site is blocked.",
    "RS435/global": "Crawlers that no other group names may fetch only what an Allow opens: {open}. The rest of the "
    "site is blocked.",
    "RS435/global/order": "Crawlers that no other group names may fetch only what an Allow opens: {open}. The rest of "
    "the site is blocked; Baidu and older readers, which take the first match, may fetch nothing.",
    "RS435/closed": "{names} may fetch nothing: the first line that matches counts there, and this one stands before "
    "{open}.",
    "RS436": "{path} blocks the home page alone, and nothing below it. The whole site is a slash without the $.",
    "RS436/directories": "{path} blocks everything in every directory: only what lies beside the home page stays open.",
    "RS435/order": "{names} may fetch only what an Allow opens: {open}. The rest of the site is blocked; Baidu and "
    "older readers, which take the first match, may fetch nothing.",
}
FIXES = {"add-last-slash": "Add the slash"}
