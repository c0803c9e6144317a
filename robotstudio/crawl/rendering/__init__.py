"""Rendering of a page by the browser of this computer, with only the resources that a crawler may fetch."""
