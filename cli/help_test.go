package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/cli/clitest"
)

// Each command has examples that work, and its flags in groups.
func TestHelp(t *testing.T) {
	films, dir := clitest.VideoFolder(t, nil), t.TempDir()
	if err := os.Symlink(films, filepath.Join(dir, "films")); err != nil {
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
	seen := map[string]bool{}
	for _, command := range Model().Children {
		if command.Group == nil || !strings.Contains(top, command.Group.Title+"\n") {
			t.Errorf("%s has no group", command.Name)
		}
		status, text, stderr := call(t, command.Name, "--help")
		_, listed, _ := strings.Cut(text, "\n\nExamples:\n")
		if status != statusDone || stderr != "" {
			t.Errorf("%s --help: status %d, %q", command.Name, status, stderr)
		}
		if strings.Contains(text, "\nFlags:\n") || strings.Index(text, "\nAll commands:\n") < strings.LastIndex(text, "\nInput:\n") {
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
		if n := len(Examples(command.Name)); n < 3 {
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
		if !strings.Contains(top, "\n  "+name+" ") {
			t.Errorf("examples of %s, which is no command", name)
		}
	}
	for _, name := range []string{"quads.ndjson.zst", "part.csv", "quads/clip.mp4.ndjson", "with-quads.mp4", "part.mkv", "quads.mov", "x.png", "few.png", "plain.png", "bench.json"} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("the examples have not written %s: %v", name, err)
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
