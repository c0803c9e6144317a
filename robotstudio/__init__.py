"""Robot Studio: write a robots.txt and see what every crawler may fetch, and why."""

__version__ = "1.0.0"
