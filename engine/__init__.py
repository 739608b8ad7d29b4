"""Recognition: no Qt, usable from a terminal."""
