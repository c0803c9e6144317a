"""Surveys of many robots.txt files: facts of each, mergeable counts, figures, clusters of similar files."""
