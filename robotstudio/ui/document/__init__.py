"""One open document: its text, its files, its session and the context of its panels."""
