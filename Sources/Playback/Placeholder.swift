// Filled in by its room.
