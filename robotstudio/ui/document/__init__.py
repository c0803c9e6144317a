"""One open document: its text, its files, its session and what its panels share."""
