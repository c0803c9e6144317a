"""The selector “as if”: which answer of the server the draft is judged by."""
