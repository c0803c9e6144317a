"""The panels of the window, each with its controller; no panel knows another."""
