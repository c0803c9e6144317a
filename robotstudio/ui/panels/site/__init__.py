"""The Site tab: where test URLs come from, and what crawlers really requested."""
