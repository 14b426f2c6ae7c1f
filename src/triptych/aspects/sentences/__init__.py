"""What one sentence says: its words and clauses, the things it names, what it thinks of them."""
