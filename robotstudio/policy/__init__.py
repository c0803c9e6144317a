"""An AI policy: choices for kinds of crawlers, the block that states them, and their outcome."""
