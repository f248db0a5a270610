package main

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"ffkvadrat/cli"
)

// line is the command line for the templates.
type line struct {
	Version, Date string
	Commands      []command
	Common        []option // of several commands
	Global        []option // of all commands
}

type command struct {
	Name, Help string
	Arguments  string   // such as "[file ...]"
	Options    []option // all but the global ones
	Default    bool     // runs without a command
	Examples   []cli.Example
}

type option struct {
	Name    string // without the dashes
	Short   string // a letter, or empty
	Value   string // placeholder of the value; empty without a value
	Help    string
	Choices []string // all values, if they can be listed
	File    bool     // the value is a file's name
	Negated bool     // --no-NAME exists
	Common  bool     // another command has it too
}

// describe converts a model.
func describe(model *kong.Application) *line {
	l := &line{Global: options(model.Flags)}
	seen := map[string]int{}
	for _, node := range model.Children {
		c := command{Name: node.Name, Help: node.Help, Options: options(node.Flags), Default: node == model.DefaultCmd, Examples: cli.Examples(node.Name)}
		for _, p := range node.Positional {
			c.Arguments = strings.TrimSpace(c.Arguments + " " + cli.ArgumentName(p))
		}
		for _, o := range c.Options {
			seen[o.Name+o.Help]++
		}
		l.Commands = append(l.Commands, c)
	}
	l.agree()
	for _, c := range l.Commands {
		for i := range c.Options {
			o := &c.Options[i]
			o.Common = seen[o.Name+o.Help] > 1
			if o.Common && !slices.ContainsFunc(l.Common, func(known option) bool { return known.Name == o.Name }) {
				l.Common = append(l.Common, *o)
			}
		}
	}
	return l
}

// agree gives an option the same values in all commands, because completions know only its name:
// the values, or files, of any of them.
func (l *line) agree() {
	known := map[string]option{}
	for _, c := range l.Commands {
		for _, o := range c.Options {
			k := known[o.Name]
			k.File = k.File || o.File
			if len(k.Choices) == 0 {
				k.Choices = o.Choices
			}
			known[o.Name] = k
		}
	}
	for _, c := range l.Commands {
		for i := range c.Options {
			o := &c.Options[i]
			o.File, o.Choices = known[o.Name].File, known[o.Name].Choices
		}
	}
}

func options(flags []*kong.Flag) []option {
	var all []option
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		o := option{Name: f.Name, Help: cli.FlagHelp(f), Negated: f.Tag.Negatable != ""}
		if f.Short != 0 {
			o.Short = string(f.Short)
		}
		if !f.IsBool() {
			o.Value = cli.ValueName(f)
			o.File = cli.NamesFile(f.Value)
		}
		if f.Enum != "" {
			o.Choices = f.EnumSlice()
		}
		all = append(all, o)
	}
	return all
}

// Own returns the options that no other command has, Shared those that others have, too.
func (c command) Own() []option    { return c.where(false) }
func (c command) Shared() []option { return c.where(true) }

func (c command) where(common bool) []option {
	var some []option
	for _, o := range c.Options {
		if o.Common == common {
			some = append(some, o)
		}
	}
	return some
}

// Brief returns the part of the help for a list.
func (o option) Brief() string  { return cli.Brief(o.Help) }
func (c command) Brief() string { return cli.Brief(c.Help) }

//go:embed *.tmpl
var sources embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"roff":  roff,
	"zsh":   strings.NewReplacer(`'`, `'\''`, `[`, `\[`, `]`, `\]`, `:`, `\:`).Replace,
	"quote": strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace, // fish's single quotes
	"join":  strings.Join,
}).ParseFS(sources, "*.tmpl"))

// render fills in a template.
func (l *line) render(name string) []byte {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name+".tmpl", l); err != nil {
		panic(fmt.Sprintf("packaging: %v", err)) // the template does not match line
	}
	return b.Bytes()
}

// roff escapes text so that nothing in it is a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `…`, `...`, `'`, `\(aq`, `×`, `\(mu`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// Values returns the options that take a value, each name once.
func (l *line) Values() []option {
	var all []option
	add := func(some []option) {
		for _, o := range some {
			if o.Value != "" && !slices.ContainsFunc(all, func(known option) bool { return known.Name == o.Name }) {
				all = append(all, o)
			}
		}
	}
	for _, c := range l.Commands {
		add(c.Options)
	}
	add(l.Global)
	return all
}
