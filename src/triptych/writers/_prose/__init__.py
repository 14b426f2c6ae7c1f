"""How it is said: sentences from points, and the three texts from sentences."""
