package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCharts: the page's charts and tables are up to date with the CSV files.
func TestCharts(t *testing.T) {
	files, err := Make("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(charts)+1 {
		t.Errorf("%d files, want %d charts and the page", len(files), len(charts))
	}
	csv, err := os.ReadDir("../../" + data)
	if err != nil || len(csv) != len(charts)+len(tables) {
		t.Errorf("%d data files (%v), want one for each of %d charts and %d tables", len(csv), err, len(charts), len(tables))
	}
	for path, want := range files {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is not what its data gives (%v): go run ./scripts/charts", path, err)
		}
		if !strings.HasSuffix(path, ".svg") {
			continue
		}
		for d := xml.NewDecoder(strings.NewReader(want)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
	}
}

// TestCommands: the benchmarks and scripts that the page names exist.
func TestCommands(t *testing.T) {
	text, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	commands := strings.ReplaceAll(string(text), "\\\n", " ")
	benchmarks := regexp.MustCompile(`-bench (\w+) .*(\./[\w/]+)`).FindAllStringSubmatch(commands, -1)
	scripts := regexp.MustCompile(`\bscripts/\w+`).FindAllString(commands, -1)
	if len(benchmarks) < 4 || len(scripts) < 4 {
		t.Errorf("only %d benchmarks and %d scripts: has the page another form now?", len(benchmarks), len(scripts))
	}
	for _, m := range benchmarks {
		files, err := filepath.Glob("../../" + m[2] + "/*_test.go")
		found := false
		for _, file := range files {
			text, readErr := os.ReadFile(file)
			err = errors.Join(err, readErr)
			found = found || strings.Contains(string(text), "func Benchmark"+m[1])
		}
		if err != nil || !found {
			t.Errorf("%s has no Benchmark%s (%v)", m[2], m[1], err)
		}
	}
	for _, name := range scripts {
		if _, err := os.Stat("../../" + name); err != nil {
			t.Error(err)
		}
	}
}

// TestTable: numbers get commas and are aligned right, empty cells get a dash; only the table with
// the same head is replaced.
func TestTable(t *testing.T) {
	table := markdown([][]string{{"Video", "Bytes", "Ratio"}, {"a", "1234567", ""}, {"1 b", "999", "0.10"}})
	const want = "| Video | Bytes | Ratio |\n| --- | ---: | ---: |\n| a | 1,234,567 | – |\n| 1 b | 999 | 0.10 |\n"
	if table != want {
		t.Errorf("got\n%swant\n%s", table, want)
	}
	const other = "| Other |\n| --- |\n| 1 |\n"
	got, err := replace("A\n\n| Video | Bytes | Ratio |\n| --- | --- | --- |\n| old | 1 | 2 |\n\n"+other, table)
	if err != nil || got != "A\n\n"+want+"\n"+other {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := replace(other, table); err == nil {
		t.Error("a page without the table is no error")
	}
}

// TestBars: a value that is not a number is refused, and the largest value has the longest bar.
func TestBars(t *testing.T) {
	c := source{title: "a < b"}
	svg, err := draw(&c, []group{{"g", []bar{{"x", "5"}, {"ffkvadrat", "10"}}}})
	if err != nil || !strings.Contains(svg, `class="o" x="205" y="100" width="172.5"`) || !strings.Contains(svg, `class="f" x="205" y="121" width="345.0"`) || !strings.Contains(svg, "a &lt; b") {
		t.Errorf("%v\n%s", err, svg)
	}
	for _, value := range []string{"", "–", "-1", "0"} {
		if _, err := draw(&c, []group{{"g", []bar{{"x", value}}}}); err == nil {
			t.Errorf("%q is drawn", value)
		}
	}
}
