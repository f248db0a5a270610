package cli

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player/invocation"
)

// TestMeant: a parser of the commands that the arguments mean reads the same, and prints the same help, as
// a parser of all commands.
func TestMeant(t *testing.T) {
	type read struct {
		text    string // what it prints, or the error
		common  common
		command any
		player  invocation.Commands
	}
	reading := func(args []string, of ...string) (r read) {
		var c commands
		var out bytes.Buffer
		defer func() {
			if status := recover(); status != nil && status != exit(statusDone) {
				panic(status)
			}
			r.text = out.String()
		}()
		parser := newParser(&c, of...)
		parser.Stdout = &out
		parsed, err := parser.Parse(args)
		if err == nil && parsed.Selected().Name == "help" {
			err = parsed.Run(&environment{stdout: &out})
		}
		if err != nil {
			out.WriteString(usage(err).Error() + seeHelp(err))
			return r
		}
		name := parsed.Selected().Name
		for _, field := range commandFields() {
			if commandName(field) == name {
				r.command = reflect.ValueOf(c).FieldByIndex(field.Index).Interface()
			}
		}
		if r.common = c.common; name == "play" {
			r.player = flagsOf(parser.Model, playersCommands...)
		}
		return r
	}
	all := [][]string{
		{}, {"-h"}, {"--help"}, {"--help", "-h"}, {"-h", "a.mp4"}, {"--version"}, {"help", "quads"}, {"help", "-h"}, {"help", "no"}, {"help", "a", "b"},
		{"a.mp4"}, {"a.mp4", "export"}, {"--engine", "cpu", "a.mp4"}, {"--max-pixels", "8", "probe", "a.mp4"}, {"--", "export"},
		{"--fill", "mean", "export", "a.mp4", "-o", "b.csv"}, {"export", "a.mp4", "-o", "b.csv", "--vmaf"}, {"verify", "--nothing", "a"}, {"export"},
	}
	for _, name := range commandNames() {
		all = append(all, []string{name}, []string{name, "a.mp4"}, []string{name, "-h"}, []string{name, "--help"}, []string{"help", name})
		for _, e := range Examples(name) {
			all = append(all, strings.Fields(e.Line)[1:])
		}
	}
	for _, args := range all {
		got, want := reading(args, meant(args)...), reading(args)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n%+v, want\n%+v", args, got, want)
		}
	}
	var names []string
	for _, c := range Model().Children {
		names = append(names, c.Name)
		if slices.Contains(c.Aliases, c.Name) || len(c.Children) > 0 {
			t.Errorf("%s has other names, or commands", c.Name)
		}
	}
	if !slices.Equal(names, commandNames()) {
		t.Errorf("%q, want %q", names, commandNames())
	}
}
