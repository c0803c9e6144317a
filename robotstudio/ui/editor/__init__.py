"""The editor column: the draft as text, with the evaluation of each line beside it."""
