package player

// Keys are the keys that the player lists.
var Keys = listed
