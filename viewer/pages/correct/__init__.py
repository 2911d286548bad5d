"""The page that corrects a record: proposals, their preview, and the history of earlier corrections."""
