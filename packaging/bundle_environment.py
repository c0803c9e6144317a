"""Let other programs that the bundle starts find their own libraries: PyInstaller runs this before the program.

Its start program names the folder of the bundle in LD_LIBRARY_PATH, as the libraries there have to find one another.
Whatever is started from here would look there, too: a browser that opens a link, a command of `robotstudio watch`. By
now the loader has read the variable, and a second process of our own sets it anew.
"""

import os
import sys

if sys.platform == "linux":
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
