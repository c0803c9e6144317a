"""The Why panel: one verdict as a sentence, as steps, and as rules aligned with the path."""
