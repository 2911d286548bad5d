"""Access control: roles, tokens, logins, visibility of matches, and a store limited to the rights of a principal."""
