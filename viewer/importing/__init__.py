"""Files into the store, for the command line and the page alike: what each is, what would come of it, what came."""
