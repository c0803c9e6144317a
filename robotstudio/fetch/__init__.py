"""Fetching a robots.txt: what was asked, what came back hop by hop, and what each crawler makes of the answer."""
