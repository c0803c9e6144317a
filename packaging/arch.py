"""The recipe for Arch Linux, of the archive: a PKGBUILD, and what its list reads instead of running it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import freedesktop
import product

if TYPE_CHECKING:
    from collections.abc import Mapping

_PACKAGE: Final = f"{product.NAME}-bin"
_PROCESSORS: Final = ("x86_64", "aarch64")
DEPENDS: Final = (
    *("dbus", "expat", "fontconfig", "freetype2", "gcc-libs", "glibc", "hicolor-icon-theme", "libglvnd"),
    *("libgpg-error", "libx11", "libxcb", "util-linux-libs", "wayland", "zlib"),
)
"""What the archive leaves to the system."""

_PKGBUILD: Final = """\
# Maintainer: {developers}
pkgname={package}
pkgver={version}
pkgrel=1
pkgdesc='{summary}'
arch=({archs})
url='{home}'
license=('{licence}')
depends=({depends})
provides=('{name}')
conflicts=('{name}')
options=('!strip')
{sources}

package() {{
  cd "{name}-$pkgver"
  install -dm755 "$pkgdir/usr"
  cp -a bin lib share "$pkgdir/usr/"
  install -Dm644 "lib/{name}/_internal/licenses/LICENSE" "$pkgdir/usr/share/licenses/$pkgname/LICENSE"
}}
"""


def recipe(sums: Mapping[str, str]) -> dict[str, str]:
    """Both files by their names."""
    return {"PKGBUILD": _pkgbuild(sums), ".SRCINFO": _srcinfo(sums)}


def _pkgbuild(sums: Mapping[str, str]) -> str:
    sources = []
    for processor in _PROCESSORS:
        name = product.file_name("archive", processor)
        url = product.address(product.file_name("archive", processor, "$pkgver"), "$pkgver")
        sources += [f'source_{processor}=("{url}")', f"sha256sums_{processor}=('{sums[name]}')"]
    return _PKGBUILD.format(
        developers=product.DEVELOPERS,
        package=_PACKAGE,
        version=product.VERSION,
        summary=freedesktop.SUMMARY,
        archs=" ".join(f"'{processor}'" for processor in _PROCESSORS),
        home=product.HOME,
        licence=product.LICENCE,
        depends=" ".join(f"'{package}'" for package in DEPENDS),
        name=product.NAME,
        sources="\n".join(sources),
    )


def _srcinfo(sums: Mapping[str, str]) -> str:
    rows = [("pkgdesc", freedesktop.SUMMARY), ("pkgver", product.VERSION), ("pkgrel", "1"), ("url", product.HOME)]
    rows += [("arch", processor) for processor in _PROCESSORS]
    rows += [("license", product.LICENCE), *(("depends", package) for package in DEPENDS)]
    rows += [("provides", product.NAME), ("conflicts", product.NAME), ("options", "!strip")]
    for processor in _PROCESSORS:
        name = product.file_name("archive", processor)
        rows += [(f"source_{processor}", product.address(name)), (f"sha256sums_{processor}", sums[name])]
    said = "\n".join(f"\t{key} = {value}" for key, value in rows)
    return f"pkgbase = {_PACKAGE}\n{said}\n\npkgname = {_PACKAGE}\n"
