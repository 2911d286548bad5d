"""The parts of a match report: charts, tables, podium, key moments, tempo, origin."""
