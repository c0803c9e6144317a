"""Wrap the bundle of Windows for an administrator who installs it for everybody: an MSI, of a source for WiX.

The source is made of the bundle and the table of the product; `wixl`, of msitools, compiles it on Linux, WiX on
Windows. Identifiers are made of names, so that a newer version takes the place of an older one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape, quoteattr

import nsis
import product

if TYPE_CHECKING:
    from collections.abc import Iterator

    import payload as payloads

_NAMESPACE: Final = uuid.uuid5(uuid.NAMESPACE_DNS, product.ID)
_CLASSES: Final = r"Software\Classes"

_SOURCE: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="{product_code}" UpgradeCode="{upgrade_code}" Name="{title}" Version="{version}"
           Manufacturer="{developers}" Language="1033" Codepage="65001">
    <Package Id="{package_code}" InstallerVersion="500" Compressed="yes" InstallScope="perMachine" Platform="x64"
             Description="{title} {version}" Languages="1033" SummaryCodepage="1252"/>
    <MajorUpgrade DowngradeErrorMessage="A newer version of {title} is installed already."/>
    <Media Id="1" Cabinet="files.cab" EmbedCab="yes"/>
    <Icon Id="robotstudio.ico" SourceFile={icon}/>
    <Property Id="ARPPRODUCTICON" Value="robotstudio.ico"/>
    <Property Id="ARPURLINFOABOUT" Value="{home}"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="INSTALLDIR" Name="{title}">
{files}
        </Directory>
      </Directory>
      <Directory Id="ProgramMenuFolder">
        <Component Id="menu" Guid="{menu_code}" Win64="yes">
          <Shortcut Id="menu" Name="{title}" Target="[INSTALLDIR]{window}" WorkingDirectory="INSTALLDIR"/>
{kinds}
        </Component>
      </Directory>
    </Directory>
    <Feature Id="Main" Level="1">
{references}
    </Feature>
  </Product>
</Wix>
"""


class MsiError(Exception):
    """The package was not made; the message says why."""


def make(payload: payloads.Payload, folder: Path) -> Path:
    """Make the package in a folder; its path."""
    if not (payload.folder / product.WINDOW_OF_WINDOWS).is_file():
        raise MsiError(f"{payload.folder} is no bundle of Windows: {product.WINDOW_OF_WINDOWS} is missing")
    if shutil.which("wixl") is None:
        raise MsiError("wixl is missing; on Debian and Ubuntu it is in the package wixl")
    target = folder.absolute() / product.file_name("msi")
    with tempfile.TemporaryDirectory() as name:
        written = Path(name) / "robotstudio.wxs"
        written.write_text(source(payload, Path(name)), "utf-8")
        command = ["wixl", "--arch", "x64", "--output", str(target), written.name]
        done = subprocess.run(command, cwd=name, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MsiError(f"wixl failed: {done.stderr.strip()}")
    return target


def source(payload: payloads.Payload, near: Path) -> str:
    """Return the source, with paths relative to a folder: wixl accepts no others."""
    codes: list[str] = []
    files = "\n".join(_folder(payload.folder, payload.folder, near, codes, 10))
    return _SOURCE.format(
        product_code=_code(f"product {product.VERSION}"),
        package_code=_code(f"package {product.VERSION} {_digest(files)}"),
        upgrade_code=_code("upgrade"),
        menu_code=_code("menu"),
        title=escape(product.TITLE),
        version=product.VERSION,
        developers=escape(product.DEVELOPERS),
        home=escape(product.HOME),
        icon=quoteattr(os.path.relpath(nsis.ICON, near)),
        window=product.WINDOW_OF_WINDOWS,
        files=files,
        kinds="\n".join(_kinds()),
        references="\n".join(f'      <ComponentRef Id="{each}"/>' for each in [*codes, "menu"]),
    )


def _folder(folder: Path, bundle: Path, near: Path, codes: list[str], indent: int) -> Iterator[str]:
    """Write the files of a folder, each as a component, and its folders."""
    space = " " * indent
    for path in sorted(folder.iterdir()):
        place = path.relative_to(bundle).as_posix()
        mark = _digest(place)
        if path.is_dir():
            yield f'{space}<Directory Id="d{mark}" Name={quoteattr(path.name)}>'
            yield from _folder(path, bundle, near, codes, indent + 2)
            yield f"{space}</Directory>"
        else:
            codes.append(f"c{mark}")
            yield f'{space}<Component Id="c{mark}" Guid="{_code(place)}" Win64="yes">'
            where = quoteattr(os.path.relpath(path, near))
            yield f'{space}  <File Id="f{mark}" Name={quoteattr(path.name)} Source={where} KeyPath="yes"/>'
            yield f"{space}</Component>"


def _kinds() -> Iterator[str]:
    """Projects open with a click; for text files the program is offered in “Open with”."""
    window = product.WINDOW_OF_WINDOWS
    opens = f'"[INSTALLDIR]{window}" "%1"'
    kind, program = rf"{_CLASSES}\{product.PROJECT_KIND}", rf"{_CLASSES}\Applications\{window}"
    rows = (
        (rf"{_CLASSES}\.{product.PROJECT_SUFFIX}", "", product.PROJECT_KIND),
        (kind, "", f"{product.TITLE} project"),
        (rf"{kind}\DefaultIcon", "", f"[INSTALLDIR]{window},0"),
        (rf"{kind}\shell\open\command", "", opens),
        (program, "FriendlyAppName", product.TITLE),
        (rf"{program}\SupportedTypes", ".txt", ""),
        (rf"{program}\shell\open\command", "", opens),
    )
    for number, (key, name, value) in enumerate(rows):
        named = f" Name={quoteattr(name)}" if name else ""
        holds = ' KeyPath="yes"' if number == 0 else ""
        said = f" Value={quoteattr(value)}"
        yield f'          <RegistryValue Root="HKLM" Key={quoteattr(key)}{named}{said} Type="string"{holds}/>'


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _code(name: str) -> str:
    return f"{{{str(uuid.uuid5(_NAMESPACE, name)).upper()}}}"
