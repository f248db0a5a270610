package processes

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
)

// A page is a page of the documentation with commands.
type page struct {
	name  string
	all   bool   // run all blocks; otherwise, and with -short, only the first of sh
	short bool   // run all blocks with -short, too
	needs string // what test machines lack, so that no block runs
}

// pages has a row for each page with commands. A block whose programs are not installed is skipped.
// A player's command ends at the missing display, after its flags and files were checked.
var pages = []page{
	{name: "../README.md", all: true, short: true},
	{name: "tutorial.md", all: true, short: true},
	{name: "how-to/blocks.md", all: true},
	{name: "how-to/compare.md", all: true},
	{name: "how-to/corpus.md"},   // the others need a scheduler or other machines
	{name: "how-to/encoders.md"}, // the others use encoders that few systems have
	{name: "how-to/export.md", all: true},
	{name: "how-to/live.md", needs: "a camera, a display or a server; TestCamera, TestDevice and TestLiveExports have them"},
	{name: "how-to/notebook.md"}, // scripts/notebook runs them all
	{name: "how-to/playground.md", needs: "the source tree; make page tests it"},
	{name: "how-to/render.md", all: true},
	{name: "how-to/report.md", all: true},
	{name: "how-to/teaching.md", all: true},
}

// block is a fenced block, with what it prints if a block of text follows.
var block = regexp.MustCompile("(?ms)^```(sh|python)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?")

// TestPages runs the commands of the user pages, each page in its own folder, and compares their
// output with the page.
func TestPages(t *testing.T) {
	const docs = "../../docs/"
	sample := filepath.Join(docs, "../samples/sample.mp4")
	clip, err := os.ReadFile(clips.Make(t, "clip.mp4", "-i", sample, "-t", "0.48", "-vf", "scale=640:360", "-c:v", "libx264", "-preset", "ultrafast"))
	if err != nil {
		t.Fatal(err)
	}
	tiny, err := os.ReadFile("../../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, p := range pages {
		listed[p.name] = true
		p.all = p.all && (p.short || !testing.Short())
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(docs, p.name))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for name, data := range map[string][]byte{"clip.mp4": clip, "videos/a.mp4": tiny, "videos/more/b.mp4": tiny} {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			ran := 0
			for _, at := range block.FindAllSubmatchIndex(text, -1) {
				group := func(n int) string {
					if at[2*n] < 0 {
						return ""
					}
					return string(text[at[2*n]:at[2*n+1]])
				}
				language, code, prints := group(1), group(2), group(3)
				if !p.all && language != "sh" {
					continue
				}
				place := fmt.Sprintf("%s:%d", p.name, strings.Count(string(text[:at[4]]), "\n")+1)
				if lacks := missing(language, code); p.needs != "" || lacks != "" {
					if p.needs != "" {
						lacks = "it needs " + p.needs
					}
					t.Logf("%s does not run: %s", place, lacks)
				} else if out := runBlock(t, dir, place, language, code); prints != "" && !printed(out, prints) {
					t.Errorf("%s prints\n%s\ninstead of\n%s", place, out, prints)
				}
				if ran++; !p.all {
					break
				}
			}
			if ran == 0 {
				t.Error("no block has run")
			}
		})
	}
	paths, err := filepath.Glob(docs + "how-to/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, path := range paths {
		if name := "how-to/" + filepath.Base(path); !listed[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// missing returns what a block needs that is not installed, or "".
func missing(language, code string) string {
	if strings.HasPrefix(code, "go run ") {
		return "it needs the source tree, where the programs have their own tests"
	}
	for _, program := range []string{"jq", "python3"} {
		called := program == "python3" && language == "python" || regexp.MustCompile(`(?m)(^|\| )`+program+` `).MatchString(code)
		if _, err := exec.LookPath(program); called && err != nil {
			return program + " is not installed"
		}
	}
	return ""
}

// The program as a command in the path. The player's commands end at the missing display, with
// success.
const command = `#!/bin/sh
"$FFKVADRAT_PROGRAM" "$@" 2>"$HOME/said"
status=$?
cat "$HOME/said" >&2
case "$status $(cat "$HOME/said")" in "1 "*display*) exit 0 ;; esac
exit $status
`

// runBlock runs a block in a folder and returns its standard output.
func runBlock(t *testing.T, dir, place, language, code string) string {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "ffkvadrat"), []byte(command), 0o700); err != nil {
		t.Fatal(err)
	}
	p := clitest.Program(t)
	p.Env = append(p.Env, clitest.Variable+"=-", "FFKVADRAT_PROGRAM="+p.Path, "HOME="+home, "DISPLAY=", "WAYLAND_DISPLAY=",
		"__EGL_VENDOR_LIBRARY_FILENAMES="+filepath.Join(home, "none"), // starting a GPU takes longer than most commands
		"PATH="+home+string(os.PathListSeparator)+os.Getenv("PATH"))
	shell := []string{"sh", "-e", "-c", code}
	if language == "python" {
		shell = []string{"python3", "-c", code}
	}
	path, err := exec.LookPath(shell[0])
	if err != nil {
		t.Fatal(err)
	}
	p.Path, p.Args, p.Dir = path, shell, dir
	if err := p.Run(); err != nil {
		t.Errorf("%s: %v: %s", place, err, &p.Err)
	}
	return p.Out.String()
}

// printed reports whether output matches a page, where a line that ends in … matches by its start.
func printed(out, page string) bool {
	got, want := strings.Split(out, "\n"), strings.Split(page, "\n")
	if len(got) != len(want) {
		return false
	}
	for i, line := range want {
		begin, cut := strings.CutSuffix(line, "…")
		if cut && !strings.HasPrefix(got[i], begin) || !cut && got[i] != line {
			return false
		}
	}
	return true
}
