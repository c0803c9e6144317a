"""The Site tab: the sources of test URLs, a crawl of the site, and the requests of crawlers."""
