"""AI policies: choices for kinds of crawlers, the block in robots.txt that states them, and its outcome."""
