"""The editor column: the draft as text, with what the evaluation says about each line beside it."""
