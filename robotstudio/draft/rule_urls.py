"""Make test URLs from the rules of a file, for a document that has none yet."""

from itertools import islice
from typing import Final

from robotstudio.engine.robots import Robots
from robotstudio.engine.samples import samples
from robotstudio.urls.url_builder import url_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list

MADE_OF_RULES: Final = Source("rules", "", "rules")
"""Their source. They are paths without a host, so that nothing can ask a server for them."""
_MOST_RULES: Final = 40


def urls_of_rules(robots: Robots) -> UrlSet:
    """Return the start page, and for each of the first rules one URL that it matches; empty if there are no rules."""
    rules = (rule for group in robots.groups for rule in group.rules)
    made = (samples(rule, robots.dialect) for rule in islice(rules, _MOST_RULES))
    paths = dict.fromkeys(["/", *(found[0].path for found in made if found)])
    return url_set(parse_list("\n".join(paths)).urls if len(paths) > 1 else (), MADE_OF_RULES)


def without_made(urls: UrlSet) -> UrlSet:
    """Remove the made URLs if there are others: a person's own URLs replace them."""
    is_alone = all(source.id == MADE_OF_RULES.id for source in urls.sources)
    made = next((source for source in urls.sources if source.id == MADE_OF_RULES.id), None)
    return urls if is_alone or made is None else urls.without(made)
