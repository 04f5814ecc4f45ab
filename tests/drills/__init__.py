"""What takes long and breaks things: `make drill`."""
