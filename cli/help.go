package cli

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// quadsGroup is the group of the flags that decide what a quad is. They are equal in all commands,
// and documented once, in the help on quads.
const quadsGroup = "Quads:"

// The groups of flags that all commands share, and of commands.
var (
	forAll        = &kong.Group{Key: "all", Title: "All commands:"}
	commandGroups = groupsOfCommands()
)

// titles are the groups of commands in order.
var titles = []struct {
	title    string
	commands []string
}{
	{"Look at it:", []string{"play", "probe"}},
	{"Write files:", []string{"export", "render", "snapshot", "sheet", "histogram", "measure", "shots", "distortion", "compare", "agreement", "blocks", "report", "convert"}},
	{"Check:", []string{"verify", "bench"}},
	{"Help:", []string{"help", "version"}},
}

func groupsOfCommands() map[string]*kong.Group {
	groups := map[string]*kong.Group{}
	for _, t := range titles {
		group := &kong.Group{Key: t.title, Title: t.title}
		for _, name := range t.commands {
			groups[name] = group
		}
	}
	return groups
}

// grouped assigns the groups of commands and common flags. Other flags have theirs in their tags.
func grouped(app *kong.Application) {
	for _, f := range app.Flags {
		f.Group = forAll
	}
	for _, c := range app.Children {
		c.Group = commandGroups[c.Name]
	}
}

// helpCommand prints the help on a command or on quads.
type helpCommand struct {
	Topic topic `arg:"" optional:"" help:"A command, or quads: the flags that decide what a quad is."`
}

// topic is the subject of help.
type topic string

// Decode implements kong's hook.
func (t *topic) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	text, _ := token.Value.(string)
	if text == "" {
		return errors.New("its value is empty")
	}
	*t = topic(text)
	return nil
}

// Run implements kong's hook.
func (c *helpCommand) Run(e *environment, parsed *kong.Context) error {
	app := parsed.Model
	switch c.Topic {
	case "":
		return put(e.stdout, programHelp(app, true))
	case "quads":
		return put(e.stdout, quadsHelp(app))
	}
	var names []string
	for _, command := range app.Children {
		if command.Name == string(c.Topic) {
			return put(e.stdout, commandHelp(app, command, true))
		}
		names = append(names, command.Name)
	}
	if name := nearest(string(c.Topic), append(names, "quads")); name != "" {
		return fmt.Errorf("help: no topic is called %q; did you mean %s?", c.Topic, name)
	}
	return fmt.Errorf("help: no topic is called %q: there are quads, %s", c.Topic, strings.Join(names, ", "))
}

// versionCommand prints the versions.
type versionCommand struct{}

// Run implements kong's hook.
func (versionCommand) Run(e *environment) error {
	printVersion(e.stdout)
	return nil
}

func put(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// help prints the help for -h or --help. A failed write is not an error of the arguments: run
// reports it.
func help(_ kong.HelpOptions, c *kong.Context) error {
	long := slices.Contains(c.Args, "--help")
	text := ""
	if command := c.Selected(); command != nil {
		text = commandHelp(c.Model, command, long)
	} else {
		text = programHelp(c.Model, long)
	}
	_ = put(c.Stdout, text)
	return nil
}

const (
	helpWidth  = 80 // columns
	flagIndent = 10 // of the text below a flag
)

// programHelp returns the help on the program: its commands and, if long, the flags common to all.
func programHelp(app *kong.Application, long bool) string {
	var b strings.Builder
	b.WriteString(app.Help + "\n\nUsage: ffkvadrat [COMMAND] [FILE ...] [flags]\n\n")
	writeExamples(&b, examples[""])
	for _, t := range titles {
		b.WriteString("\n" + t.title + "\n")
		for _, c := range app.Children {
			if c.Group.Title == t.title {
				column(&b, "  "+c.Name, 14, c.Help)
			}
		}
	}
	if long {
		b.WriteString("\n" + forAll.Title + "\n")
		for _, f := range app.Flags {
			writeFlag(&b, f)
		}
		b.WriteString("\nExit status:\n" + ExitStatuses)
	}
	b.WriteString("\nCOMMAND -h shows the main flags of a command, --help all of them.\n" +
		"Only play needs a display. More: docs/tutorial.md, docs/reference/flags.md\n")
	return b.String()
}

// ExitStatuses explains the exit statuses.
const ExitStatuses = `  0    done
  1    failed; a line on standard error says why
  2    wrong arguments
  3    done, but parts of the input were damaged or missing
  4    nothing was written: an output exists, and --force was not given
  130  interrupted
`

// commandHelp returns the help on a command.
func commandHelp(app *kong.Application, command *kong.Node, long bool) string {
	var b strings.Builder
	b.WriteString(command.Help + "\n\n" + usageLine(command) + "\n\nExamples:\n")
	list := examples[command.Name]
	if !long {
		list = list[:min(3, len(list))]
	}
	writeExamples(&b, list)
	if !long {
		writeMain(&b, app, command)
		b.WriteString("\n--help shows all flags.")
		if page := pages[command.Name]; page != "" {
			b.WriteString(" More: " + page)
		}
		b.WriteString("\n")
		return b.String()
	}
	if len(command.Positional) > 0 {
		b.WriteString("\nArguments:\n")
		for _, p := range command.Positional {
			b.WriteString("  " + ArgumentName(p) + "\n")
			paragraph(&b, p.Help)
		}
	}
	for _, g := range GroupFlags(command) {
		b.WriteString("\n" + g.Title + "\n")
		if g.Title == quadsGroup {
			paragraph(&b, flagList(g.Flags)+": these decide what a quad is, and where it is found. See ffkvadrat help quads.")
			continue
		}
		for _, f := range g.Flags {
			writeFlag(&b, f)
		}
	}
	b.WriteString("\n" + forAll.Title + "\n")
	for _, f := range commonFlags(app, command) {
		writeFlag(&b, f)
	}
	if page := pages[command.Name]; page != "" {
		b.WriteString("\nMore: " + page + "\n")
	}
	return b.String()
}

// writeMain writes the main flags of a command.
func writeMain(b *strings.Builder, app *kong.Application, command *kong.Node) {
	var flags []*kong.Flag
	width := 0
	for _, name := range mainFlags[command.Name] {
		for _, f := range slices.Concat(command.Flags, app.Flags) {
			if f.Name == name {
				flags = append(flags, f)
				width = max(width, utf8.RuneCountInString(FlagName(f)))
			}
		}
	}
	if len(flags) == 0 {
		return
	}
	b.WriteString("\nMain flags:\n")
	for _, f := range flags {
		column(b, "  "+FlagName(f), min(width, 26)+4, Brief(f.Help))
	}
}

// quadsHelp returns the help on the flags that decide what a quad is.
func quadsHelp(app *kong.Application) string {
	var b strings.Builder
	var names []string
	flags := QuadFlags(app)
	for _, c := range app.Children {
		if slices.ContainsFunc(c.Flags, isQuadFlag) {
			names = append(names, c.Name)
		}
	}
	b.WriteString("The flags that decide what a quad is, and where it is found.\n\n")
	fill(&b, 0, 0, "They are the same for "+strings.Join(names[:len(names)-1], ", ")+" and "+names[len(names)-1]+
		". export, render, snapshot and sheet also have --quads, which finds the threshold.")
	b.WriteString("\n" + quadsGroup + "\n")
	for _, f := range flags {
		writeFlag(&b, f)
	}
	b.WriteString("\nMore: docs/reference/algorithm.md\n")
	return b.String()
}

func isQuadFlag(f *kong.Flag) bool { return f.Group != nil && f.Group.Title == quadsGroup }

// QuadFlags returns the flags that decide what a quad is.
func QuadFlags(app *kong.Application) (flags []*kong.Flag) {
	for _, c := range app.Children {
		for _, f := range c.Flags {
			if isQuadFlag(f) {
				flags = append(flags, f)
			}
		}
		if len(flags) > 0 {
			break
		}
	}
	return flags
}

// FlagGroup is a titled group of a command's flags.
type FlagGroup struct {
	Title string // with a colon
	Flags []*kong.Flag
}

// GroupFlags returns the visible flags of a command, in groups.
func GroupFlags(command *kong.Node) (groups []FlagGroup) {
	for _, f := range command.Flags {
		if f.Hidden {
			continue
		}
		i := slices.IndexFunc(groups, func(g FlagGroup) bool { return g.Title == f.Group.Title })
		if i < 0 {
			i, groups = len(groups), append(groups, FlagGroup{Title: f.Group.Title})
		}
		groups[i].Flags = append(groups[i].Flags, f)
	}
	return groups
}

// commonFlags returns the flags of all commands, without those of devices for commands that take
// none.
func commonFlags(app *kong.Application, command *kong.Node) (flags []*kong.Flag) {
	for _, f := range app.Flags {
		if refusesLive[command.Name] == "" || !strings.HasPrefix(f.Name, "device") {
			flags = append(flags, f)
		}
	}
	return flags
}

func flagList(flags []*kong.Flag) string {
	var names []string
	for _, f := range flags {
		names = append(names, "--"+f.Name)
	}
	return strings.Join(names, ", ")
}

func usageLine(command *kong.Node) string {
	words := []string{"Usage: ffkvadrat", command.Name}
	if command.Name == "play" {
		words[1] = "[play]"
	}
	for _, p := range command.Positional {
		words = append(words, ArgumentName(p))
	}
	for _, f := range command.Flags {
		if f.Required {
			words = append(words, "-"+string(f.Short)+" "+ValueName(f))
		}
	}
	if len(command.Flags) > 0 {
		words = append(words, "[flags]")
	}
	return strings.Join(words, " ")
}

// ArgumentName formats an argument, as in [FILE ...].
func ArgumentName(p *kong.Positional) string {
	name := strings.ToUpper(p.Name)
	if p.Target.Kind() == reflect.Slice {
		name += " ..."
	}
	if !p.Required {
		name = "[" + name + "]"
	}
	return name
}

// FlagName formats a flag, as in -o, --output=OUT.
func FlagName(f *kong.Flag) string {
	name := "--" + f.Name
	if f.Tag.Negatable != "" {
		name = "--[no-]" + f.Name
	}
	if f.Short != 0 {
		name = "-" + string(f.Short) + ", " + name
	}
	if !f.IsBool() {
		name += "=" + ValueName(f)
	}
	return name
}

// ValueName returns the placeholder of a flag's value.
func ValueName(f *kong.Flag) string {
	switch {
	case f.PlaceHolder != "":
		return f.PlaceHolder
	case f.Target.Kind() == reflect.Slice:
		return "LIST"
	case f.Enum != "":
		return "WORD"
	case f.Target.Kind() == reflect.Int, f.Target.Kind() == reflect.Float64:
		return "N"
	}
	return "VALUE"
}

// FlagHelp returns the help of a flag with its default.
func FlagHelp(f *kong.Flag) string {
	if f.IsBool() || !f.HasDefault || f.Default == "" {
		return f.Help
	}
	return f.Help + " Default: " + strings.ReplaceAll(f.Default, ",", ", ") + "."
}

// Brief returns the first sentence of a help.
func Brief(help string) string {
	brief, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(brief, ".")
}

func writeExamples(b *strings.Builder, list []Example) {
	for _, e := range list {
		b.WriteString("  " + e.Line + "\n      " + e.Does + "\n")
	}
}

func writeFlag(b *strings.Builder, f *kong.Flag) {
	if f.Hidden {
		return
	}
	indent := "  "
	if f.Short == 0 {
		indent = "      "
	}
	b.WriteString(indent + FlagName(f) + "\n")
	paragraph(b, FlagHelp(f))
}

// paragraph writes text below a flag.
func paragraph(b *strings.Builder, text string) { fill(b, flagIndent, 0, text) }

// column writes a name, and text in a column next to it.
func column(b *strings.Builder, name string, at int, text string) {
	b.WriteString(name)
	n := utf8.RuneCountInString(name)
	if n > at-1 {
		b.WriteString("\n")
		n = 0
	}
	fill(b, at, n, text)
}

// fill wraps text at helpWidth, indented by from columns. The first line already has has columns.
func fill(b *strings.Builder, from, has int, text string) {
	at := has
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case at > from && at+1+n > helpWidth:
			b.WriteString("\n" + strings.Repeat(" ", from))
			at = from
		case at > from:
			b.WriteString(" ")
			at++
		case at < from:
			b.WriteString(strings.Repeat(" ", from-at))
			at = from
		}
		b.WriteString(word)
		at += n
	}
	b.WriteString("\n")
}
