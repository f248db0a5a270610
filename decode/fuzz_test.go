package decode

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// fuzzLength is the longest input in bytes: twice the longest seed, because longer inputs take
	// longer.
	fuzzLength = 16 << 10
	// fuzzPixels limits the frames that a codec allocates and clears for a changed size;
	// trust.TestMutants has sizes up to the limits.
	fuzzPixels = 256 * 256
)

// ways are the operations on a file. Opening takes most of the time, so each execution has only one.
var ways = []func(context.Context, string){
	func(ctx context.Context, path string) { fuzzVideo(ctx, path, nil) },
	func(ctx context.Context, path string) {
		fuzzVideo(ctx, path, func(v *Video) error { return v.SeekIndex(1) })
	},
	func(ctx context.Context, path string) {
		fuzzVideo(ctx, path, func(v *Video) error { return v.SeekTime(0.15) })
	},
	fuzzSound,
	fuzzPackets,
}

// FuzzOpen opens arbitrary bytes as a file and decodes a little, seeks, reads sound or its packets. All
// of that must return, with or without an error.
func FuzzOpen(f *testing.F) {
	for _, s := range seeds {
		data, err := os.ReadFile(s.path())
		if err != nil {
			f.Fatal(err)
		}
		for way := range ways {
			f.Add(data, byte(way))
		}
	}
	// The fuzzer minimises an input with a new path through Go code for a minute, in which it could try
	// others: that path says little about FFmpeg's code.
	if limit := flag.Lookup("test.fuzzminimizetime"); limit.Value.String() == limit.DefValue {
		if err := limit.Value.Set("1x"); err != nil {
			f.Fatal(err)
		}
	}
	file := memory(f)
	f.Fuzz(func(t *testing.T, data []byte, way byte) {
		if len(data) > fuzzLength {
			return
		}
		if err := file.fill(data); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		ways[int(way)%len(ways)](WithAccess(ctx, Access{MaxPixels: fuzzPixels}), file.path)
		if ctx.Err() != nil {
			t.Fatal("does not end")
		}
	})
}

// memoryFD is a file in memory with a path.
type memoryFD struct {
	*os.File
	path string
}

func memory(tb testing.TB) memoryFD {
	tb.Helper()
	fd, err := unix.MemfdCreate("fuzz", unix.MFD_CLOEXEC)
	if err != nil {
		tb.Fatal(err)
	}
	file := os.NewFile(uintptr(fd), "fuzz")
	tb.Cleanup(func() { file.Close() })
	return memoryFD{file, fmt.Sprintf("/proc/self/fd/%d", fd)}
}

func (m memoryFD) fill(data []byte) error {
	if err := m.Truncate(int64(len(data))); err != nil {
		return err
	}
	_, err := m.WriteAt(data, 0)
	return err
}

// fuzzVideo reads some frames and, with a seek, some more after it.
func fuzzVideo(ctx context.Context, path string, seek func(*Video) error) {
	v, err := OpenVideo(ctx, path, Options{Stream: Best, Threads: 1})
	if err != nil {
		return
	}
	defer v.Close()
	if fuzzPictures(v); seek != nil && seek(v) == nil {
		fuzzPictures(v)
	}
}

func fuzzPictures(v *Video) {
	for range 4 {
		f, err := v.Next()
		if err != nil {
			return
		}
		for i := range f.Picture.Planes {
			for y := range f.Picture.Planes[i].Height {
				f.Picture.Planes[i].Row(y, f.Picture.Format.SampleBytes())
			}
		}
		f.Release()
	}
}

func fuzzSound(ctx context.Context, path string) {
	s, err := OpenSound(ctx, path, 48000)
	if err != nil {
		return
	}
	defer s.Close()
	buf := make([]float32, 4096)
	for range 4 {
		if _, err := s.Read(buf); err != nil {
			return
		}
	}
	if s.SeekTime(0.1) == nil {
		s.Read(buf)
	}
}

func fuzzPackets(ctx context.Context, path string) {
	p, err := OpenSoundPackets(ctx, path)
	if err != nil {
		return
	}
	defer p.Close()
	for range 2 {
		for range 8 {
			if _, err := p.Next(); err != nil {
				break
			}
		}
		if p.SeekTime(0.1) != nil {
			return
		}
	}
}
