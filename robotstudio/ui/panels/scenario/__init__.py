"""The selector “as if”: which server response the draft is judged by."""
