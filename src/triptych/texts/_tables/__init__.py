"""How a table in any text becomes rows that mean something: lines, grids, cells, labels, reading."""
