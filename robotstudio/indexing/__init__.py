"""Why a search engine left pages out: what its export says, beside the versions of the robots.txt of those days."""
