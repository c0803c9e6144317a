"""What a crawl means: who may fetch what under which file, what can still be reached, what is wrong, what is found."""
