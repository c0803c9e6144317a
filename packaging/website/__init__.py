"""The documentation as a site: the pages of the help and those for developers, in four languages, without a server."""
