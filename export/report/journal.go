package report

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/export"
)

// journalName is the name of the file in which a batch of exports lists what it has finished; package batch writes it.
const journalName = ".ffkvadrat-export.ndjson"

// shardJournals are those of a batch that is divided by --shard.
const shardJournals = ".ffkvadrat-export.*-of-*.ndjson"

// mostLine is more than a line of it has.
const mostLine = 256 << 10

// origin is what a journal says about a result whose own text does not say it, which a summary in CSV is.
type origin struct {
	source   string
	analysis []byte
	wanted   int
}

// journalLine is what is wanted of a line.
type journalLine struct {
	Output string `json:"output"`
	File   struct {
		Size int64 `json:"size"`
	} `json:"file"`
	Source   string `json:"source"`
	Settings struct {
		Analysis export.Analysis `json:"analysis"`
		Goal     struct{ Quads int }
	} `json:"settings"`
}

// readJournals returns what the journals of a folder and its subfolders say about files, by their paths in the
// folder. A journal that is damaged, or no journal at all, says nothing from there on.
func readJournals(ctx context.Context, folder string, files []string) map[string]origin {
	origins := map[string]origin{}
	seen := map[string]bool{}
	wanted := map[string]bool{}
	for _, file := range files {
		if name, _ := export.CutCompression(file); !strings.EqualFold(path.Ext(name), ".csv") {
			continue
		}
		wanted[file] = true
		for dir := path.Dir(file); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	for dir := range seen {
		note := func(l *journalLine) {
			name := path.Join(dir, unescaped(l.Output))
			info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name)))
			if !wanted[name] || err != nil || info.Size() != l.File.Size {
				return
			}
			origins[name] = origin{unescaped(l.Source), canonical(&l.Settings.Analysis), l.Settings.Goal.Quads}
		}
		for _, journal := range journalsIn(filepath.Join(folder, filepath.FromSlash(dir))) {
			readJournal(ctx, journal, note)
		}
	}
	return origins
}

// journalsIn returns the names of what may be a folder's journals, in order.
func journalsIn(folder string) []string {
	names := []string{filepath.Join(folder, journalName)}
	list, _ := os.ReadDir(folder) // what cannot be read says nothing
	for _, entry := range list {
		if ok, _ := path.Match(shardJournals, entry.Name()); ok {
			names = append(names, filepath.Join(folder, entry.Name()))
		}
	}
	return names
}

func readJournal(ctx context.Context, journal string, each func(*journalLine)) {
	file, err := statefile.Open(journal, os.O_RDONLY, fs.FileMode(0))
	if err != nil {
		return
	}
	defer file.Close()
	lines := bufio.NewReaderSize(export.Until(ctx, file), mostLine)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil && (err != io.EOF || len(line) == 0) {
			return
		}
		var l journalLine
		if json.Unmarshal(line, &l) != nil {
			return
		}
		each(&l)
	}
}

// unescaped returns a name of the journal, which writes %XX for bytes that are not UTF-8.
func unescaped(name string) string {
	if s, err := url.PathUnescape(name); err == nil {
		return s
	}
	return name
}
