"""The user interface: pages and command line. It selects, formats and draws; it computes nothing."""
