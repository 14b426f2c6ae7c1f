"""Tables joined into shortlists through DuckDB, without holding the catalogue in memory."""
