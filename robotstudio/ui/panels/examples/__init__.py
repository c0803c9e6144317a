"""Examples of what people get wrong: a window to choose one, and a card that says what to see and to change."""
