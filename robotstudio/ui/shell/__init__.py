"""The frame of the window: menus, bars, notices, dialogs."""
