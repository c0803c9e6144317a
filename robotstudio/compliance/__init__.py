"""Access logs checked against the versions of robots.txt that were live."""
