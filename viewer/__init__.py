"""What people see: the pages and the command line. Picks, formats, draws; computes nothing."""
