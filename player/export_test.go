package player

// Keys returns the keys that the player lists.
var Keys = listed
