package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/statefile/statefiletest"
)

// If the journal's name is a link, it is not followed; if it is a pipe, opening does not block; in
// both cases no video is exported.
func TestJournalIsRefused(t *testing.T) {
	for _, resume := range []bool{false, true} {
		t.Run(fmt.Sprintf("resume %v", resume), func(t *testing.T) {
			statefiletest.Run(t, JournalName, false, func(t *testing.T, path string) error {
				o := options(t, filepath.Dir(path), "../../samples/tiny-still.png")
				o.Resume = resume
				o.Engine = func() (analysis.Engine, error) { return nil, errors.New("the export begins") }
				_, err := Run(t.Context(), o, watch{})
				return err
			})
		})
	}
}

// A journal may be large: only records of the batch are kept. A line that is too long is not a
// record, and ends the journal.
func TestLongJournal(t *testing.T) {
	folder := t.TempDir()
	j, err := openJournal(t.Context(), folder, Shard{}, false, every)
	if err != nil {
		t.Fatal(err)
	}
	records := 5000
	if testing.Short() {
		records = 100
	}
	for i := range records {
		if err := j.write(&record{Output: name(fmt.Sprint(i)), Source: name(strings.Repeat("\x01", 4096))}); err != nil {
			t.Fatal(err)
		}
	}
	j.close()
	path := filepath.Join(folder, JournalName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	long := append(bytes.Repeat([]byte(" "), maxLine), `{"output":"x"}`+"\n"...)
	write(t, path, append(whole[:len(whole):len(whole)], long...))
	if j, err = openJournal(t.Context(), folder, Shard{}, true, func(n name) bool { return n == "17" || n == "x" }); err != nil {
		t.Fatal(err)
	}
	j.close()
	if _, ok := j.done["17"]; !ok || len(j.done) != 1 {
		t.Errorf("%d records", len(j.done))
	}
	if rest, err := os.ReadFile(path); err != nil || !bytes.Equal(rest, whole) {
		t.Errorf("%d bytes are left, %v, want %d", len(rest), err, len(whole))
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := openJournal(ended, folder, Shard{}, true, every); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the context's", err)
	}
}
