"""The start page, shown while no file is open."""
