"""Statistics as functions over all plays of a store: the reference for the queries that replaced them."""
