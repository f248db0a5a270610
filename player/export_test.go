package player

// Line is the status line that the player writes.
type Line = line
