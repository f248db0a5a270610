package cli

import (
	"io"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
)

// containersFlag lists which containers can be opened.
type containersFlag bool

// BeforeReset implements kong's hook.
func (containersFlag) BeforeReset(app *kong.Kong) error {
	out := tabwriter.NewWriter(app.Stdout, 0, 8, 2, ' ', 0)
	for _, c := range decode.Containers() {
		opened := "opened"
		if c.LeftOut != "" {
			opened = "not opened: " + c.LeftOut
		}
		io.WriteString(out, c.Name+"\t"+opened+"\t"+printable(c.LongName)+"\n") // out records errors
	}
	out.Flush()
	app.Exit(statusDone)
	return nil
}
