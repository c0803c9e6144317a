"""What many robots.txt files say: facts of one, a mergeable partial result, figures, groups of like files."""
