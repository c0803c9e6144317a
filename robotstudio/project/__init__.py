"""Projects, environments, preferences and the state of the program."""
