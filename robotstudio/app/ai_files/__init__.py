"""llms.txt and ai.txt: read line by line, and held against the robots.txt beside them."""
