// Package docpage reads the test vectors of the pages in docs/reference/formats, so that tests
// check the pages themselves.
package docpage

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Page returns a page of docs/reference/formats.
func Page(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		} else if dir == filepath.Dir(dir) {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "docs", "reference", "formats", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// After returns the rest of a page after a text.
func After(t testing.TB, page, text string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, text)
	if !found {
		t.Fatalf("the page has no %q", text)
	}
	return rest
}

// Block returns the first fenced block without a language after a text in a page.
func Block(t testing.TB, page, text string) string {
	t.Helper()
	block, _, found := strings.Cut(After(t, After(t, page, text), "```\n"), "```\n")
	if !found {
		t.Fatalf("no block ends after %q", text)
	}
	return block
}

// Rows returns the cells of the first table after a text in a page, without its head.
func Rows(t testing.TB, page, text string) (rows [][]string) {
	t.Helper()
	for line := range strings.Lines(After(t, page, text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if rows != nil {
				break
			}
			continue
		}
		var row []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			row = append(row, strings.Trim(cell, " `"))
		}
		rows = append(rows, row)
	}
	if len(rows) < 3 {
		t.Fatalf("no table after %q", text)
	}
	return rows[2:]
}

// The size of the pictures of the example in quads.md.
const Width, Height = 5, 3

// Samples returns the samples of the example's frames.
func Samples(t testing.TB) (frames [][]byte) {
	t.Helper()
	var all []byte
	for word := range strings.FieldsSeq(Block(t, Page(t, "quads.md"), "## An example")) {
		v, err := strconv.ParseUint(word, 10, 8)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, byte(v))
	}
	if len(all) != 2*Width*Height {
		t.Fatalf("%d samples", len(all))
	}
	return [][]byte{all[:Width*Height], all[Width*Height:]}
}

// Clip writes the example as clip.y4m and returns its path.
func Clip(t testing.TB) string {
	t.Helper()
	video := []byte("YUV4MPEG2 W5 H3 F25:1 Ip A1:1 Cmono\n")
	if first := "`" + strings.TrimSpace(string(video)) + "`"; !strings.Contains(Page(t, "quads.md"), first) {
		t.Fatalf("the page has no %s", first)
	}
	for _, samples := range Samples(t) {
		video = append(append(video, "FRAME\n"...), samples...)
	}
	name := filepath.Join(t.TempDir(), "clip.y4m")
	if err := os.WriteFile(name, video, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// NDJSON returns the example's export.
func NDJSON(t testing.TB) string {
	t.Helper()
	return Block(t, Page(t, "quads.md"), "`ffkvadrat export clip.y4m -t 0.05 -o clip.ndjson` writes:")
}

// FFQ returns the example's export as .ffq, from the page's hexadecimal bytes, comments after #,
// and the header as text.
func FFQ(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	for line := range strings.Lines(Block(t, Page(t, "ffq.md"), "## A file to test with")) {
		if strings.HasPrefix(line, "{") {
			file.WriteString(strings.TrimSpace(line))
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		b, err := hex.DecodeString(strings.Join(strings.Fields(line), ""))
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		file.Write(b)
	}
	return file.Bytes()
}
