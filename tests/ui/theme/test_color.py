"""From the hex strings of the tokens to Qt's colours."""

import pytest

from robotstudio.ui.theme.color import blended, qcolor


@pytest.mark.parametrize(("alpha", "name"), [(0.0, "#ffffff"), (0.5, "#7f7f7f"), (1.0, "#000000")])
def test_translucent_colour_over_another_is_opaque(alpha: float, name: str) -> None:
    mixed = blended(qcolor("#FFFFFF"), qcolor("#000000", alpha))
    assert (mixed.name(), mixed.alpha()) == (name, 255)
