package processes

import (
	"errors"
	"os"
	"strings"
	"testing"

	"ffkvadrat/cli"
	"ffkvadrat/tests/clitest"
)

// TestExamples runs the examples of each command's help in the listed order, because some read what
// an earlier one has written.
func TestExamples(t *testing.T) {
	videos := clitest.VideoFolder(t, nil)
	sample, err := os.ReadFile("../../samples/tiny-420.mp4")
	trace := []byte("%;seq-specs;clip;0;160;90;25\n%;type;0;CUDepth;range\n0;0;0;64;64;0;0\n")
	t.Chdir(t.TempDir())
	err = errors.Join(err, os.Symlink(videos, "videos"), os.WriteFile("trace.csv", trace, 0o600))
	for _, name := range []string{"clip.mp4", "small.mp4", "crf23.mp4", "crf30.mp4", "360p.mp4"} {
		err = errors.Join(err, os.WriteFile(name, sample, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := clitest.Call(t, "export", "--engine", "cpu", "-o", "quads.ndjson", "clip.mp4"); status != clitest.Done {
		t.Fatal(stderr)
	}
	var commands [][]string // run in one process, because they need no shell
	run := func() {
		statuses, said := clitest.Program(t, clitest.InOne(commands)...).Outcomes(t, len(commands))
		for i, args := range commands {
			if args[len(args)-1] == "--nonsense" {
				if !strings.Contains(said[i], "unknown flag --nonsense") {
					t.Errorf("%q: %q", args, said[i])
				}
			} else if statuses[i] != clitest.Done {
				t.Errorf("%q: status %d, %q", args, statuses[i], said[i])
			}
		}
		commands = nil
	}
	for _, command := range cli.Model().Children {
		for _, e := range cli.Examples(command.Name) {
			line := e.Line
			switch command.Name {
			case "play": // needs a display; a wrong flag at its end is the first error
				line += " --nonsense"
			case "bench":
				line = strings.Replace(line, "bench", "bench --runs 3 --limit 0 --sizes 1024 --engines cpu --contents full", 1)
				if strings.Contains(line, "--contents video") {
					line += " --engines cpu"
				}
			}
			if !strings.ContainsAny(line, "<>") {
				commands = append(commands, strings.Fields(strings.ReplaceAll(line, "'", ""))[1:])
				continue
			}
			run()
			p := clitest.Program(t)
			p.Path, p.Args = "/bin/sh", []string{"sh", "-c", `ffkvadrat() { "$PROGRAM" "$@"; }; ` + line}
			p.Env = append(p.Env, "PROGRAM="+clitest.Program(t).Path)
			if err := p.Run(); err != nil {
				t.Errorf("%s: %v, %s", line, err, &p.Err)
			}
		}
	}
	run()
	for _, name := range []string{"quads.ndjson.zst", "part.csv", "quads/clip.mp4.ndjson", "with-quads.mp4", "part.mkv", "quads.mov", "x.png", "few.png", "plain.png", "bench.json"} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("the examples have not written %s: %v", name, err)
		}
	}
}
