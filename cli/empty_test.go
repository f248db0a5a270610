package cli

import (
	"strings"
	"testing"
)

// TestEmptyValues: an empty value is an error for each flag of each command, in both forms; an
// empty name is one for each command that takes files.
func TestEmptyValues(t *testing.T) {
	parser := newParser(new(commands))
	refused := func(says string, args ...string) {
		t.Helper()
		if _, err := parser.Parse(args); err == nil || !strings.Contains(usage(err).Error(), says) {
			t.Errorf("%q: %v", args, err)
		}
	}
	model, flags := parser.Model, 0
	for _, command := range model.Children {
		for _, f := range append(command.Flags, model.Flags...) {
			name := "--" + f.Name
			if f.IsBool() {
				if f.Name != "help" && f.Name != "version" {
					refused(name, command.Name, name+"=")
				}
				continue
			}
			flags++
			refused(name+": ", command.Name, name+"=")
			refused(name+": ", command.Name, name, "")
			refused("empty", command.Name, name, "")
			if f.Short != 0 {
				refused(name+": ", command.Name, "-"+string(f.Short), "")
			}
			if f.IsSlice() {
				refused("a part of its value is empty", command.Name, name+"=,")
			}
		}
		for range command.Positional {
			refused("empty", command.Name, "")
			refused("empty", command.Name, "a.mp4", "")
		}
	}
	if flags < 200 {
		t.Errorf("only %d flags have values", flags)
	}
	refused("empty", "") // of the default command
	for _, args := range [][]string{{"export", "--template=", "a.mp4"}, {"convert", "a.ffq", ""}, {"convert", "a.ffq", "-o", "b.csv", "--fields", ","}, {"probe", ""}, {"--device", "", "probe"}} {
		status, stdout, stderr := call(t, args...)
		if status != statusUsage || stdout != "" || !strings.Contains(stderr, "empty") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
}
