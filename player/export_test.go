package player

// Line is the status line that the player writes.
type Line = line

// Keys are the keys that the player lists.
var Keys = listed
