package cli

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode/wording"
)

// mistyped returns an error if the first word is close to a command's name and is not a file's
// name.
func mistyped(args []string) error {
	word := firstWord(args)
	if word == "" {
		return nil
	}
	names := commandNames()
	if slices.Contains(names, word) {
		return nil
	}
	name := nearest(word, names)
	if name == "" {
		return nil
	}
	if _, err := os.Lstat(word); err == nil {
		return nil
	}
	return fmt.Errorf("unknown command %s; did you mean %s?", word, name)
}

// firstWord returns the first argument that is neither a flag nor its value.
func firstWord(args []string) string {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			return ""
		case !strings.HasPrefix(arg, "-") || arg == "-":
			return arg
		case i+1 < len(args) && takesValue(arg):
			i++
		}
	}
	return ""
}

// takesValue reports whether the argument after a flag is its value.
func takesValue(arg string) bool {
	for _, f := range allFlags(wholeModel()) {
		if arg == "--"+f.Name || f.Short != 0 && arg == "-"+string(f.Short) {
			return !f.IsBool()
		}
	}
	return false
}

// allFlags are the flags of all commands.
func allFlags(app *kong.Application) []*kong.Flag {
	flags := slices.Clone(app.Flags)
	for _, c := range app.Children {
		flags = append(flags, c.Flags...)
	}
	return flags
}

// usage rewrites an error of the arguments.
func usage(err error) error {
	app := wholeModel()
	var parse *kong.ParseError
	flag, ok := strings.CutPrefix(err.Error(), "unknown flag ")
	if !ok || !errors.As(err, &parse) {
		text := wording.Error(err)
		for _, c := range app.Children { // kong begins some errors with the command
			text = strings.TrimPrefix(text, c.Name+": ")
		}
		for _, r := range rewordings {
			text = r.of.ReplaceAllString(text, r.to)
		}
		if strings.HasPrefix(text, "--trace: ") {
			text += "; " + traceAdvice
		}
		return errors.New(text)
	}
	flag, _, _ = strings.Cut(flag, ",")
	command := parse.Context.Selected()
	if command == nil {
		command = app.DefaultCmd
	}
	var names, elsewhere []string
	for _, f := range append(slices.Clone(app.Flags), command.Flags...) {
		names = append(names, flagNames(f)...)
	}
	for _, c := range app.Children {
		if slices.ContainsFunc(c.Flags, func(f *kong.Flag) bool { return slices.Contains(flagNames(f), flag) }) {
			elsewhere = append(elsewhere, c.Name)
		}
	}
	advice := ""
	flag, meant := suggestion(flag, command, parse.Context.Args)
	switch name := nearest(flag, names); {
	case meant != "":
		advice = "; " + meant
	case len(elsewhere) > 0:
		advice = fmt.Sprintf("; %s has it", strings.Join(elsewhere, ", "))
		if len(elsewhere) > 1 {
			advice = fmt.Sprintf("; %s have it", strings.Join(elsewhere, ", "))
		}
	case name != "":
		advice = fmt.Sprintf("; did you mean %s?", name)
	}
	return fmt.Errorf("unknown flag %s%s", flag, advice)
}

// rewordings replace kong's messages that name Go types.
var rewordings = []struct {
	of *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`unexpected argument $`), "an argument is empty"},
	{regexp.MustCompile(`expected \w+ value but got "EOL".*|missing value, expecting .*`), errMissing.Error()},
	{regexp.MustCompile(`expected duration but got ("[^"]*"): time: .*`), "$1 is not a time such as 2s or 500ms"},
	{regexp.MustCompile(`expected a float but got ("[^"]*").*`), "$1 is not a number"},
	{regexp.MustCompile(`expected an? [a-z0-9 ]*int but got ("[^"]*").*`), "$1 is not a whole number"},
	{regexp.MustCompile(`bool value must be .* but got (.*)`), "$1 is neither yes nor no"},
}

// seeHelp returns the command whose help is about an error of the arguments.
func seeHelp(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		for _, p := range parse.Context.Path {
			if p.Command != nil && slices.Contains(parse.Context.Args, p.Command.Name) {
				return "ffkvadrat " + p.Command.Name + " --help"
			}
		}
	}
	return "ffkvadrat --help"
}

// flagNames returns all spellings of a flag.
func flagNames(f *kong.Flag) []string {
	if f.Hidden {
		return nil
	}
	names := []string{"--" + f.Name}
	if f.Short != 0 {
		names = append(names, "-"+string(f.Short))
	}
	if f.Tag.Negatable != "" {
		names = append(names, "--no-"+f.Name)
	}
	return names
}

// nearest returns the name that a word most likely means, or "". The word is a prefix of at least
// three letters, or has one typing error per four letters and at most two.
func nearest(word string, names []string) string {
	letters := len(strings.TrimLeft(word, "-"))
	best, least := "", min(2, (letters+1)/4)+1
	for _, name := range names {
		d := typos(word, name)
		if letters >= 3 && strings.HasPrefix(name, word) {
			d = min(d, 1)
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

// typos returns how many letters must be changed, removed, added or swapped with a neighbour to
// turn one word into the other, ignoring case.
func typos(a, b string) int {
	s, t := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	rows := make([][]int, len(s)+1)
	for i := range rows {
		rows[i] = make([]int, len(t)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			change := 1
			if s[i-1] == t[j-1] {
				change = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(s)][len(t)]
}
