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

// TestPictures: the pictures of all pages are there, scripts make them, and there are no others. Those of the player
// are a table of player.TestPictures, which scripts/screenshot runs; scripts/charts draws the charts.
func TestPictures(t *testing.T) {
	made := map[string]bool{"logo.svg": true} // scripts/packaging draws it from the icon
	for _, c := range []struct{ file, names, extension string }{
		{"../../player/exporting/pictures_test.go", `name: "(\S+)", alt:`, ".png"},
		{"../../scripts/screenshot", `(?m)-png docs/pictures/(\S+)\.png$`, ".png"},
		{"../../scripts/charts/main.go", `picture: "(\S+)\.svg"`, ".svg"},
		{"../../scripts/python", `docs/pictures/(notebook)\.png`, ".png"},
		{"../../scripts/reportpage", `docs/pictures/(report)\.png`, ".png"},
	} {
		text, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(c.names).FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s makes no pictures: has it another form now?", c.file)
		}
		for _, m := range found {
			made[m[1]+c.extension] = true
		}
	}
	pages, err := filepath.Glob("../../*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("../../docs", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{"logo.svg": true} // of the site
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`!\[[^\]]+\]\(([^)]+\.(?:png|svg))\)`).FindAllStringSubmatch(string(text), -1) {
			name := filepath.Base(m[1])
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil || !made[name] {
				t.Errorf("%s shows %s: %v; a script makes it: %v", page, m[1], err, made[name])
			}
			shown[name] = true
		}
	}
	files, err := filepath.Glob("../../docs/pictures/*.[ps][nv]g")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	for _, file := range files {
		if !shown[filepath.Base(file)] {
			t.Errorf("no page shows %s", file)
		}
	}
}

// TestExplained: what docs/explanation/algorithm.md quotes is what the program says of the paper's
// examples, and the page shows each figure.
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
