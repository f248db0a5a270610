package widgets

import (
	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
)

// Keys are the player's keys and commands.
type Keys struct {
	Lines   []palette.Line    // as in docs/reference/keys.md
	Entries []palette.Entry   // commands and settings that can be found
	Menu    []palette.Section // the menu of common commands
	Main    []Key             // a shorter list for the side panel
	// Commands are the commands that have a button or change a setting.
	Commands []Named
}

// Key is a line of the short list of keys.
type Key struct{ Keys, Help string }

// Named is a command with its keys and its help.
type Named struct {
	command.Command
	Key
	Sets string // setting that it changes; empty for none
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
