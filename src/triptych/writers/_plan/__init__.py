"""What there is to say, as data: points with counts and evidence, figures, wants and their answers, table rows."""
