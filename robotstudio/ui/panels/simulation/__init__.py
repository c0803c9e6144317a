"""The Simulation tab: test URLs against crawlers. Its only input is the frozen `Analysis`."""
