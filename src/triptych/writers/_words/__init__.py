"""Small grammar, and how a sentence speaks of an aspect."""
