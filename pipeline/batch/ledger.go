package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"ffkvadrat/atomicfile/statefile"
)

// QueueFolder is the name of the folder, inside the outputs' folder, that holds the journals of the
// processes that share a queue.
const QueueFolder = ".ffkvadrat-queue"

// state is the event's type.
type state string

const (
	begun   state = "begun"
	undone  state = "undone" // given back without an attempt
	failed  state = "failed" // for good
	leftOut state = "left out"
)

// event is a line of a ledger about something other than a finished output.
type event struct {
	Video name      `json:"film"` // by its name in the queue
	State state     `json:"state"`
	Time  time.Time `json:"time"` // for people; decides nothing, because the clocks of machines differ
	// Round orders events: it is one more than the last round that had ended when the video was
	// begun. An end belongs to the round of its begin, whoever else has begun in it.
	Round    int64  `json:"round"`
	From     stamp  `json:"source_file"`
	Settings string `json:"settings_hash"`
	Error    string `json:"error,omitempty"`
}

// ledger is what all processes with a queue know about the videos of a folder. Each process writes
// its own journal, with records of finished outputs and events, and reads those of all.
type ledger struct {
	folder   string
	lock     *os.File // shared by all running processes
	own      *os.File
	sweep    func() error // removes half-written outputs
	id       string       // of the folder
	settings settings
	key      string // of the settings
	wanted   func(video string) bool

	mu      sync.Mutex       // guards all below
	read    map[string]int64 // bytes of records read from each journal
	videos  map[string]*history
	touched map[string]bool // videos about which other processes have written
	now     bool            // the journals are read while their processes run
}

// history is what the journals say about a video. Stamps distinguish files of one name in different
// folders, and the states of a file that changes.
type history struct {
	done   []record
	states map[stampKey]*attempts
}

// attempts are the attempts with one state of a file. They do not depend on the order in which
// journals are read.
type attempts struct {
	begun   map[int64]int // attempts by round, without those given back
	own     map[int64]int // this process's own among them
	ended   int64         // the last round that has ended, by a failure, an output, or no video; initially 0
	leftOut int64         // the last round that has found that the file is not a video
	outcome Outcome       // since this process has begun: Failed, LeftOut, else Undone
	err     string
}

// lastRound is more rounds than any batch has. A line with a later one is damaged.
const lastRound = 1 << 40

// tries returns the number of attempts of the current round.
func (a attempts) tries() int {
	if a.ended >= lastRound {
		return Tries
	}
	return a.current(a.begun)
}

// current returns the number of tries of the current round.
func (a attempts) current(tries map[int64]int) (n int) {
	for round, begun := range tries {
		if round > a.ended {
			n += max(begun, 0)
		}
	}
	return n
}

// apply records an event of this process or another one. now is as in ledger.
func (a *attempts) apply(e *event, now, own bool) {
	outcome := Undone
	if n, ok := map[state]int{begun: 1, undone: -1}[e.State]; ok {
		if a.begun[e.Round] += n; own {
			a.own[e.Round] += n
		}
		return
	}
	switch e.State {
	case failed:
		outcome = Failed
	case leftOut:
		a.leftOut, outcome = max(a.leftOut, e.Round), LeftOut
	}
	a.ended = max(a.ended, e.Round)
	if now {
		a.outcome, a.err = outcome, e.Error
	}
}

// job returns the queue's name for the folder and the settings.
func (l *ledger) job() string {
	sum := sha256.Sum256([]byte(l.id + "\n" + l.key))
	return hex.EncodeToString(sum[:8])
}

// refresh reads what has been appended to the journals since the last time.
func (l *ledger) refresh(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	entries, err := os.ReadDir(l.folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		own := l.now && e.Name() == filepath.Base(l.own.Name())
		if own || !strings.HasSuffix(e.Name(), journalExtension) {
			continue
		}
		if err := l.readOne(ctx, e.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (l *ledger) readOne(ctx context.Context, journal string) error {
	// Network file systems show what other machines have written when a file is opened.
	file, err := statefile.Open(filepath.Join(l.folder, journal), os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if _, known := l.read[journal]; !known {
		l.read[journal] = 0
	}
	if err != nil || info.Size() <= l.read[journal] {
		return err
	}
	if _, err := file.Seek(l.read[journal], io.SeekStart); err != nil {
		return err
	}
	whole, err := readLines(ctx, file, func(line []byte) bool { return l.take(line) })
	l.read[journal] += whole
	return err
}

// journals returns the number of journals.
func (l *ledger) journals() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.read)
}

// take reads a line, and returns false if it is not a journal's.
func (l *ledger) take(line []byte) bool {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Round < 0 || e.Round > lastRound {
		return false
	}
	if e.State != "" {
		if e.Settings == l.key && l.apply(&e, false) {
			l.touched[string(e.Video)] = true
		}
		return true
	}
	var r record
	if json.Unmarshal(line, &r) != nil {
		return false
	}
	if video, ok := videoOf(r.Output); ok && r.Settings == l.settings {
		if h := l.history(video); h != nil {
			h.keep(r)
			l.touched[video] = true
		}
	}
	return true
}

// resultName matches an output's name: the video's name, and the hash.
var resultName = regexp.MustCompile(`(?s)^(.*)\.[0-9a-f]{16}(?:\.[^/]*)?$`)

// videoOf returns the video's name in the queue, from the name of an output.
func videoOf(output name) (string, bool) {
	parts := resultName.FindStringSubmatch(filepath.ToSlash(string(output)))
	if parts == nil {
		return "", false
	}
	return parts[1], true
}

func (l *ledger) history(video string) *history {
	if !l.wanted(video) {
		return nil
	}
	h := l.videos[video]
	if h == nil {
		h = &history{states: map[stampKey]*attempts{}}
		l.videos[video] = h
	}
	return h
}

// apply records an event of this process or another one, if its video is wanted.
func (l *ledger) apply(e *event, own bool) bool {
	h := l.history(string(e.Video))
	if h != nil {
		h.of(e.From).apply(e, l.now, own)
	}
	return h != nil
}

// of returns the attempts with a state of the video's file.
func (h *history) of(from stamp) *attempts {
	a := h.states[from.key()]
	if a == nil {
		a = &attempts{begun: map[int64]int{}, own: map[int64]int{}}
		h.states[from.key()] = a
	}
	return a
}

// keep records a finished output.
func (h *history) keep(r record) {
	r.Settings = settings{} // equal to the ledger's; saves memory if there are many videos
	h.done = append(h.done, r)
	a := h.of(r.From)
	a.ended = max(a.ended, r.Round)
}

// note writes an event.
func (l *ledger) note(e *event) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.Time, e.Settings = time.Now().UTC(), l.key
	if err := l.write(e); err != nil {
		return err
	}
	l.apply(e, true)
	return nil
}

// finish writes the record of a finished output.
func (l *ledger) finish(r *record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	r.Settings = l.settings // records in history have none
	if err := l.write(r); err != nil {
		return fmt.Errorf("record that %s is finished: %w", r.Output, err)
	}
	if video, ok := videoOf(r.Output); ok {
		if h := l.history(video); h != nil {
			h.keep(*r)
		}
	}
	return nil
}

// write appends a line and syncs it, so that other machines see it.
func (l *ledger) write(line any) error {
	if err := appendLine(l.own, line); err != nil {
		return err
	}
	return l.own.Sync()
}

// done returns the records of a video's outputs.
func (l *ledger) done(video string) []record {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.videos[video]; h != nil {
		return h.done[:len(h.done):len(h.done)]
	}
	return nil
}

// attempts returns the attempts with a state of the video's file.
func (l *ledger) attempts(video string, from stamp) attempts {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.videos[video]; h != nil && h.states[from.key()] != nil {
		a := *h.states[from.key()]
		a.begun, a.own = maps.Clone(a.begun), maps.Clone(a.own)
		return a
	}
	return attempts{}
}

// noVideo reports whether the last round has found that a file is not a video.
func (l *ledger) noVideo(video string, from stamp) bool {
	a := l.attempts(video, from)
	return from.fine() && a.leftOut > 0 && a.leftOut == a.ended
}

// ended returns Failed with the error, or LeftOut, if a process has ended a video that way since
// this one has begun; else Undone.
func (l *ledger) ended(video string, from stamp) (Outcome, error) {
	a := l.attempts(video, from)
	if a.outcome == Failed {
		return Failed, errors.New(a.err)
	}
	return a.outcome, nil
}

// changed reads the journals, and returns the videos about which other processes have written.
func (l *ledger) changed(ctx context.Context) (videos []string, err error) {
	err = l.refresh(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	for video := range l.touched {
		videos = append(videos, video)
	}
	clear(l.touched)
	return videos, err
}
