"""Fetching a robots.txt: the request, each hop of the answer, and what each crawler makes of it."""
