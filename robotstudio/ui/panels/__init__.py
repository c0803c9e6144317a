"""Parts of the composition root, one for each topic: which fact of which part reaches which other."""
