"""Speed and size, measured: `python3 dev.py bench`. What the rows mean is in docs/benchmarks.md."""
