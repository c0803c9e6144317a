"""The cask for Homebrew, by which macOS installs the disk image, and has the commands in its shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import product

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = "robot-studio.rb"
_CASK: Final = """\
cask "robot-studio" do
  arch arm: "arm64", intel: "x86_64"

  version "{version}"
  sha256 arm:   "{arm}",
         intel: "{intel}"

  url "{url}"
  name "{title}"
  desc "Editor and simulator for robots.txt"
  homepage "{home}"

  depends_on macos: ">= :{oldest}"

  app "{app}"
  binary "#{{appdir}}/{app}/Contents/MacOS/{name}"

  zap trash: [
    "~/Library/Application Support/{name}",
    "~/Library/Caches/{name}",
    "~/Library/Logs/{name}",
    "~/Library/Preferences/{name}",
    "~/Library/Saved Application State/{id}.savedState",
  ]
end
"""


def recipe(sums: Mapping[str, str]) -> dict[str, str]:
    """Return the cask by its name."""
    here = "#{version}"
    text = _CASK.format(
        version=product.VERSION,
        arm=sums[product.file_name("dmg", "arm64")],
        intel=sums[product.file_name("dmg", "x86_64")],
        url=product.address(product.file_name("dmg", "#{arch}", here), here),
        title=product.TITLE,
        home=product.HOME,
        oldest=product.OLDEST_MACOS[1],
        app=product.APP_OF_MACOS,
        name=product.NAME,
        id=product.ID,
    )
    return {FILE: text}
