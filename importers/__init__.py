"""Foreign files to events; every importer returns what was valid, and why it stopped."""
