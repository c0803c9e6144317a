"""The environments of a project: what each serves, which of its tests fail, and one of them as a document."""
