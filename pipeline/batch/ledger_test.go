package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/atomicfile/atomicfiletest"
	"ffkvadrat/atomicfile/statefile/statefiletest"
)

func ledgerOf(t *testing.T, folder string, s settings) *ledger {
	t.Helper()
	l, err := openLedger(t.Context(), folder, s, func(string) bool { return true }, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	return l
}

// What one process writes, others read: from the beginning, and incrementally. A process reuses the
// journal of one that has ended.
func TestLedger(t *testing.T) {
	folder := t.TempDir()
	one := ledgerOf(t, folder, settings{Program: "test"})
	two := ledgerOf(t, folder, settings{Program: "test"})
	other := ledgerOf(t, folder, settings{Program: "another"})
	if one.own.Name() == two.own.Name() || one.job() != two.job() || one.job() == other.job() {
		t.Fatalf("journals %s and %s, jobs %s, %s and %s", one.own.Name(), two.own.Name(), one.job(), two.job(), other.job())
	}
	from := stamp{Size: 5, ModTime: time.Now().UTC()}
	for _, state := range []state{begun, begun, undone, begun} {
		if err := one.note(&event{Video: "sub/a", State: state, Round: 1, From: from}); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.finish(&record{Output: "sub/b.0123456789abcdef.ndjson", Settings: one.settings, Frames: 7}); err != nil {
		t.Fatal(err)
	}
	changed, err := two.changed(t.Context())
	if err != nil || len(changed) != 2 {
		t.Fatalf("%q, %v", changed, err)
	}
	if changed, err := other.changed(t.Context()); err != nil || len(changed) != 0 {
		t.Fatalf("with other settings %q, %v", changed, err)
	}
	for _, l := range []*ledger{one, two, ledgerOf(t, folder, settings{Program: "test"})} {
		if n := l.attempts("sub/a", from).tries(); n != 2 {
			t.Errorf("%d tries", n)
		}
		if n := l.attempts("sub/a", stamp{Size: 6}).tries(); n != 0 {
			t.Errorf("%d tries of a video that has changed", n)
		}
		if done := l.done("sub/b"); len(done) != 1 || done[0].Frames != 7 {
			t.Errorf("%v", done)
		}
	}
	if err := two.note(&event{Video: "sub/a", State: failed, Round: 1, From: from, Error: "why"}); err != nil {
		t.Fatal(err)
	}
	if changed, err := one.changed(t.Context()); err != nil || len(changed) != 1 || changed[0] != "sub/a" {
		t.Errorf("%q, %v", changed, err)
	}
	if outcome, err := one.ended("sub/a", from); outcome != Failed || err.Error() != "why" {
		t.Errorf("%v, %v", outcome, err)
	}
	// A process that joins later tries again.
	late := ledgerOf(t, folder, settings{Program: "test"})
	if outcome, _ := late.ended("sub/a", from); outcome != Undone || late.attempts("sub/a", from).tries() != 0 {
		t.Errorf("%v, %d tries", outcome, late.attempts("sub/a", from).tries())
	}
	name := one.own.Name()
	if _, err := one.own.WriteString(`{"film":"sub/a","sta`); err != nil {
		t.Fatal(err)
	}
	one.close()
	one.own, one.lock = nil, nil
	if heir := ledgerOf(t, folder, settings{Program: "test"}); heir.own.Name() != name || len(heir.done("sub/b")) != 1 {
		t.Errorf("%s in place of %s, %v", heir.own.Name(), name, heir.done("sub/b"))
	}
	if text, err := os.ReadFile(name); err != nil || !strings.HasSuffix(string(text), "}\n") {
		t.Errorf("%q, %v", text, err)
	}
}

// Clocks decide nothing: whatever the lines' times are, and in whatever order the journals are
// read, a failure ends the tries of its round only.
func TestRoundsNotClocks(t *testing.T) {
	from := stamp{Size: 5, ModTime: time.Now().UTC(), Number: 7, Changed: time.Now().UTC()}
	other := from
	other.Number = 8 // a file of the same name, size and time in another folder
	key := settings{}.key()
	lineOf := func(s state, round int64, from stamp, year int) []byte {
		text, err := json.Marshal(event{Video: "a", State: s, Round: round, From: from, Settings: key, Time: time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		return append(text, '\n')
	}
	done, err := json.Marshal(record{Output: "a.0123456789abcdef.ndjson", From: other, Round: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, years := range [][]int{{1970, 2026, 2100}, {2100, 2026, 1970}} {
		for _, names := range [][]string{{"a", "b", "c"}, {"c", "b", "a"}} {
			folder := t.TempDir()
			for i, text := range [][]byte{
				slices.Concat(lineOf(begun, 1, from, years[0]), lineOf(begun, 1, from, years[0]), lineOf(begun, 1, other, years[0])),
				slices.Concat(lineOf(begun, 1, from, years[1]), lineOf(failed, 1, from, years[1]), done, []byte("\n")),
				slices.Concat(lineOf(begun, 2, from, years[2]), lineOf(begun, 2, from, years[2]), lineOf(undone, 2, from, years[2])),
			} {
				write(t, filepath.Join(folder, QueueFolder, names[i]+journalExtension), text)
			}
			l := ledgerOf(t, folder, settings{})
			if a := l.attempts("a", from); a.tries() != 1 || a.ended != 1 {
				t.Errorf("years %v, journals %q: %d tries after round %d", years, names, a.tries(), a.ended)
			}
			if a := l.attempts("a", other); a.tries() != 0 || a.ended != 1 {
				t.Errorf("the other file: %d tries after round %d", a.tries(), a.ended)
			}
			l.close()
			l.own, l.lock = nil, nil
		}
	}
}

// A journal is bounded: a process that is alone in the folder removes obsolete lines, and keeps the
// others.
func TestCompact(t *testing.T) {
	folder := t.TempDir()
	s := settings{Program: "test"}
	stampAt := func(n int) stamp {
		return stamp{Size: int64(n), ModTime: time.Unix(int64(n), 0).UTC(), Number: 1, Changed: time.Unix(int64(n), 1).UTC()}
	}
	first, again := ledgerOf(t, folder, s), ledgerOf(t, folder, s)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	why := strings.Repeat("why ", 5000)
	for round := range int64(60) { // a video that fails in every run, on two machines alternately
		l := []*ledger{first, again}[round%2]
		must(l.note(&event{Video: "fails", State: begun, Round: round + 1, From: stampAt(1)}))
		must(l.note(&event{Video: "fails", State: failed, Round: round + 1, From: stampAt(1), Error: why}))
		must(l.note(&event{Video: "grows", State: begun, Round: 1, From: stampAt(int(round))}))
		must(l.note(&event{Video: "grows", State: failed, Round: 1, From: stampAt(int(round)), Error: why}))
		must(first.finish(&record{Output: "made.0123456789abcdef.ndjson", From: stampAt(int(round)), Settings: s}))
	}
	must(first.note(&event{Video: "fails", State: begun, Round: 61, From: stampAt(1)}))
	must(first.note(&event{Video: "fails", State: begun, Round: 61, From: stampAt(1)}))
	must(again.note(&event{Video: "fails", State: begun, Round: 61, From: stampAt(1)}))
	must(again.note(&event{Video: "fails", State: undone, Round: 61, From: stampAt(1)}))
	must(first.note(&event{Video: "no video", State: leftOut, Round: 1, From: stampAt(2)}))
	damaged := filepath.Join(folder, QueueFolder, "damaged"+journalExtension)
	write(t, damaged, []byte(strings.Repeat("\n", 2<<20)))
	sizes := func() (total int64) {
		for _, l := range []*ledger{first, again} {
			info, err := os.Stat(l.own.Name())
			must(err)
			total += info.Size()
		}
		return total
	}
	before := sizes()
	if beside := ledgerOf(t, folder, s); sizes() != before {
		t.Error("journals are written anew while their processes run")
	} else {
		beside.close()
		beside.own, beside.lock = nil, nil
	}
	for _, l := range []*ledger{first, again} {
		l.close()
		l.lock = nil
	}
	heir := ledgerOf(t, folder, s)
	if after := sizes(); after > before/5 {
		t.Errorf("%d bytes of %d stay", after, before)
	}
	if a := heir.attempts("fails", stampAt(1)); a.ended != 60 || a.tries() != 2 {
		t.Errorf("%d tries after round %d", a.tries(), a.ended)
	}
	if a := heir.attempts("grows", stampAt(59)); a.ended != 1 || a.tries() != 0 {
		t.Errorf("the last state: %d tries after round %d", a.tries(), a.ended)
	}
	if done := heir.done("made"); len(done) != keptStates || !done[len(done)-1].From.is(stampAt(59)) {
		t.Errorf("records %v", done)
	}
	if !heir.noVideo("no video", stampAt(2)) {
		t.Error("what is no video is forgotten")
	}
	if info, err := os.Stat(damaged); err != nil || info.Size() != 2<<20 {
		t.Errorf("the damaged journal: %v", err)
	}
}

// A process that is alone in the folder sweeps it, at its start and at its end.
func TestLedgerSweeps(t *testing.T) {
	folder, swept := t.TempDir(), 0
	join := func() *ledger {
		l, err := openLedger(t.Context(), folder, settings{}, func(string) bool { return true }, func() error { swept++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	one := join()
	two := join()
	if swept != 1 {
		t.Errorf("swept %d times", swept)
	}
	one.close()
	if swept != 1 {
		t.Errorf("swept %d times beside another process", swept)
	}
	two.close()
	if swept != 2 {
		t.Errorf("swept %d times", swept)
	}
}

// Other things under the names of the ledger's files are refused and left alone.
func TestLedgerIsRefused(t *testing.T) {
	for _, file := range []string{"id", "lock", "x-1.ndjson"} {
		t.Run(file, func(t *testing.T) {
			statefiletest.Run(t, file, false, func(t *testing.T, path string) error {
				l := newLedger("", settings{}, func(string) bool { return true }, func() error { return nil })
				l.folder = filepath.Dir(path)
				defer l.close()
				return l.open(t.Context())
			})
		})
	}
	folder, elsewhere := t.TempDir(), t.TempDir()
	if err := os.Symlink(elsewhere, filepath.Join(folder, QueueFolder)); err != nil {
		t.Fatal(err)
	}
	if _, err := openLedger(t.Context(), folder, settings{}, func(string) bool { return true }, func() error { return nil }); err == nil {
		t.Error("a link is followed")
	}
	if left, _ := os.ReadDir(elsewhere); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Only half-written outputs of the batch's videos are swept.
func TestQueueSweeps(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	long := strings.Repeat("n", 190)
	for _, name := range []string{"a.mp4", "sub/b.mp4", long} {
		put(t, filepath.Join(dir, name), "tiny-still.png", nil)
	}
	hash := ".0123456789abcdef"
	var gone, stay []string
	leave := func(list *[]string, names ...string) {
		for _, name := range names {
			temp := atomicfiletest.LeaveElsewhere(t, filepath.Join(folder, name))
			*list = append(*list, filepath.Join(filepath.Dir(name), filepath.Base(temp)))
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	leave(&gone, "a.mp4"+hash+".ndjson", "a.mp4"+hash+".yuvplaylist", "sub/b.mp4"+hash+".ndjson", long+hash+".ndjson")
	leave(&stay, "a.mp4.ndjson", "c.mp4"+hash+".ndjson", "b.mp4"+hash+".ndjson", "a.mp4.0123456789abcdeF.ndjson")
	q := queueRunner{runner: &runner{Options: options(t, folder, dir)}}
	if err := q.sweep(); err != nil {
		t.Fatal(err)
	}
	left := tree(t, folder)
	for _, name := range gone {
		if _, ok := left[name]; ok {
			t.Errorf("%s is left", name)
		}
	}
	for _, name := range stay {
		if _, ok := left[name]; !ok {
			t.Errorf("%s is gone", name)
		}
	}
}

// The hash in a result's name can be computed from the video and the journal.
func TestResultHash(t *testing.T) {
	video := filepath.Join(t.TempDir(), "film")
	write(t, video, []byte("film"))
	s := settings{Program: "p"}
	one, err := s.hash(t.Context(), video)
	two, err2 := settings{Program: "q"}.hash(t.Context(), video)
	write(t, video, []byte("other"))
	three, err3 := s.hash(t.Context(), video)
	if err := errors.Join(err, err2, err3); err != nil || len(one) != 16 || one == two || one == three || two == three {
		t.Errorf("%s, %s, %s, %v", one, two, three, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := s.hash(ended, video); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	for output, want := range map[name]string{
		"a.mp4.0123456789abcdef.ndjson": "a.mp4", "sub/a.0123456789abcdef.x.0123456789abcdef.ndjson.zst": "sub/a.0123456789abcdef.x", "\xff\n.0123456789abcdef": "\xff\n",
	} {
		if got, ok := videoOf(output); !ok || got != want {
			t.Errorf("%q: %q, %v", output, got, ok)
		}
	}
	for _, output := range []name{"", "a.mp4.ndjson", "a.mp4.0123456789abcde.ndjson", "a.0123456789abcdef.x/b.ndjson"} {
		if got, ok := videoOf(output); ok {
			t.Errorf("%q: %q", output, got)
		}
	}
}

// FuzzLedger reads any text as a journal of another process.
func FuzzLedger(f *testing.F) {
	key := settings{}.key()
	f.Add([]byte(fmt.Sprintf(`{"film":"a","state":"begun","settings_hash":%q}`+"\n"+`{"film":"a","state":"undone","settings_hash":%[1]q}`+"\n"+`{"film":"a","state":"x","settings_hash":%[1]q}`+"\n", key)))
	f.Add([]byte(`{"output":"a.0123456789abcdef.ndjson","settings":{},"frames":3}` + "\n" + `{"output":"b`))
	f.Add([]byte("\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		folder := t.TempDir()
		path := filepath.Join(folder, QueueFolder, "other-1.ndjson")
		write(t, path, data)
		l := ledgerOf(t, folder, settings{})
		for video, h := range l.videos {
			for _, a := range h.states {
				if n := a.tries(); n < 0 || n > max(Tries, len(data)) {
					t.Errorf("%d tries of %q", n, video)
				}
			}
		}
		if _, err := l.changed(t.Context()); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != string(data) {
			t.Errorf("%q became %q, %v", data, text, err)
		}
	})
}
