package widgets

import "ffkvadrat/player/command"

// Keys are the player's keys and commands.
type Keys struct {
	All  []Key // as in docs/reference/keys.md
	Main []Key // a shorter list for the side panel
	// Commands are the commands that have a button or change a setting.
	Commands []Named
}

// Key is a line of the list of keys.
type Key struct{ Keys, Help string }

// Named is a command with its keys and its help.
type Named struct {
	command.Command
	Key
	Sets string // setting that it changes; empty for none
	Menu bool   // in the menu of common commands
}

// Find returns the command with its keys, nil if it has no name.
func (k *Keys) Find(c command.Command) *Named {
	for i := range k.Commands {
		if n := &k.Commands[i]; n.Help != "" && n.Command == c {
			return n
		}
	}
	return nil
}
