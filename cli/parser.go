package cli

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"
)

// newParser returns a parser that fills in c. It knows the names of all commands, and arguments and
// flags of the named ones, or of all if none is named: a parser of all commands takes ten times as
// long to make.
func newParser(c *commands, of ...string) *kong.Kong {
	texts := map[*kong.Value]string{}
	options := []kong.Option{
		kong.Name("ffkvadrat"),
		kong.Description("Play video with its quadtree, and export the quads of every frame."),
		kong.Help(help),
		kong.Exit(func(status int) { panic(exit(status)) }),
		kong.PostBuild(func(parser *kong.Kong) error { return replaceVars(parser, texts) }),
	}
	values := reflect.ValueOf(c).Elem()
	for _, field := range commandFields() {
		command := any(&struct{}{})
		if name := commandName(field); len(of) == 0 || slices.Contains(of, name) {
			command = values.FieldByIndex(field.Index).Addr().Interface()
		}
		options = append(options, kong.DynamicCommand(commandName(field), field.Tag.Get("help"), "", command, string(field.Tag)))
	}
	parser, err := kong.New(&c.common, options...)
	if err != nil {
		panic(err) // a mistake in the commands' tags
	}
	for value, text := range texts {
		value.Help = text
	}
	grouped(parser.Model)
	parser.Model.HelpFlag.Help = "Print this help. -h prints one screen of it."
	refuseEmpty(parser.Model.Node)
	nameFlags(parser.Model)
	return parser
}

// commandFields returns the fields of commands that are commands.
func commandFields() (fields []reflect.StructField) {
	t := reflect.TypeFor[commands]()
	for i := range t.NumField() {
		if field := t.Field(i); !field.Anonymous {
			fields = append(fields, field)
		}
	}
	return fields
}

func commandName(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	return strings.ToLower(field.Name)
}

// commandNames returns the names of all commands.
func commandNames() (names []string) {
	for _, field := range commandFields() {
		names = append(names, commandName(field))
	}
	return names
}

// playersCommands are those whose command lines the player prints.
var playersCommands = []string{"export", "render", "sheet", "blocks"}

// meant returns the commands that arguments can choose, and those whose flags these need. It returns
// none for all commands.
func meant(args []string) (names []string) {
	all := commandNames()
	for _, arg := range args {
		if slices.Contains(all, arg) {
			names = append(names, arg)
		}
	}
	switch {
	case len(args) == 1 && (args[0] == "-h" || args[0] == "--help"):
		return []string{"help"}
	case slices.Contains(names, "help") && slices.Contains(args, "quads"):
		return nil
	case len(args) == 0 || !slices.Contains(all, args[0]):
		names = append(names, "play") // the default
	}
	if slices.Contains(names, "play") {
		names = append(names, playersCommands...)
	}
	return names
}

// replaceVars replaces the variables in the commands' tags. kong could do it, but takes most of the
// parser's time for that. Help texts that still have variables go into texts instead.
func replaceVars(parser *kong.Kong, texts map[*kong.Value]string) error {
	replacer := tagVars()
	return kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if value, ok := node.(*kong.Value); ok {
			value.Enum = replacer.Replace(value.Enum)
			help := value.Help
			if strings.Contains(help, "$") {
				help = strings.NewReplacer("${enum}", strings.ReplaceAll(value.Enum, ",", ", "), "${default}", value.Default).Replace(replacer.Replace(help))
			}
			if !strings.Contains(help, "$") {
				texts[value], value.Help = help, ""
			}
		}
		return next(nil)
	})
}

// tagVars replaces the variables in a tag.
var tagVars = sync.OnceValue(func() *strings.Replacer {
	var names []string
	for _, vars := range []map[string]string{settingVars(), benchVars(), formatVars(), histogramVars(), compareVars(), shotVars(), decodingVars(), blockVars()} {
		for name, value := range vars {
			names = append(names, "${"+name+"}", value)
		}
	}
	return strings.NewReplacer(names...)
})

// Model describes the command line, for the packages that document it.
func Model() *kong.Application { return newParser(new(commands)).Model }

// wholeModel is the model for messages.
var wholeModel = sync.OnceValue(Model)

// NamesFile reports whether a flag or an argument takes a file name, or several.
func NamesFile(v *kong.Value) bool {
	switch v.Target.Interface().(type) {
	case fileName, []fileName, templateName, outName:
		return true
	}
	return false
}
