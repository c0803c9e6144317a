"""Readers of URL lists, tables, sitemaps and access logs. `reading` is the entrance."""
