"""Small parts that several panels share; each follows the theme and knows nothing of the program's data."""
