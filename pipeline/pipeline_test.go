package pipeline

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/tests/leak"
)

// tape is a sink that records the frames, and how often it was started.
type tape struct {
	begun   int
	indices []int64 // of the last run
	taken   int     // of all runs
	faults  int     // of the last run
	stopAt  int     // fails there, unless 0
	again   error   // error of the call after an error
}

var errTape = errors.New("no more tape")

func (s *tape) Write(_ context.Context, w io.Writer, pictures *Pictures) error {
	s.begun++
	s.indices, s.faults = nil, 0
	for {
		p, err := pictures.Next()
		s.faults += p.Faults
		if err == io.EOF {
			_, err := w.Write([]byte("whole"))
			return err
		}
		if err != nil {
			_, s.again = pictures.Next()
			return err
		}
		s.indices = append(s.indices, p.Frame.Index)
		s.taken++
		p.Frame.Release()
		pictures.Done(p.Part)
		if len(s.indices) == s.stopAt {
			return errTape
		}
	}
}

// damaged returns a copy of a clip with a part of its bytes removed.
func damaged(t *testing.T, clip string, from, to float64) string {
	t.Helper()
	data, err := os.ReadFile("../samples/" + clip)
	if err != nil {
		t.Fatal(err)
	}
	clear(data[int(float64(len(data))*from):int(float64(len(data))*to)])
	name := filepath.Join(t.TempDir(), clip)
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// healthy returns the number of frames of a damaged clip, and of those before its first fault.
func healthy(t *testing.T, path string) (before, all int) {
	t.Helper()
	video, err := decode.OpenVideo(t.Context(), path, decode.Options{Stream: decode.Best, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	for {
		f, err := video.Next()
		if !video.Faults().Any() {
			before++
		}
		if err == io.EOF {
			return before, all
		}
		if err != nil {
			t.Fatal(err)
		}
		all++
		f.Release()
	}
}

// The first fault ends decoding on several threads at once, at the cost of a new run from the
// start. If the output cannot be discarded there is only one run.
func TestFirstFault(t *testing.T) {
	for _, clip := range []string{"tiny-open-gop.mp4", "tiny-10bit.mp4", "sample.mp4"} {
		path := damaged(t, clip, 0.30, 0.35)
		before, all := healthy(t, path)
		if before > all/2 {
			t.Errorf("%s: the first fault comes after %d of %d frames", clip, before, all)
		}
		for _, to := range []io.Writer{nil, io.Discard} {
			var s tape
			o := Options{Path: path, Stream: decode.Best, Out: filepath.Join(t.TempDir(), "out"), To: to}
			var restarts, calls int
			last := int64(0)
			o.Progress = func(p Progress) {
				if calls++; p.Frames <= last {
					restarts++
				}
				last = p.Frames
			}
			faults, err := Run(t.Context(), o, &s)
			if err != nil {
				t.Fatal(err)
			}
			// Every decoded frame was taken, except the one with the fault. Threads may meet the
			// fault some frames earlier or later.
			wasted := s.taken - all
			if to == nil && (s.begun != 2 || wasted > before+8) || to != nil && (s.begun != 1 || wasted != 0) {
				t.Errorf("%s: begun %d times, %d frames in vain, %d before the first fault of %d", clip, s.begun, wasted, before, all)
			}
			if len(s.indices) != all || last != int64(all) || calls != s.taken || restarts > 1 {
				t.Errorf("%s: %d frames, progress ends at %d after %d calls", clip, len(s.indices), last, calls)
			}
			if !faults.Any() || s.faults != faults.Count() {
				t.Errorf("%s: %d faults, %+v", clip, s.faults, faults)
			}
		}
	}
}

// An error anywhere ends everything that was started, and leaves the old file.
func TestErrorsLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if err := os.WriteFile(out, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	leak.Check(t)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		sink   tape
		change func(*Options)
		want   error
	}{
		{context.Background(), tape{stopAt: 3}, func(*Options) {}, errTape},
		{cancelled, tape{}, func(*Options) {}, context.Canceled},
		{context.Background(), tape{}, func(o *Options) { o.Find = failing }, errFind},
		{context.Background(), tape{}, func(o *Options) { o.Companions = []string{o.Path} }, ErrSameFile},
		{context.Background(), tape{}, func(o *Options) { o.Path = "nowhere" }, os.ErrNotExist},
		{context.Background(), tape{}, func(o *Options) { o.Selection.Every = -1 }, nil},
	} {
		o := Options{Path: "../samples/tiny-420.mp4", Stream: decode.Best, Out: out}
		c.change(&o)
		if _, err := Run(c.ctx, o, &c.sink); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		} else if c.sink.again != nil && !errors.Is(c.sink.again, c.want) {
			t.Errorf("after %v comes %v", err, c.sink.again)
		}
	}
	if data, err := os.ReadFile(out); err != nil || string(data) != "old" {
		t.Errorf("the old file holds %q, %v", data, err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

var errFind = errors.New("cannot be found")

func failing(v *decode.Video) (p Chosen, err error) {
	if p.Frame, err = v.Next(); err == nil && p.Frame.Index == 5 {
		p.Frame.Release()
		return Chosen{}, errFind
	}
	return p, err
}

// Only wanted frames are in memory, and progress continues while others are skipped.
func TestSkippedPictures(t *testing.T) {
	var s tape
	var seen []Progress
	_, err := Run(t.Context(), Options{
		Path: "../samples/sample.mp4", Stream: decode.Best, Selection: Selection{Every: 200},
		Out: filepath.Join(t.TempDir(), "out"), Progress: func(p Progress) { seen = append(seen, p) },
	}, &s)
	if err != nil || len(s.indices) != 2 {
		t.Fatalf("%v, %d", err, s.indices)
	}
	for i, p := range seen {
		if i > 0 && (p.Part < seen[i-1].Part || p.Frames < seen[i-1].Frames) {
			t.Errorf("%+v after %+v", p, seen[i-1])
		}
	}
	if len(seen) < 100 || seen[len(seen)-1].Frames != 2 {
		t.Errorf("%d calls for 250 frames, the last %+v", len(seen), seen[len(seen)-1])
	}
}

// meter is a sink that counts allocations between two of its frames.
type meter struct{ from, to, mallocs uint64 }

func (s *meter) Write(_ context.Context, _ io.Writer, pictures *Pictures) error {
	var stats runtime.MemStats
	for i := uint64(0); ; i++ {
		p, err := pictures.Next()
		if err != nil {
			return nil
		}
		if i == s.from || i == s.to {
			runtime.ReadMemStats(&stats)
			s.mallocs = stats.Mallocs - s.mallocs
		}
		p.Frame.Release()
		pictures.Done(p.Part)
	}
}

// Passing on a frame allocates nothing.
func TestNothingForAPicture(t *testing.T) {
	s := meter{from: 50, to: 240}
	o := Options{Path: "../samples/sample.mp4", Stream: decode.Best, Out: filepath.Join(t.TempDir(), "out"), Progress: func(Progress) {}}
	if _, err := Run(t.Context(), o, &s); err != nil {
		t.Fatal(err)
	}
	if each := float64(s.mallocs) / float64(s.to-s.from); each > 0.5 {
		t.Errorf("%.2f allocations a picture", each)
	} else {
		t.Logf("%d allocations in %d pictures", s.mallocs, s.to-s.from)
	}
}
