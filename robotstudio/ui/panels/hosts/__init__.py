"""The robots.txt of many hosts at once."""
