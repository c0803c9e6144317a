"""llms.txt and ai.txt, parsed line by line and compared with robots.txt."""
