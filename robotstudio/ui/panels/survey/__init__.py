"""Statistics of many robots.txt files, as figures."""
