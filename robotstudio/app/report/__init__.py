"""The report of an audit: one frozen model of what the program works out, and the formats that write it."""
