"""What is never kept of an answer: credentials and cookies; and bounds for what a stranger sent."""

from robotstudio.io.fetching.evidence import Failure, Headers
from robotstudio.io.history.model import Limits
from robotstudio.io.userinfo import without_any_userinfo, without_userinfo

_SECRET = frozenset(
    {"set-cookie", "set-cookie2", "cookie", "authorization", "proxy-authorization", "authentication-info"}
)
_LONGEST_NAME = 128


def without_secrets(text: str, most: int) -> str:
    """A text with no user name and no password in the addresses in it, and not longer than `most`."""
    return without_any_userinfo(without_userinfo(text))[:most]  # in this order: cut first, half a password might stay


def kept_headers(headers: Headers, limits: Limits) -> Headers:
    """The headers as they are kept: names in lower case, the first ones, none with a secret."""
    named = ((name.lower(), value) for name, value in headers if len(name) <= _LONGEST_NAME)
    kept = [(name, without_secrets(value, limits.header_octets)) for name, value in named if name not in _SECRET]
    return tuple(kept[: limits.headers])


def kept_failure(failure: Failure, limits: Limits) -> Failure:
    """The failure without secrets in its arguments."""
    arguments = (
        (name, without_secrets(value, limits.header_octets) if isinstance(value, str) else value)
        for name, value in failure.arguments
    )
    return Failure(failure.kind, tuple(arguments))
