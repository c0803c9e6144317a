"""What every test needs before Qt is imported."""

import os

# The suite runs without a screen unless the caller names another platform.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
