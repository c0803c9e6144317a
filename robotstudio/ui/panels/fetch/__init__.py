"""The Fetch tab: the answer of a server hop by hop, its meaning, and its differences from the draft."""
