package batch

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
)

// openLedger joins the processes that work in a folder with a queue. If there are none, it sweeps
// the folder, as close does.
func openLedger(ctx context.Context, folder string, s settings, wanted func(video string) bool, sweep func() error) (*ledger, error) {
	l := newLedger(folder, s, wanted, sweep)
	if err := l.open(ctx); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func newLedger(folder string, s settings, wanted func(video string) bool, sweep func() error) *ledger {
	return &ledger{
		folder: filepath.Join(folder, QueueFolder), sweep: sweep, settings: s, key: s.key(), wanted: wanted,
		read: map[string]int64{}, videos: map[string]*history{}, touched: map[string]bool{},
	}
}

func (l *ledger) open(ctx context.Context) (err error) {
	if err := os.MkdirAll(l.folder, 0o777); err != nil {
		return err
	}
	if info, err := os.Lstat(l.folder); err != nil || !info.IsDir() { // a link may point anywhere
		return errors.Join(err, fmt.Errorf("%s is not a folder", l.folder))
	}
	if l.id, err = folderID(filepath.Join(l.folder, "id")); err != nil {
		return err
	}
	if l.lock, err = statefile.Open(filepath.Join(l.folder, "lock"), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return err
	}
	if err := l.alone(func() error { return errors.Join(l.sweep(), compact(ctx, l.folder)) }); err != nil {
		return err
	}
	for !relock(l.lock, atomicfile.Shared) { // another process is sweeping
		if pause(ctx, 10*time.Millisecond); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if l.own, err = ownJournal(l.folder); err != nil {
		return err
	}
	if err := l.refresh(ctx); err != nil {
		return err
	}
	l.now = true
	clear(l.touched)
	whole := l.read[filepath.Base(l.own.Name())]
	if err := l.own.Truncate(whole); err != nil {
		return err
	}
	_, err = l.own.Seek(whole, io.SeekStart)
	return err
}

// alone calls do if no other process works in the folder. Without file locks it does not.
func (l *ledger) alone(do func() error) error {
	if atomicfile.TryLock(l.lock, atomicfile.Exclusive) != nil {
		return nil
	}
	return do()
}

// close leaves the folder. The last process sweeps it.
func (l *ledger) close() {
	if l.own != nil {
		removeEmptyFile(l.own)
	}
	if l.lock != nil {
		l.alone(l.sweep) // after an error the next run sweeps
		l.lock.Close()
	}
}

// ownJournal opens a journal that no other process writes: the first free one among those that
// processes of this machine have created.
func ownJournal(folder string) (*os.File, error) {
	host, err := os.Hostname()
	if host = unsafe.ReplaceAllString(host, "-"); err != nil || host == "" {
		host = "host"
	}
	for n := 1; ; n++ {
		path := filepath.Join(folder, fmt.Sprintf("%s-%d%s", host, n, journalExtension))
		file, err := lock(path, atomicfile.Exclusive)
		switch {
		case errors.Is(err, ErrBusy):
			continue
		case err != nil:
			return nil, err
		case atomicfile.TryLock(file, atomicfile.Exclusive) == nil:
			return file, nil
		}
		// The file system has no locks: use a unique name.
		removeEmptyFile(file)
		path = filepath.Join(folder, host+"-"+rand.Text()+journalExtension)
		return statefile.Open(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	}
}

// unsafe matches the characters of a machine's name that are not allowed in the journal's.
var unsafe = regexp.MustCompile(`[^0-9A-Za-z.-]+`)

// folderID returns the identity of a folder, which distinguishes its queue from others. The first
// process creates it.
func folderID(path string) (string, error) {
	for {
		file, err := statefile.Open(path, os.O_RDONLY, 0)
		if err == nil {
			defer file.Close()
			text, err := io.ReadAll(io.LimitReader(file, 100))
			id := strings.TrimSpace(string(text))
			if err == nil && id == "" {
				err = fmt.Errorf("%s is empty: make sure that no other process works in the folder, then remove it", path)
			}
			return id, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		own, err := atomicfile.Replace(path, 0)
		if err != nil {
			return "", err
		}
		defer own.Abort()
		if _, err := own.Write([]byte(rand.Text() + "\n")); err != nil {
			return "", err
		}
		if err := atomicfile.PublishAll(nil, own); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
}
