"""Compliance of crawlers: access logs checked against the versions of the file in force at the time."""
