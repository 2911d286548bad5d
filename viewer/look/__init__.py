"""The parts that pages draw alike: emblems of games, faces of people, rows of plays, small charts."""
