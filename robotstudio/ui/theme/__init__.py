"""Colours, type, glyphs and the style: what every part of the window looks up instead of inventing."""
