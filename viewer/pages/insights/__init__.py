"""The page that answers a question asked by dimension and metric."""
