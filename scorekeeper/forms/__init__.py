"""What the forms of all games share, and those of the table's own rows: fields, and words for common problems."""
