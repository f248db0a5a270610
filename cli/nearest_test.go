package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTypos: the distance of two words is the number of letters changed, missing, added or swapped.
func TestTypos(t *testing.T) {
	for _, c := range []struct {
		a, b string
		n    int
	}{
		{"", "", 0}, {"", "abc", 3}, {"play", "Play", 0}, {"plya", "play", 1}, {"exprot", "export", 1}, {"xport", "export", 1},
		{"exxport", "export", 1}, {"ecport", "export", 1}, {"bench", "play", 5}, {"ää", "aä", 1},
	} {
		if got, back := typos(c.a, c.b), typos(c.b, c.a); got != c.n || back != c.n {
			t.Errorf("%q, %q: %d and %d, want %d", c.a, c.b, got, back, c.n)
		}
	}
}

// TestMistyped: each command and flag is found if two of its letters are swapped, one is missing,
// or one is doubled, unless the result is another name or its prefix. With -short, one in four of the
// wrong flags is tried.
func TestMistyped(t *testing.T) {
	t.Chdir(t.TempDir())
	var c commands
	var said bytes.Buffer
	parser := newParser(&c)
	model := parser.Model
	refused := func(args ...string) (status int, text string) {
		said.Reset()
		return (&environment{ctx: t.Context(), stdout: &said, stderr: &said}).execute(parser, &c, args), said.String()
	}
	errs := func(name string) []string {
		list := []string{}
		for i := 2; i+1 < len(name); i++ {
			list = append(list, name[:i]+name[i+1:i+2]+name[i:i+1]+name[i+2:], name[:i]+name[i+1:], name[:i]+name[i:i+1]+name[i:])
		}
		return list
	}
	commands := 0
	for _, command := range model.Children {
		for _, word := range errs(command.Name) {
			for _, args := range [][]string{{word}, {word, "x.mp4", "-o", "y"}, {"--engine", "cpu", word}} {
				if word == command.Name {
					continue
				}
				want := fmt.Sprintf("ffkvadrat: unknown command %s; did you mean %s?; see ffkvadrat --help\n", word, command.Name)
				if status, stderr := refused(args...); status != statusUsage || stderr != want {
					t.Errorf("%q: status %d, %q, want %q", args, status, stderr, want)
				}
				commands++
			}
		}
		known := map[string]bool{}
		for _, n := range oldNames {
			known["--"+n.old] = true
		}
		for _, f := range allFlags(model) {
			for _, name := range flagNames(f) {
				known[name] = true
			}
		}
		flags := 0
		for _, f := range append(command.Flags, model.Flags...) {
			for _, name := range flagNames(f) {
				if len(name) < 6 {
					continue
				}
				for _, word := range errs(name) {
					flags++
					if known[word] || testing.Short() && flags%4 != 0 {
						continue
					}
					status, stderr := refused(command.Name, word)
					rest, ok := strings.CutPrefix(stderr, "ffkvadrat: unknown flag "+word+"; did you mean ")
					meant, _, _ := strings.Cut(rest, "?")
					if status != statusUsage || !ok || typos(word, meant) > typos(word, name) && !strings.HasPrefix(meant, word) {
						t.Errorf("%s %s: status %d, %q, want %s", command.Name, word, status, stderr, name)
					}
				}
			}
		}
		if flags < 5 && len(command.Flags) > 0 {
			t.Errorf("%s: only %d flags tried", command.Name, flags)
		}
	}
	if commands < 60 {
		t.Errorf("only %d words tried", commands)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"export", "--at", "1", "-o", "x.json"}, "unknown flag --at; play, snapshot, distortion have it; see ffkvadrat export --help"},
		{[]string{"verify", "--operator", "sobel", "x"}, "unknown flag --operator; play, export, render, snapshot, sheet, histogram, shots, distortion, compare, agreement, probe, bench have it; see ffkvadrat verify --help"},
		{[]string{"export", "-o"}, "--output: its value is missing; see ffkvadrat export --help"},
		{[]string{"export", "-o", "x.json", "--max-pixels"}, "--max-pixels: its value is missing"},
		{[]string{"export", "-o", "x.json", "--threshold"}, "--threshold: its value is missing"},
		{[]string{"export", "-o", "x.json", "--jobs"}, "--jobs: its value is missing"},
		{[]string{"export", "-o", "x.json", "--operator"}, "--operator: its value is missing"},
		{[]string{"bench", "--limit"}, "--limit: its value is missing"},
		{[]string{"bench", "--sizes"}, "--sizes: its value is missing"},
		{[]string{"export", "-o", "x.json", "-t", "much"}, `--threshold: "much" is not a number; see`},
		{[]string{"export", "-o", "x.json", "--frames", "1.5"}, `--frames: "1.5" is not a whole number; see`},
		{[]string{"export", "-o", "x.json", "--jobs", "two"}, `--jobs: "two" is not a whole number; see`},
		{[]string{"export", "-o", "x.json", "--summary=perhaps"}, `--summary: "perhaps" is neither yes nor no; see`},
		{[]string{"bench", "--limit", "5"}, `--limit: "5" is not a time such as 2s or 500ms; see`},
		{[]string{"export", "-o", "x.json", "--completely-else"}, "unknown flag --completely-else; see"},
		{[]string{"snap", "x.mp4"}, "unknown command snap; did you mean snapshot?"},
	} {
		if status, stderr := refused(c.args...); status != statusUsage || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: status %d, %q, want %q", c.args, status, stderr, c.says)
		}
	}
	// A file of such a name is a video.
	if err := os.WriteFile("exprot", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"exprot"}, {"play", "exprot"}, {"clip.mp4", "exprot"}, {"--", "rendr"}} {
		if err := mistyped(args); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}
