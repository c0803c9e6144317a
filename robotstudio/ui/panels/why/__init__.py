"""The Why panel: one verdict in a sentence, in steps, and as rules laid over the path."""
