"""Colours, type, glyphs and the style, which every part of the window looks up."""
