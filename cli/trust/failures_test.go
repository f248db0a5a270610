package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/cli/trust/inject"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/tests/leak"
)

// failureClips are small clips in containers that are read in very different ways.
func failureClips(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	source := []string{"-f", "lavfi", "-i", "testsrc2=size=48x32:rate=25:duration=0.4"}
	var paths []string
	for _, c := range [][]string{
		{"a.mp4", "-c:v", "libx264", "-g", "5"},
		{"front.mp4", "-c:v", "mpeg4", "-movflags", "+faststart"},
		{"a.mkv", "-c:v", "libx264"},
		{"a.avi", "-c:v", "mjpeg", "-q:v", "20"},
		{"a.ts", "-c:v", "mpeg2video"},
		{"a.gif"},
	} {
		path := filepath.Join(dir, c[0])
		ffmpeg(t, append(append(source[:len(source):len(source)], c[1:]...), path)...)
		paths = append(paths, path)
	}
	return paths
}

// TestReadErrors makes reads fail from a byte on, for bytes all over a file.
func TestReadErrors(t *testing.T) { runInjected(t, "reads", failureClips(t)...) }

// TestAllocationFailures makes one allocation of FFmpeg or of our C code fail, or all from one on.
// It decodes on one thread, because FFmpeg 5.1's frame threads abort the process if a picture
// cannot be allocated.
func TestAllocationFailures(t *testing.T) { runInjected(t, "allocations", failureClips(t)...) }

// readsChild exports files whose reads fail.
func readsChild(paths []string) error {
	c, err := inject.Mapped()
	if err != nil {
		return err
	}
	for _, path := range paths {
		f, err := newFailing(path, c, false)
		if err != nil {
			return err
		}
		size := int64(len(f.data))
		for at := int64(0); at < size; at += 1 + size/readPlaces() {
			c.ReadAt.Store(at)
			if err := f.try(fmt.Sprintf("reads fail from byte %d", at), syscall.EIO); err != nil {
				return err
			}
		}
		fmt.Println(f)
	}
	return nil
}

// readPlaces and allocPlaces are the largest numbers of places in each file at which a call fails.
// In small files all places are tried.
func readPlaces() int64  { return places(60) }
func allocPlaces() int64 { return places(30) }

// places returns n, or a third with -short.
func places(n int64) int64 {
	if testing.Short() {
		return n / 3
	}
	return n
}

// allocationsChild exports files while allocations fail.
func allocationsChild(paths []string) error {
	c, err := inject.Mapped()
	if err != nil {
		return err
	}
	for _, path := range paths {
		f, err := newFailing(path, c, true)
		if err != nil {
			return err
		}
		n := c.Allocs.Load()
		if n < 100 {
			return fmt.Errorf("%s: only %d allocations seen", path, n)
		}
		for at := int64(0); at < n; at += 1 + n/allocPlaces() {
			for _, until := range []int64{at + 1, math.MaxInt64} {
				c.Reset()
				c.AllocFrom.Store(at)
				c.AllocUntil.Store(until)
				// FFmpeg's demuxers take some single failures for the end of a list or of the file.
				// If memory stays short, they report it.
				f.strict = until != at+1
				if err := f.try(fmt.Sprintf("allocations %d until %d of %d fail", at, until, n), nil); err != nil {
					return err
				}
			}
		}
		fmt.Println(f)
	}
	return nil
}

// failing exports a file repeatedly.
type failing struct {
	path, out    string
	control      *inject.Control
	stream       bool   // to a stream, decoding on one thread
	strict       bool   // an incomplete export must be reported
	data, good   []byte // the file and its whole export
	frames       int
	before       leak.Held
	tries        int
	done, partly int
}

// newFailing exports the file without a failure.
func newFailing(path string, c *inject.Control, stream bool) (*failing, error) {
	c.Reset()
	f := &failing{path: path, out: path + ".ndjson", control: c, stream: stream, strict: true}
	var err error
	if f.data, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	if f.frames, f.good, err = f.export(context.Background()); err != nil {
		return nil, err
	}
	f.before = leak.Now()
	return f, nil
}

// export exports the file and returns the output's content afterwards.
func (f *failing) export(ctx context.Context) (frames int, got []byte, err error) {
	engine := analysis.NewCPU()
	defer engine.Release()
	if f.stream {
		var out bytes.Buffer
		frames, err = run(ctx, engine, quads.Options{Path: f.path, Stream: decode.Best, Params: variants[0], To: &out})
		return frames, out.Bytes(), err
	}
	frames, err = pipeline(ctx, f.path, f.out, 0, engine)
	f.control.Reset()
	got, unreadable := os.ReadFile(f.out)
	return frames, got, errors.Join(err, unreadable)
}

// try exports the file while something fails. The result must be the whole export, a part of it
// that is reported as damaged, or an error that names the file and, if known, the cause, and leaves
// the old export unchanged.
func (f *failing) try(what string, cause error) error {
	f.tries++
	old := []byte("what was there before")
	if err := os.WriteFile(f.out, old, 0o600); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	frames, got, failure := f.export(ctx)
	err := ctx.Err()
	cancel()
	f.control.Reset()
	switch {
	case err != nil:
	case failure == nil:
		f.done++
		if f.strict && !bytes.Equal(got, f.good) {
			err = fmt.Errorf("done, and %d frames of %d", frames, f.frames)
		}
	case errors.Is(failure, errDamaged):
		f.partly++
		var n int
		if n, err = readBack(got); err == nil && (n != frames || frames > f.frames || n == 0) {
			err = fmt.Errorf("%d frames, %d read back of %d", frames, n, f.frames)
		}
	case strings.Contains(failure.Error(), "\n") || !strings.Contains(failure.Error(), f.path):
		err = fmt.Errorf("no error of one line that names the file: %q", failure)
	case cause != nil && !errors.Is(failure, cause):
		err = fmt.Errorf("the cause %w is not that of %q", cause, failure)
	case !f.stream && !bytes.Equal(got, old):
		err = errors.New("the old export is gone")
	}
	if err == nil {
		err = f.before.Settle()
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(f.out), ".*")); err == nil && len(left) > 0 {
		err = fmt.Errorf("left behind: %q", left)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", f.path, what, err)
	}
	return nil
}

func (f *failing) String() string {
	return fmt.Sprintf("%s: %d tries: %d done, %d damaged, %d refused", filepath.Base(f.path), f.tries, f.done, f.partly, f.tries-f.done-f.partly)
}
