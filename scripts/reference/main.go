// Command reference writes the pages of flags and keys from the program's tables. Run it in the
// repository's root:
//
//	go run ./scripts/reference
package main

import (
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/cli"
	"ffkvadrat/player"
)

// The beginnings of the pages.
var (
	//go:embed flags.md
	flagsHead string
	//go:embed keys.md
	keysHead string
)

func main() {
	for name, text := range pages() {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "reference:", err)
			os.Exit(1)
		}
	}
}

// pages returns the pages by path.
func pages() map[string]string {
	return map[string]string{
		"docs/reference/flags.md": flagsHead + flags(cli.Model()),
		"docs/reference/keys.md":  keysHead + keys(),
	}
}

// flags lists the commands with their flags. Flags of several commands are listed once.
func flags(app *kong.Application) string {
	var b strings.Builder
	b.WriteString("\n## All commands\n\n")
	list(&b, app.Flags)
	b.WriteString("\n## Quads\n\nThese flags decide what a quad is, and where it is found. They are the same for all commands that have them.\n" +
		"[algorithm.md](algorithm.md) has the exact meaning of each.\n\n")
	quads := cli.QuadFlags(app)
	list(&b, quads)
	b.WriteString("\n## Several commands\n")
	several := shared(app)
	for _, g := range several {
		fmt.Fprintf(&b, "\n**%s**\n\n", strings.TrimSuffix(g.Title, ":"))
		list(&b, g.Flags)
	}
	for _, c := range app.Children {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```sh\n", c.Name, c.Help)
		for _, e := range cli.Examples(c.Name) {
			fmt.Fprintf(&b, "%s\n", e.Line)
		}
		b.WriteString("```\n\n")
		for _, p := range c.Positional {
			fmt.Fprintf(&b, "- `%s`: %s\n", cli.ArgumentName(p), markdown(p.Help))
		}
		var also []string
		tuned := false
		for _, g := range cli.GroupFlags(c) {
			for _, f := range g.Flags {
				switch {
				case slices.ContainsFunc(quads, same(f)) && g.Title == quads[0].Group.Title:
					tuned = true
				case slices.ContainsFunc(several, func(g cli.FlagGroup) bool { return slices.ContainsFunc(g.Flags, same(f)) }):
					also = append(also, "`--"+f.Name+"`")
				default:
					list(&b, []*kong.Flag{f})
				}
			}
		}
		if tuned {
			b.WriteString("- The flags of [Quads](#quads).\n")
		}
		if len(also) > 0 {
			fmt.Fprintf(&b, "- Of [several commands](#several-commands): %s.\n", strings.Join(also, ", "))
		}
	}
	return b.String()
}

// same returns a function that reports whether a flag is equal to f.
func same(f *kong.Flag) func(other *kong.Flag) bool {
	return func(other *kong.Flag) bool {
		return cli.FlagName(f) == cli.FlagName(other) && cli.FlagHelp(f) == cli.FlagHelp(other)
	}
}

// shared returns the flags of several commands in their groups, without those of quads.
func shared(app *kong.Application) (groups []cli.FlagGroup) {
	quads := cli.QuadFlags(app)
	seen := map[string]int{}
	key := func(f *kong.Flag) string { return cli.FlagName(f) + cli.FlagHelp(f) }
	for _, c := range app.Children {
		for _, g := range cli.GroupFlags(c) {
			for _, f := range g.Flags {
				if seen[key(f)]++; seen[key(f)] != 2 || slices.ContainsFunc(quads, same(f)) {
					continue
				}
				i := slices.IndexFunc(groups, func(known cli.FlagGroup) bool { return known.Title == g.Title })
				if i < 0 {
					i, groups = len(groups), append(groups, cli.FlagGroup{Title: g.Title})
				}
				groups[i].Flags = append(groups[i].Flags, f)
			}
		}
	}
	return groups
}

func list(b *strings.Builder, flags []*kong.Flag) {
	for _, f := range flags {
		fmt.Fprintf(b, "- `%s`: %s\n", cli.FlagName(f), markdown(cli.FlagHelp(f)))
	}
}

// markdown converts help text to Markdown, with flags as code.
func markdown(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		bare := strings.TrimRight(word, ".,;:)")
		bare = strings.TrimSuffix(strings.TrimLeft(bare, "("), "'s")
		switch {
		case strings.HasPrefix(bare, "--") && len(bare) > 2, strings.HasPrefix(bare, "'"), strings.ContainsAny(bare, "*_<>#%@$"):
			words[i] = strings.Replace(word, bare, "`"+bare+"`", 1)
		case strings.Contains(bare, "`"):
			panic("reference: " + text)
		}
	}
	return strings.Join(words, " ")
}

// keys returns the tables of the player's keys, one for each group.
func keys() string {
	var b strings.Builder
	group := ""
	for _, l := range player.KeyList() {
		if title := l.Group.Title(); title != group {
			group = title
			fmt.Fprintf(&b, "\n## %s\n\n| key | does |\n| --- | --- |\n", group)
		}
		does := l.Help
		if l.More != "" {
			does += ": " + l.More
		}
		var names []string
		for _, c := range l.Caps {
			names = append(names, c.Key)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", escape.Replace(strings.Join(names, "&nbsp; ")), escape.Replace(does))
	}
	return b.String()
}

// escape escapes Markdown in keys.
var escape = strings.NewReplacer("[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "|", `\|`, "_", `\_`, "*", `\*`, "`", "\\`", "#", `\#`)
