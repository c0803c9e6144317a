"""A page with its indexing directives, its resources, and the crawlers that may fetch them."""
