"""llms.txt and ai.txt, read line by line and compared with robots.txt."""
