package trust_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/player/lesson"
)

// TestPictures: the pictures of all pages exist, scripts make them, and there are no others. Those
// of the player are a table of player/exporting's TestPictures, which scripts/screenshot runs;
// others are named by the script that makes them.
func TestPictures(t *testing.T) {
	table, err := os.ReadFile("../../player/exporting/pictures_test.go")
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{"architecture.svg": true} // drawn by hand
	for _, m := range regexp.MustCompile(`name: "(\S+)", alt:`).FindAllStringSubmatch(string(table), -1) {
		made[m[1]+".png"] = true
	}
	each(t, "../../scripts", func(_, text string) {
		for _, m := range regexp.MustCompile(`docs/pictures/([\w-]+\.\w+)`).FindAllStringSubmatch(text, -1) {
			made[m[1]] = true
		}
	})
	shown := map[string]bool{"logo.svg": true} // of the site
	picture := regexp.MustCompile(`!\[[^\]]+\]\(([^)\s]+)\)|<img [^>]*src="([^"]+)"`)
	page := func(file, text string) {
		if filepath.Ext(file) != ".md" {
			return
		}
		for _, m := range picture.FindAllStringSubmatch(text, -1) {
			name := filepath.Base(m[1] + m[2])
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1]+m[2])); err != nil || !made[name] {
				t.Errorf("%s shows %s: %v; a script makes it: %v", file, m[1]+m[2], err, made[name])
			}
			shown[name] = true
		}
	}
	each(t, "../../docs", page)
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	page("../../README.md", string(readme))
	files, err := filepath.Glob("../../docs/pictures/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	for _, file := range files {
		if !shown[filepath.Base(file)] {
			t.Errorf("no page shows %s", file)
		}
	}
}

// each calls f for the files below a folder.
func each(t *testing.T, folder string, f func(file, text string)) {
	t.Helper()
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		f(file, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestExplained: docs/explanation/algorithm.md quotes the program's output for the paper's
// examples, and shows each figure.
func TestExplained(t *testing.T) {
	page, err := os.ReadFile("../../docs/explanation/algorithm.md")
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for i := range lesson.Examples {
		l := lesson.Example(i)
		for key := range l.Cells.List {
			l.Choose(key)
			for step := range l.Steps {
				said.WriteString(l.Text(step) + "\n")
			}
		}
	}
	quotes := 0
	for line := range strings.Lines(string(page)) {
		quote, ok := strings.CutPrefix(strings.TrimSpace(line), "> ")
		if !ok {
			continue
		}
		quotes++
		if !strings.Contains(said.String(), quote) {
			t.Errorf("the program does not say %q", quote)
		}
	}
	if quotes < 8 {
		t.Errorf("only %d quotes: has the page another form now?", quotes)
	}
	for _, figure := range []string{"Figure 2", "Figure 3", "Figure 4", "Figure 5"} {
		if !strings.Contains(string(page), "!["+figure+":") {
			t.Errorf("no picture of %s", figure)
		}
	}
}
