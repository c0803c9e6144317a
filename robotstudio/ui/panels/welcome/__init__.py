"""What the window shows while no file is open."""
