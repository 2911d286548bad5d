"""Import of files for the command line and the page: format detection, dry run, result."""
