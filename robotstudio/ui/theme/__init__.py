"""Colours, type, glyphs and the stylesheet: what every part of the window looks up instead of inventing."""
