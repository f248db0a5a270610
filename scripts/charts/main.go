// Command charts draws the charts of docs/explanation/results.md and writes its tables, from the
// CSV files in docs/explanation/results. Run it in the root of the repository after changing a CSV
// file:
//
//	go run ./scripts/charts
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// Files, relative to the root of the repository.
const (
	data = "docs/explanation/results"
	page = "docs/explanation/results.md"
)

func main() {
	files, err := Make(".")
	for path, text := range files {
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "charts:", err)
		os.Exit(1)
	}
}

// Make returns the text of each output file, by path below root.
func Make(root string) (map[string]string, error) {
	files := map[string]string{}
	for _, c := range charts {
		rows, err := read(filepath.Join(root, data, c.data+".csv"))
		if err != nil {
			return nil, err
		}
		if files[filepath.Join(root, c.picture)], err = draw(&c, c.pick(rows)); err != nil {
			return nil, fmt.Errorf("%s: %w", c.data, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		return nil, err
	}
	written := string(text)
	for _, name := range tables {
		rows, err := read(filepath.Join(root, data, name+".csv"))
		if err != nil {
			return nil, err
		}
		if written, err = replace(written, markdown(rows)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	files[filepath.Join(root, page)] = written
	return files, nil
}

// tables are the CSV files shown as tables; the others are charts.
var tables = []string{"cpu", "analyses", "playing", "papers"}

// source is a chart of the page: its CSV file, and the mapping of rows and columns to groups of
// bars.
type source struct {
	picture, data, title, note string
	log                        bool
	pick                       func(rows [][]string) []group
}

// charts are the charts of the page.
var charts = []source{
	{
		picture: "docs/pictures/results-gpu.svg", data: "gpu", title: "Edge to list on the GPU, µs", note: "Shorter bars are faster.",
		pick: func(rows [][]string) []group { // a group per size, a bar per engine
			var groups []group
			for x, size := range rows[0][1:] {
				g := group{name: size}
				for _, row := range rows[1:] {
					g.bars = append(g.bars, bar{row[0], row[x+1]})
				}
				groups = append(groups, g)
			}
			return groups
		},
	},
	{
		picture: "docs/pictures/results-exports.svg", data: "exports", title: "Export next to FFmpeg's decoding, s", note: "Shorter bars are faster.",
		pick: func(rows [][]string) []group {
			var groups []group
			for _, row := range rows[1:] {
				groups = append(groups, group{plain(row[1]) + " (machine " + row[0] + ")", []bar{{"FFmpeg decodes", row[2]}, {"ffkvadrat exports", row[3]}}})
			}
			return groups
		},
	},
	{
		picture: "docs/pictures/results-ffq.svg", data: "ffq", title: "Size of an export, bytes a frame", note: "The scale is logarithmic and begins at 10 bytes. Each line is ten times the one before.", log: true,
		pick: func(rows [][]string) []group {
			var groups []group
			for _, row := range rows[1:] {
				groups = append(groups, group{row[0] + ", " + thousands(row[1]) + " quads a frame", []bar{{"NDJSON", row[2]}, {"NDJSON.zst", row[3]}, {".ffq", row[4]}}})
			}
			return groups
		},
	},
}
