"""The environments of a project: what each serves, its failing tests, and an environment as a document."""
