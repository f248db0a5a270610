package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"ffkvadrat/atomicfile/statefile"
)

// largeJournal is the number of bytes from which on a journal is compacted.
const largeJournal = 1 << 20

// keptStates is the number of states of a video's file, and of records of an output, that stay in a
// compacted journal: the last ones.
const keptStates = 4

// compact removes the obsolete lines from the large journals of a folder, if that halves them: each
// run leaves lines about videos that fail or grow. No other process may use the folder. A damaged
// journal stays as it is.
func compact(ctx context.Context, folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*"+journalExtension))
	large := map[string]bool{}
	for _, path := range paths {
		info, err := os.Lstat(path)
		if err == nil && info.Size() > largeJournal {
			large[path] = true
		}
	}
	if err != nil || len(large) == 0 {
		return err
	}
	journals, ended := map[string][]line{}, map[fileState]int64{}
	for _, path := range paths {
		lines, err := linesOf(ctx, path)
		if err != nil {
			return err
		}
		journals[path] = lines
		for _, l := range lines {
			if l.state != begun && l.state != undone {
				ended[l.of] = max(ended[l.of], l.round)
			}
		}
	}
	for path := range large {
		if journals[path] == nil {
			continue
		}
		if err := rewrite(path, counting(journals[path], ended)); err != nil {
			return err
		}
	}
	return nil
}

// fileState is a state of a video's file with one set of settings.
type fileState struct {
	video, settings string
	from            stampKey
}

// line is a line of a journal: an event, or a record, which has no state.
type line struct {
	text   []byte
	state  state
	round  int64
	of     fileState
	output name
}

// linesOf reads a journal. It returns nil if anything in it is not a line.
func linesOf(ctx context.Context, path string) (lines []line, err error) {
	file, err := statefile.Open(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, nil // reading it for a run reports the error
	}
	defer file.Close()
	whole, err := readLines(ctx, file, func(text []byte) bool {
		var e event
		var r record
		l := line{text: append(bytes.Clone(text), '\n')}
		switch {
		case json.Unmarshal(text, &e) != nil:
			return false
		case e.State != "":
			l.state, l.round, l.of = e.State, e.Round, fileState{string(e.Video), e.Settings, e.From.key()}
		case json.Unmarshal(text, &r) != nil:
			return false
		default:
			video, _ := videoOf(r.Output)
			l.round, l.of, l.output = r.Round, fileState{video, r.Settings.key(), r.From.key()}, r.Output
		}
		lines = append(lines, l)
		return true
	})
	if info, statErr := file.Stat(); err != nil || statErr != nil || info.Size() != whole {
		return nil, err
	}
	return lines, nil
}

// counting returns the lines of a journal that are not obsolete, in order. ended is the last round
// of each state that has ended, in all journals.
func counting(lines []line, ended map[fileState]int64) (kept []line) {
	type file struct{ video, settings string }
	states, records := map[file]map[fileState]bool{}, map[name]int{}
	ends, givenBack := map[fileState]map[state]bool{}, map[fileState]int{}
	for i := len(lines) - 1; i >= 0; i-- {
		l := &lines[i]
		if l.state == "" {
			if records[l.output]++; records[l.output] <= keptStates {
				kept = append(kept, *l)
			}
			continue
		}
		f := file{l.of.video, l.of.settings}
		if states[f] == nil {
			states[f] = map[fileState]bool{}
		}
		if !states[f][l.of] {
			if len(states[f]) == keptStates {
				continue
			}
			states[f][l.of], ends[l.of] = true, map[state]bool{}
		}
		switch current := l.round > ended[l.of]; {
		case l.state == undone:
			if current {
				givenBack[l.of]++
			}
		case l.state == begun:
			if current && givenBack[l.of] > 0 {
				givenBack[l.of]--
			} else if current {
				kept = append(kept, *l)
			}
		case l.round == ended[l.of] && !ends[l.of][l.state]:
			ends[l.of][l.state] = true
			kept = append(kept, *l)
		}
	}
	slices.Reverse(kept)
	return kept
}

// rewrite replaces a journal by the lines if that halves it.
func rewrite(path string, lines []line) error {
	size := int64(0)
	for _, l := range lines {
		size += int64(len(l.text))
	}
	info, err := os.Lstat(path)
	if err != nil || size > info.Size()/2 {
		return err
	}
	file, err := statefile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	for _, l := range lines {
		if _, err := file.Write(l.text); err != nil {
			return err
		}
	}
	return file.Commit()
}
