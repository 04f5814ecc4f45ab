"""Old sheets of paper, typed into a spreadsheet: read, shown, and copied into the group."""
