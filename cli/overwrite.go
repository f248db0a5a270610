package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/atomicfile"
)

// errExists means that an output exists and may not be overwritten.
var errExists = errors.New("nothing was written")

// overwriting has the flags about existing files.
type overwriting struct {
	Force bool `help:"Overwrite files that exist. Without it, the command asks on a terminal; elsewhere it writes nothing and exits with status 4."`
}

// mayWrite returns nil if a command may write these files: it reads none of them, and none exists
// unless the user has agreed.
func (o overwriting) mayWrite(e *environment, names ...string) error {
	if err := e.guard(names...); err != nil {
		return err
	}
	return o.allow(e, "", names...)
}

// allow returns nil if none of these files exists, or the user has agreed. Standard output, devices
// and pipes are never overwritten. instead is another flag that helps, or empty.
func (o overwriting) allow(e *environment, instead string, names ...string) error {
	if o.Force {
		return nil
	}
	n, first := 0, ""
	for _, name := range names {
		if !isStdout(name) && atomicfile.Replaces(name) {
			if n++; n == 1 {
				first = name
			}
		}
	}
	what := first + " exists"
	them := "it"
	switch {
	case n == 0:
		return nil
	case n > 1:
		what, them = fmt.Sprintf("%s and %d more of the outputs exist", first, n-1), "them"
	}
	agreed, asked, err := e.ask("%s. Overwrite %s? [y/N] ", what, them)
	switch {
	case err != nil:
		return err
	case agreed:
		return nil
	case asked:
		return fmt.Errorf("%s: %w", what, errExists)
	}
	return fmt.Errorf("%s: %w; --force overwrites %s%s", what, errExists, them, instead)
}
