"""Pages of the help, their search, licences, and the report of a problem."""
