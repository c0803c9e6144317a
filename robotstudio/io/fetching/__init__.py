"""Fetching a robots.txt: what was asked, what came back hop by hop, and what a crawler makes of such an answer."""
