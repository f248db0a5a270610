package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// read returns the rows of a CSV file, the head first.
func read(path string) ([][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err == nil && len(rows) < 2 {
		err = fmt.Errorf("%s: no rows", path)
	}
	return rows, err
}

// markdown returns rows as a Markdown table. Columns of numbers are aligned right.
func markdown(rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(rows[0])
	rule := make([]string, len(rows[0]))
	for x := range rule {
		rule[x] = "---:"
		for _, row := range rows[1:] {
			if _, err := strconv.ParseFloat(row[x], 64); err != nil && row[x] != "" {
				rule[x] = "---"
			}
		}
	}
	line(rule)
	for _, row := range rows[1:] {
		cells := make([]string, len(row))
		for x, cell := range row {
			if cells[x] = thousands(cell); cell == "" {
				cells[x] = "–"
			}
		}
		line(cells)
	}
	return b.String()
}

// replace replaces the table with the same head in a page.
func replace(page, table string) (string, error) {
	header, _, _ := strings.Cut(table, "\n")
	before, after, found := strings.Cut(page, header+"\n")
	if !found {
		return "", fmt.Errorf("the page has no table with the header %q", header)
	}
	for strings.HasPrefix(after, "|") {
		_, after, _ = strings.Cut(after, "\n")
	}
	return before + table + after, nil
}

// thousands adds commas to a whole number; other text is unchanged.
func thousands(cell string) string {
	if _, err := strconv.ParseUint(cell, 10, 64); err != nil {
		return cell
	}
	for i := len(cell) - 3; i > 0; i -= 3 {
		cell = cell[:i] + "," + cell[i:]
	}
	return cell
}

// plain removes code marks.
func plain(cell string) string { return strings.ReplaceAll(cell, "`", "") }
