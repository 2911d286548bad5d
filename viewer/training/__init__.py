"""Training: positions from one's own matches, the answer, and what a move loses there."""
