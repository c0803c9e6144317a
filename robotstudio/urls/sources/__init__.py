"""Readers of URL lists, tables, sitemaps and access logs. Start at `reading`."""
