"""What each sub-command of the terminal does: its options, its work, and how it prints. No Qt, no display."""
