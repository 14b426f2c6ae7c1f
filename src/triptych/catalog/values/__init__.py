"""Single cells of a shop's data, however they are written, as the values our records hold."""
