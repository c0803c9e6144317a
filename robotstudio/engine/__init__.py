"""robots.txt as crawlers read it: bytes in, verdicts and reasons out."""
