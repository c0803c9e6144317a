"""Figures as drawings and as SVG; the window paints the same items itself."""
