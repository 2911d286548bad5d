"""Parts of pages with scripts of their own: each a Python face and its ES modules."""
