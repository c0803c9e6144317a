"""An AI policy: chosen by purpose or by crawler, and written into the draft as one block."""
