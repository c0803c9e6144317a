"""Figures as pictures: what lies where, and the same as SVG; the window paints the same items by itself."""
