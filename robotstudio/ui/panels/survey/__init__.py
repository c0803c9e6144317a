"""What many robots.txt files say, as figures."""
