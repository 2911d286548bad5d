"""Who may see and record what: roles, tokens, logins, visibility, and the store as one principal sees it."""
