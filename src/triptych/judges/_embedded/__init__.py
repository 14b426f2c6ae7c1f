"""How the embedded judge gets from what was measured to the anchors of each rubric."""
