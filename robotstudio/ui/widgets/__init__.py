"""Small parts shared by several panels; each follows the theme and is independent of the program's data."""
