"""The file of a project. docs/project-file.md is the reference."""
