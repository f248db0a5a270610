package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"ffkvadrat/cli/clitest"
)

// Each command has examples that work, and its flags in groups.
func TestHelp(t *testing.T) {
	videos, dir := clitest.VideoFolder(t, nil), t.TempDir()
	if err := os.Symlink(videos, filepath.Join(dir, "videos")); err != nil {
		t.Fatal(err)
	}
	copyFile(t, "../samples/tiny-420.mp4", filepath.Join(dir, "clip.mp4"))
	if err := os.WriteFile(filepath.Join(dir, "quads.ndjson"), exportFile(t, "--engine", "cpu", filepath.Join(dir, "clip.mp4")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, encode := range []string{"small.mp4", "crf23.mp4", "crf30.mp4", "360p.mp4"} {
		copyFile(t, "../samples/tiny-420.mp4", filepath.Join(dir, encode))
	}
	trace := "%;seq-specs;clip;0;160;90;25\n%;type;0;CUDepth;range\n0;0;0;64;64;0;0\n"
	if err := os.WriteFile(filepath.Join(dir, "trace.csv"), []byte(trace), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
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
			line := e.Line
			switch command.Name {
			case "play": // needs a display; a wrong flag at its end is the first to be met
				line += " --nonsense"
			case "bench":
				line = strings.Replace(line, "bench", "bench --runs 3 --limit 0 --sizes 1024 --engines cpu --contents full", 1)
				if strings.Contains(line, "--contents video") {
					line += " --engines cpu"
				}
			}
			var err error
			var said string
			if args := strings.Fields(strings.ReplaceAll(line, "'", "")); !strings.ContainsAny(line, "<>") {
				var status int
				if status, _, said = call(t, args[1:]...); status != statusDone {
					err = fmt.Errorf("status %d", status)
				}
			} else {
				p := clitest.Program(t)
				p.Path, p.Args = "/bin/sh", []string{"sh", "-c", `ffkvadrat() { "$PROGRAM" "$@"; }; ` + line}
				p.Env = append(p.Env, "PROGRAM="+clitest.Program(t).Path)
				err = p.Run()
				said = p.Err.String()
			}
			if command.Name == "play" {
				if !strings.Contains(said, "unknown flag --nonsense") {
					t.Errorf("%s: %q", e.Line, said)
				}
			} else if err != nil {
				t.Errorf("%s: %v, %q", e.Line, err, said)
			}
		}
	}
	for name := range examples {
		if name != "" && !strings.Contains(top, "\n  "+name+" ") {
			t.Errorf("examples of %s, which is no command", name)
		}
	}
	for _, name := range []string{"quads.ndjson.zst", "part.csv", "quads/clip.mp4.ndjson", "with-quads.mp4", "part.mkv", "quads.mov", "x.png", "few.png", "plain.png", "bench.json"} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("the examples have not written %s: %v", name, err)
		}
	}
}

// The short help of each command fits on a screen, and both fit in 80 columns.
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

// Topics of the help that there are not.
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

// The pages that the help names are there.
func TestPagesOfHelp(t *testing.T) {
	for _, page := range pages {
		if _, err := os.Stat("../" + page); err != nil {
			t.Error(err)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
