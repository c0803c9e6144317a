"""The Fetch tab: what a server answered, hop by hop, what that means, and how it differs from the draft."""
