"""The URLs by the patterns of their paths, with what each crawler may not fetch of them."""
