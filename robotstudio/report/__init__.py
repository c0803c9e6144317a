"""The report of an audit: one frozen model, and the formats that write it."""
