"""The design's tables: colours by role, and the sizes that several parts share. Plain data, usable without Qt."""

from msgspec import Struct


class Syntax(Struct, frozen=True):
    """Colours of the highlighted text."""

    user_agent: str
    disallow: str
    allow: str
    directive: str
    path: str
    wildcard: str
    wildcard_tint: str
    comment: str
    unknown: str
    colon: str


class Tokens(Struct, frozen=True):
    """Every colour of one theme as `#RRGGBB`, named after its role and never after its hue."""

    name: str
    dark: bool

    window: str
    surface: str
    sunken: str
    raised: str
    hover: str
    selected: str
    selected_edge: str
    text_selection: str
    current_line: str
    gutter: str
    border: str
    bar: str
    """The bar behind a number, proportional to it."""
    border_strong: str
    field_outline: str
    track_edge: str

    text: str
    text2: str
    text3: str
    text_disabled: str

    accent: str
    accent_fill: str
    accent_fill_text: str
    accent_tint: str

    blocked: str
    blocked_tint: str
    blocked_edge: str
    blocked_match: str
    allowed: str
    allowed_tint: str
    allowed_edge: str
    allowed_match: str
    no_rule: str
    unknown: str
    unknown_tint: str
    warning: str
    warning_tint: str
    warning_edge: str
    note: str
    note_tint: str

    groups: tuple[str, ...]
    syntax: Syntax
    popup_shadow_percent: int

    def group(self, index: int) -> str:
        """Return the colour of the group at `index`; from the seventh on they repeat (see `group_is_dashed`)."""
        return self.groups[index % len(self.groups)]

    def group_is_dashed(self, index: int) -> bool:
        """Return True if the bracket of the group at `index` is dashed, to distinguish a repeated colour."""
        return index >= len(self.groups)


LIGHT = Tokens(
    name="light",
    dark=False,
    window="#F5F6F8",
    surface="#FFFFFF",
    sunken="#EEF0F3",
    raised="#FFFFFF",
    hover="#EDF0F5",
    selected="#E4EAFB",
    selected_edge="#E4EAFB",
    text_selection="#C9D4F8",
    current_line="#F4F6FA",
    gutter="#FAFBFC",
    border="#E1E5EA",
    bar="#E1E5EA",
    border_strong="#C6CDD6",
    field_outline="#8893A2",
    track_edge="#EEF0F3",
    text="#1A222D",
    text2="#465263",
    text3="#5D6979",
    text_disabled="#9AA3AF",
    accent="#3B55CF",
    accent_fill="#3B55CF",
    accent_fill_text="#FFFFFF",
    accent_tint="#E9EDFC",
    blocked="#B02A1E",
    blocked_tint="#FBE6E2",
    blocked_edge="#E8B4AB",
    blocked_match="#E8B4AB",
    allowed="#0A6B5D",
    allowed_tint="#DFF3EE",
    allowed_edge="#9FD3C6",
    allowed_match="#9FD3C6",
    no_rule="#5D6979",
    unknown="#6B4FA0",
    unknown_tint="#F0EAFA",
    warning="#855100",
    warning_tint="#FDF1D8",
    warning_edge="#E9C98A",
    note="#2850AC",
    note_tint="#E7EEFC",
    groups=("#7B8796", "#2F74D0", "#5A2391", "#B97A0A", "#1793A5", "#8F1D4F"),
    syntax=Syntax(
        user_agent="#5A3EA6",
        disallow="#A62B20",
        allow="#0A6B5D",
        directive="#1F5FA8",
        path="#1A222D",
        wildcard="#A04A00",
        wildcard_tint="#FCEFDF",
        comment="#596575",
        unknown="#855100",
        colon="#5D6979",
    ),
    popup_shadow_percent=8,
)

DARK = Tokens(
    name="dark",
    dark=True,
    window="#1B1E24",
    surface="#15181D",
    sunken="#101317",
    raised="#232730",
    hover="#262B34",
    selected="#232C4C",
    selected_edge="#232C4C",
    text_selection="#34457F",
    current_line="#1C2027",
    gutter="#171A20",
    border="#2B313A",
    bar="#2B313A",
    border_strong="#3C4450",
    field_outline="#6F7A89",
    track_edge="#2B313A",
    text="#E3E7ED",
    text2="#B5BDC9",
    text3="#929CAA",
    text_disabled="#5C6673",
    accent="#93A8FF",
    accent_fill="#4A62D8",
    accent_fill_text="#FFFFFF",
    accent_tint="#222A49",
    blocked="#FF8A7A",
    blocked_tint="#3A1F1D",
    blocked_edge="#6E3630",
    blocked_match="#6E3630",
    allowed="#7BE3DA",
    allowed_tint="#15322F",
    allowed_edge="#2A655F",
    allowed_match="#2A655F",
    no_rule="#929CAA",
    unknown="#C3A9F5",
    unknown_tint="#2A2140",
    warning="#EDB753",
    warning_tint="#352810",
    warning_edge="#6B5220",
    note="#8DB3FF",
    note_tint="#1B2944",
    groups=("#7E8A99", "#4A90F0", "#CDB4FF", "#C98F1C", "#5CD0DE", "#E0559A"),
    syntax=Syntax(
        user_agent="#C0A6F8",
        disallow="#FF9D90",
        allow="#7BDDD0",
        directive="#7FB6F5",
        path="#E3E7ED",
        wildcard="#F2A65A",
        wildcard_tint="#33240F",
        comment="#939DAB",
        unknown="#EDB753",
        colon="#929CAA",
    ),
    popup_shadow_percent=38,
)

# High contrast: 7 to 1 for every text, and a visible edge around whatever else only its background shows.
CONTRAST_LIGHT = Tokens(
    name="contrast-light",
    dark=False,
    window="#FFFFFF",
    surface="#FFFFFF",
    sunken="#F2F2F2",
    raised="#FFFFFF",
    hover="#E8E8E8",
    selected="#DCE8FF",
    selected_edge="#00309C",
    text_selection="#CADCFF",
    current_line="#F2F2F2",
    gutter="#FFFFFF",
    border="#767676",
    bar="#CFCFCF",
    border_strong="#3A3A3A",
    field_outline="#000000",
    track_edge="#3A3A3A",
    text="#000000",
    text2="#1A1A1A",
    text3="#333333",
    text_disabled="#595959",
    accent="#00309C",
    accent_fill="#00309C",
    accent_fill_text="#FFFFFF",
    accent_tint="#E6EEFF",
    blocked="#8A0000",
    blocked_tint="#FFE9E6",
    blocked_edge="#8A0000",
    blocked_match="#FFC9C2",
    allowed="#00422F",
    allowed_tint="#E0F7EE",
    allowed_edge="#00422F",
    allowed_match="#B5E8D3",
    no_rule="#333333",
    unknown="#4A1488",
    unknown_tint="#F5EDFF",
    warning="#5C3200",
    warning_tint="#FFF3D6",
    warning_edge="#5C3200",
    note="#00307A",
    note_tint="#E6EEFF",
    groups=("#4D4D4D", "#0B4FA8", "#4A148C", "#7A4A00", "#005F6B", "#8A0F4A"),
    syntax=Syntax(
        user_agent="#4A1488",
        disallow="#8A0000",
        allow="#00422F",
        directive="#003A7A",
        path="#000000",
        wildcard="#6B2E00",
        wildcard_tint="#FFF3E0",
        comment="#333333",
        unknown="#5C3200",
        colon="#333333",
    ),
    popup_shadow_percent=0,
)

CONTRAST_DARK = Tokens(
    name="contrast-dark",
    dark=True,
    window="#000000",
    surface="#000000",
    sunken="#121212",
    raised="#000000",
    hover="#2A2A2A",
    selected="#0F2A4D",
    selected_edge="#5FD7FF",
    text_selection="#123361",
    current_line="#161616",
    gutter="#000000",
    border="#8A8A8A",
    bar="#4A4A4A",
    border_strong="#C8C8C8",
    field_outline="#FFFFFF",
    track_edge="#C8C8C8",
    text="#FFFFFF",
    text2="#F0F0F0",
    text3="#DADADA",
    text_disabled="#A8A8A8",
    accent="#5FD7FF",
    accent_fill="#5FD7FF",
    accent_fill_text="#000000",
    accent_tint="#00283A",
    blocked="#FFB0A6",
    blocked_tint="#4A0A04",
    blocked_edge="#FFB0A6",
    blocked_match="#7A1408",
    allowed="#7CF2B4",
    allowed_tint="#06301D",
    allowed_edge="#7CF2B4",
    allowed_match="#0B5A37",
    no_rule="#DADADA",
    unknown="#DCC6FF",
    unknown_tint="#2C1458",
    warning="#FFCB6B",
    warning_tint="#3A2600",
    warning_edge="#FFCB6B",
    note="#B8D0FF",
    note_tint="#0F2450",
    groups=("#BDBDBD", "#6FB1FF", "#DCC6FF", "#F0B23C", "#6EE7F2", "#FF8CC6"),
    syntax=Syntax(
        user_agent="#DCC6FF",
        disallow="#FFB0A6",
        allow="#7CF2B4",
        directive="#9CD0FF",
        path="#FFFFFF",
        wildcard="#FFC27A",
        wildcard_tint="#3A2300",
        comment="#DADADA",
        unknown="#FFCB6B",
        colon="#DADADA",
    ),
    popup_shadow_percent=0,
)


class Radii(Struct, frozen=True):
    cell: int = 4
    field: int = 6
    card: int = 8
    pill: int = 13


class Sizes(Struct, frozen=True):
    """Heights and widths in pixels, shared by parts that must be aligned."""

    document_bar: int = 34
    document_tab: int = 29
    top_bar: int = 46
    control: int = 30
    control_small: int = 26
    control_low: int = 22
    pill: int = 26
    tab_bar: int = 36
    tool_row: int = 40
    footer: int = 27
    dialog_footer: int = 52
    status_bar: int = 25
    thin_progress: int = 2
    crawlers_button: int = 196
    crawlers_button_narrow: int = 123
    environment_button: int = 220
    environment_button_narrow: int = 120

    editor_width: int = 510
    editor_width_narrow: int = 372
    editor_width_min: int = 340
    right_width_min: int = 560
    editor_line: int = 20
    editor_panel: int = 267

    matrix_header: int = 44
    matrix_row: int = 24
    url_column_min: int = 180
    url_column_least: int = 90
    url_column_readable: int = 240
    url_column_roomy: int = 400
    crawler_column_min: int = 78
    crawler_column_max: int = 118

    why_open: int = 284
    why_open_low: int = 206
    why_folded: int = 34

    panel_inset: int = 14
    cell_inset: int = 10
    between_controls: int = 8

    narrow_below: int = 1180
    single_below: int = 920
    low_below: int = 780
    tiny_below: int = 660
    window_width: int = 1440
    window_height: int = 900
    window_min_width: int = 800
    window_min_height: int = 600

    focus_ring: int = 2
    glyph: float = 8.5


RADII = Radii()
SIZES = Sizes()
