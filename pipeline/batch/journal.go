package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
)

// JournalName is the name of the file, in the folder of the outputs, that lists
// the finished ones. That of shard 3 of 8 is .ffkvadrat-export.3-of-8.ndjson.
const JournalName = journalStem + journalExtension

const journalStem, journalExtension = ".ffkvadrat-export", ".ndjson"

// journal is the open file. Only one process at a time may write to it, because network file
// systems do not append atomically: each shard has its own journal.
type journal struct {
	file *os.File
	// whole is the folder's journal, if file is a shard's. Shards hold a shared lock on it, so that
	// no batch of all videos runs in the folder concurrently.
	whole *os.File
	done  map[name][]record // by output, from earlier runs; at most one from each journal

	mu sync.Mutex // guards writing
}

// openJournal opens or creates the journal of a folder, or of a shard in it. With resume it reads
// the records of wanted outputs from all journals in the folder; without, it truncates the journal
// that it opens.
func openJournal(ctx context.Context, folder string, shard Shard, resume bool, wanted func(output name) bool) (*journal, error) {
	j := &journal{done: map[name][]record{}}
	if err := j.open(folder, shard); err != nil {
		j.close()
		return nil, err
	}
	if err := j.start(ctx, folder, shard, resume, wanted); err != nil {
		j.close()
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return j, nil
}

func (j *journal) open(folder string, shard Shard) (err error) {
	if shard != (Shard{}) {
		// Another shard holds the lock briefly when it ends.
		for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if j.whole, err = lock(filepath.Join(folder, JournalName), atomicfile.Shared); !errors.Is(err, ErrBusy) || time.Since(begin) > time.Second {
				break
			}
		}
		if err != nil {
			return err
		}
	}
	j.file, err = lock(filepath.Join(folder, shard.journal()), atomicfile.Exclusive)
	return err
}

func (j *journal) start(ctx context.Context, folder string, shard Shard, resume bool, wanted func(output name) bool) error {
	others, err := journals(folder)
	if err != nil {
		return err
	}
	for _, name := range others {
		if name == filepath.Base(j.file.Name()) {
			continue
		}
		if err := j.join(ctx, filepath.Join(folder, name), shard, resume, wanted); err != nil {
			return err
		}
	}
	whole := int64(0) // size of the complete records
	if resume {
		if whole, err = j.read(ctx, j.file, wanted); err != nil {
			return err
		}
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	_, err = j.file.Seek(whole, io.SeekStart)
	return err
}

// journals returns the names of all journals in a folder.
func journals(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), journalStem) && strings.HasSuffix(e.Name(), journalExtension) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// join reads the records of another journal in the folder, to resume from. Its process may be
// running if it is another shard of the same number of shards. With another number, two processes
// could write the same file.
func (j *journal) join(ctx context.Context, path string, shard Shard, resume bool, wanted func(output name) bool) error {
	file, err := statefile.Open(path, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if of, ok := shardsOf(filepath.Base(path)); ok && of != shard.Of && !relock(file, atomicfile.Shared) {
		return fmt.Errorf("%w, as one of %d shards", ErrBusy, of)
	}
	if resume {
		_, err = j.read(ctx, file, wanted)
	}
	return err
}

// read reads a journal's records of wanted outputs, and returns the total size of its records in
// bytes. The last record of an output counts.
func (j *journal) read(ctx context.Context, file *os.File, wanted func(output name) bool) (int64, error) {
	latest := map[name]record{}
	whole, err := readLines(ctx, file, func(line []byte) bool {
		var r record
		if json.Unmarshal(line, &r) != nil {
			return false
		}
		if wanted(r.Output) {
			latest[r.Output] = r
		}
		return true
	})
	for output, r := range latest {
		j.done[output] = append(j.done[output], r)
	}
	return whole, err
}

// write appends a record. It syncs those of a shard, because other machines see them only then.
func (j *journal) write(r *record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	err := appendLine(j.file, r)
	if err == nil && j.whole != nil {
		err = j.file.Sync()
	}
	return err
}

// close unlocks the folder. It removes journals without records.
func (j *journal) close() {
	if j.file != nil {
		removeEmptyFile(j.file)
	}
	if j.whole == nil {
		return
	}
	if relock(j.whole, atomicfile.Exclusive) { // no other shard is running
		removeEmptyFile(j.whole)
		return
	}
	j.whole.Close()
}
