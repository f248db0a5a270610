package report

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
)

// journalName is the name of the file in which a batch of exports lists the finished ones; package
// batch writes it.
const journalName = ".ffkvadrat-export.ndjson"

// shardJournals are the journals of a batch that is divided by --shard.
const shardJournals = ".ffkvadrat-export.*-of-*.ndjson"

// Processes that share a queue each have a journal in this folder, inside the outputs' folder.
const (
	queueFolder   = ".ffkvadrat-queue"
	queueJournals = "*.ndjson"
)

// mostLine exceeds the length of its lines.
const mostLine = 256 << 10

// origin is what a journal says about a result that does not say it itself, such as a summary in
// CSV.
type origin struct {
	source   string
	stream   *int // nil for FFmpeg's choice
	analysis *quadfile.Analysis
	wanted   int
	exact    bool // the record has the file's current modification time
}

// journalLine has the needed fields of a line. Events of a queue are lines without an output.
type journalLine struct {
	Output string `json:"output"`
	File   struct {
		Size    int64     `json:"size"`
		ModTime time.Time `json:"mtime"`
	} `json:"file"`
	Source   string `json:"source"`
	Settings struct {
		Analysis quadfile.Journalled `json:"analysis"`
		Goal     struct{ Quads int }
		Stream   *int `json:"stream"`
	} `json:"settings"`
}

// readJournals returns what the journals of a folder and its subfolders say about files, by their
// paths in the folder. A journal that is damaged, or not a journal, is ignored from there on; an
// impossible value makes it broken. If several records match a file, the one with its current
// modification time counts, else the one in the deepest folder, else the last one. The error is an
// *[OutputError] if a journal is the output.
func readJournals(ctx context.Context, folder, output string, files []string) (origins map[string]origin, broken []Broken, err error) {
	page, _ := os.Stat(output)
	origins = map[string]origin{}
	wanted := map[string]bool{}
	dirs := map[string]bool{} // with a slash at the end; the folder itself is empty
	for _, file := range files {
		if name, _ := streams.CutCompression(file); !strings.EqualFold(path.Ext(name), ".csv") {
			continue
		}
		wanted[file] = true
		for dir := file; dir != ""; {
			dir, _ = path.Split(strings.TrimSuffix(dir, "/"))
			dirs[dir] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) { // a folder precedes those in it
		note := func(l *journalLine) {
			name := path.Join(dir, unescaped(l.Output))
			if !wanted[name] || !strings.HasPrefix(name, dir) {
				return
			}
			info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name)))
			if err != nil || info.Size() != l.File.Size {
				return
			}
			exact := info.ModTime().Equal(l.File.ModTime)
			if origins[name].exact && !exact {
				return
			}
			stream := l.Settings.Stream
			if stream != nil && *stream < 0 {
				stream = nil
			}
			a, _ := l.Settings.Analysis.Analysis() // which check has checked
			origins[name] = origin{unescaped(l.Source), stream, &a, l.Settings.Goal.Quads, exact}
		}
		for _, journal := range journalsIn(filepath.Join(folder, filepath.FromSlash(dir))) {
			if info, err := os.Stat(journal); err == nil && os.SameFile(info, page) {
				return nil, nil, &OutputError{path.Join(dir, filepath.Base(journal))}
			}
			if err := readJournal(ctx, journal, note); err != nil {
				name, _ := filepath.Rel(folder, journal)
				broken = append(broken, Broken{filepath.ToSlash(name), err, true})
			}
		}
	}
	return origins, broken, nil
}

// journalsIn returns the names of possible journals of a folder, in order.
func journalsIn(folder string) []string {
	names := append([]string{filepath.Join(folder, journalName)}, matching(folder, shardJournals)...)
	queue := filepath.Join(folder, queueFolder)
	if info, err := os.Lstat(queue); err == nil && info.IsDir() { // a link may point anywhere
		names = append(names, matching(queue, queueJournals)...)
	}
	return names
}

// matching returns the names in a folder that match a pattern, in order.
func matching(folder, pattern string) (names []string) {
	list, _ := os.ReadDir(folder) // an unreadable folder has none
	for _, entry := range list {
		if ok, _ := path.Match(pattern, entry.Name()); ok {
			names = append(names, filepath.Join(folder, entry.Name()))
		}
	}
	return names
}

func readJournal(ctx context.Context, journal string, each func(*journalLine)) error {
	file, err := statefile.Open(journal, os.O_RDONLY, fs.FileMode(0))
	if err != nil {
		return nil
	}
	defer file.Close()
	lines := bufio.NewReaderSize(streams.Until(ctx, file), mostLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		if err != nil && (err != io.EOF || len(line) == 0) || !json.Valid(line) {
			return nil
		}
		var l journalLine
		if err = json.Unmarshal(line, &l); err == nil && l.Output != "" {
			err = l.check()
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		each(&l)
	}
}

// check returns an error for an impossible value.
func (l *journalLine) check() error {
	switch {
	case l.File.Size < 0:
		return fmt.Errorf("size %d is less than 0", l.File.Size)
	case l.Settings.Goal.Quads < 0:
		return fmt.Errorf("quads %d is less than 0", l.Settings.Goal.Quads)
	}
	_, err := l.Settings.Analysis.Analysis()
	return err
}

// unescaped decodes a name of the journal, which has %XX for bytes that are not UTF-8.
func unescaped(name string) string {
	if s, err := url.PathUnescape(name); err == nil {
		return s
	}
	return name
}
