package cli

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHelp: each command has examples in its help, and its flags in groups.
func TestHelp(t *testing.T) {
	_, top, _ := call(t, "--help")
	if _, text, _ := call(t, "help"); text != top {
		t.Error("help is not --help")
	}
	seen := map[string]bool{}
	for _, command := range Model().Children {
		if command.Group == nil || !strings.Contains(top, command.Group.Title+"\n") {
			t.Errorf("%s has no group", command.Name)
		}
		status, text, stderr := call(t, command.Name, "--help")
		if _, same, _ := call(t, "help", command.Name); same != text {
			t.Errorf("help %s is not %[1]s --help", command.Name)
		}
		_, listed, _ := strings.Cut(text, "\n\nExamples:\n")
		if status != statusDone || stderr != "" {
			t.Errorf("%s --help: status %d, %q", command.Name, status, stderr)
		}
		if strings.Contains(text, "\nFlags:\n") || strings.Index(text, "\nAll commands:\n") < max(strings.LastIndex(text, "\nInput:\n"), strings.Index(text, "\nExamples:\n")) {
			t.Errorf("%s --help: flags without a group, or those of all commands first:\n%s", command.Name, text)
		}
		if takes := refusesLive[command.Name] == ""; strings.Contains(text, "--device=") != takes {
			t.Errorf("%s takes live sources: %v:\n%s", command.Name, takes, text)
		}
		for _, f := range command.Flags {
			if f.Group == nil || !strings.HasSuffix(f.Group.Title, ":") || !strings.Contains(text, "\n"+f.Group.Title+"\n") {
				t.Errorf("%s --%s is in the group %+v", command.Name, f.Name, f.Group)
			}
		}
		if n := len(Examples(command.Name)); n < 3 && command.Name != "version" {
			t.Errorf("%s has %d examples", command.Name, n)
		}
		for _, e := range Examples(command.Name) {
			if seen[e.Line] || !strings.Contains(listed, "  "+e.Line+"\n      "+e.Does+"\n") {
				t.Errorf("%s: %q is there twice, or not in the help", command.Name, e.Line)
			}
			seen[e.Line] = true
		}
	}
	for name := range examples {
		if name != "" && !strings.Contains(top, "\n  "+name+" ") {
			t.Errorf("examples of %s, which is no command", name)
		}
	}
}

// TestHelpFits: the short help of each command fits on a screen, and all help fits in 80 columns.
func TestHelpFits(t *testing.T) {
	model := Model()
	checks := map[string][2]string{
		"ffkvadrat":  {programHelp(model, false), programHelp(model, true)},
		"help quads": {"", quadsHelp(model)},
	}
	for _, c := range model.Children {
		checks[c.Name] = [2]string{commandHelp(model, c, false), commandHelp(model, c, true)}
		for _, name := range mainFlags[c.Name] {
			if !strings.Contains(checks[c.Name][0], "--"+name) && !strings.Contains(checks[c.Name][0], "--[no-]"+name) {
				t.Errorf("%s -h lacks --%s", c.Name, name)
			}
		}
		if n := len(mainFlags[c.Name]); n > 12 || n == 0 && len(c.Flags) > 0 {
			t.Errorf("%s -h has %d flags", c.Name, n)
		}
		for _, f := range c.Flags {
			if shown := strings.Contains(checks[c.Name][1], FlagName(f)+"\n"); shown == (f.Hidden || isQuadFlag(f)) {
				t.Errorf("%s --help: --%s is shown: %v", c.Name, f.Name, shown)
			}
		}
	}
	for name, texts := range checks {
		for _, text := range texts {
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(line) - 1; n > helpWidth || strings.Contains(line, "$") {
					t.Errorf("%s: %d columns: %s", name, n, line)
				}
			}
		}
		if n := strings.Count(texts[0], "\n"); n > 40 {
			t.Errorf("%s -h has %d lines", name, n)
		}
	}
}

// TestNoTopic: unknown topics are errors.
func TestNoTopic(t *testing.T) {
	for topic, want := range map[string]string{"exprot": "did you mean export?", "quad": "did you mean quads?", "weather": "there are quads, play"} {
		if status, stdout, stderr := call(t, "help", topic); status != statusFailed || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q, %q", topic, status, stdout, stderr)
		}
	}
	_, want, _ := call(t, "--version")
	for _, args := range [][]string{{"version"}, {"version", "--max-pixels", "9"}} {
		if status, got, _ := call(t, args...); status != statusDone || got != want {
			t.Errorf("%q: status %d, %q", args, status, got)
		}
	}
}

// TestPagesOfHelp: the pages that the help names exist.
func TestPagesOfHelp(t *testing.T) {
	for _, page := range pages {
		if _, err := os.Stat("../" + page); err != nil {
			t.Error(err)
		}
	}
}
