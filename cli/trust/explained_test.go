package trust_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/player/lesson"
)

// TestPictures: the pictures of all pages are there, scripts make them, and there are no others. Those of the player
// are a table of player.TestPictures, which scripts/screenshot runs.
func TestPictures(t *testing.T) {
	shot := map[string]bool{}
	for file, names := range map[string]string{"../../player/exporting/pictures_test.go": `name: "(\S+)", alt:`, "../../scripts/screenshot": `(?m)-png docs/pictures/(\S+)\.png$`} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(names).FindAllStringSubmatch(string(text), -1) {
			shot[m[1]+".png"] = true
		}
	}
	for name, other := range map[string]string{"notebook.png": "../../scripts/python", "report.png": "../../scripts/reportpage"} {
		text, err := os.ReadFile(other)
		shot[name] = err == nil && strings.Contains(string(text), "docs/pictures/"+name)
	}
	shown := map[string]bool{}
	for _, folder := range []string{"../..", "../../docs", "../../docs/how-to", "../../docs/reference", "../../docs/explanation"} {
		pages, err := filepath.Glob(folder + "/*.md")
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`!\[[^\]]+\]\(([^)]+\.png)\)`).FindAllStringSubmatch(string(text), -1) {
				name := filepath.Base(m[1])
				if _, err := os.Stat(filepath.Join(folder, m[1])); err != nil || !shot[name] {
					t.Errorf("%s shows %s: %v; a script takes it: %v", page, m[1], err, shot[name])
				}
				shown[name] = true
			}
		}
	}
	files, err := filepath.Glob("../../docs/pictures/*.png")
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
