"""User names and passwords in addresses: never stored, shown or printed, whoever wrote the address and however.

All text from outside goes through one of these functions before it is stored or shown. They need no parser, so that
what no parser accepts (too long, wrong, half an address) is cleaned as well, and look at each character once.
"""

import re

_NOT_READ = str.maketrans("", "", "\t\n\r")  # browsers ignore these in an address
# Compiled and cached by `re` at the first @: most commands never see one.
_ADDRESS = r"(\s*+(?:(?:https?|ftp|wss?):[/\\]*+|(?:[a-z][a-z0-9+.-]*+:)?[/\\]{2,}+))([^/?#\\]*+)"
# After a name without a host, the following slashes count as leading ones, and another name may follow them.
_ANY_AUTHORITY = r"((?:https?|ftp|wss?):[/\\]*+|[/\\]{2,}+)((?>(?:[^/?#\\\s\"<>]*@[/\\]++)*)[^/?#\\\s\"<>]*+)"
_ANY_ADDRESS = r"(?:https?|ftp|wss?):[^\s\"<>]*+"
_TYPED_START = r"\s*+(?:(?:https?|ftp|wss?|mailto):[/\\]*+|[/\\]{2,}+)"
_AFTER_AUTHORITY = r"[/?#]"  # not the backslash, which may be part of a Windows user name
_NOT_A_PORT = r":(?!\d*$)"


def without_userinfo(address: str) -> str:
    """Remove user name and password from one address, without other changes."""
    if "@" not in address:
        return address
    read = address.translate(_NOT_READ)
    found = re.match(_ADDRESS, read, re.IGNORECASE)
    if found is None or "@" not in found[2]:
        return address
    return found[1] + found[2].rpartition("@")[2] + read[found.end() :]


def without_any_userinfo(text: str) -> str:
    """Remove user names and passwords from all addresses in a text, such as a header or a line of a log."""
    if "@" not in text:
        return text
    typed = re.sub(_ANY_ADDRESS, lambda found: without_typed_userinfo(found[0]), text, flags=re.IGNORECASE)
    return re.sub(_ANY_AUTHORITY, _bare, typed, flags=re.IGNORECASE)


def without_typed_userinfo(typed: str) -> str:
    """Clean an invalid address as typed: the scheme may be missing, a password may contain a slash."""
    if "@" not in typed:
        return typed
    read = without_userinfo(typed).translate(_NOT_READ)
    start = re.match(_TYPED_START, read, re.IGNORECASE)
    begin = start.end() if start else 0
    authority, at = re.split(_AFTER_AUTHORITY, read[begin:], maxsplit=1)[0], read.rfind("@", begin)
    if "@" in authority or (at >= 0 and re.search(_NOT_A_PORT, authority)):
        return read[:begin] + read[at + 1 :]
    return read


def _bare(found: re.Match[str]) -> str:
    return found[1] + found[2].rpartition("@")[2]
