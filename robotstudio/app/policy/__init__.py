"""An AI policy: what a site chooses for kinds of crawlers, the block that says so, and what came of it."""
