"""A project: what is kept of a site from one day to the next, in one file. docs/project-file.md is the reference."""
