"""Examples of common mistakes: a window to choose one, and a card that explains it."""
