"""The settings of the machine that runs the tests have no say in them."""

from tests.crawl.conftest import (
    _no_settings_of_this_machine,
    _no_thread_left_behind,
    authorities,
    plain_http,
)

__all__ = ["_no_settings_of_this_machine", "_no_thread_left_behind", "authorities", "plain_http"]
