"""The Tests tab: expectations, and whether the draft meets them."""
