package decode

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzOpen opens arbitrary bytes as a file, decodes a little, seeks and reads
// sound, decoded and as packets; all of that has to end, in an error or not.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))
	for _, args := range [][]string{
		{"a.mp4", "-c:v", "mpeg4"}, {"a.mkv", "-c:v", "ffv1"}, {"a.ts", "-c:v", "mpeg2video"}, {"a.264", "-c:v", "libx264"}, {"a.avi", "-c:v", "mjpeg"}, {"a.png", "-frames:v", "1"},
	} {
		source := []string{"-f", "lavfi", "-i", "testsrc2=size=32x16:rate=5:duration=1"}
		if args[0] == "a.mkv" || args[0] == "a.ts" {
			source = append(source, "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "mp2")
		}
		path := ffmpeg(f, args[0], append(source, args[1:]...)...)
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		fuzzVideo(ctx, path)
		fuzzSound(ctx, path)
		fuzzPackets(ctx, path)
		if ctx.Err() != nil {
			t.Fatal("does not end")
		}
	})
}

func fuzzVideo(ctx context.Context, path string) {
	v, err := OpenVideo(ctx, path, Options{Stream: Best, Threads: 1})
	if err != nil {
		return
	}
	defer v.Close()
	for _, seek := range []func() error{nil, func() error { return v.SeekIndex(3) }, func() error { return v.SeekTime(0.5) }} {
		if seek != nil && seek() != nil {
			return
		}
		for range 10 {
			f, err := v.Next()
			if err != nil {
				break
			}
			for i := range f.Picture.Planes {
				for y := range f.Picture.Planes[i].Height {
					f.Picture.Planes[i].Row(y, f.Picture.Format.SampleBytes())
				}
			}
			f.Release()
		}
	}
}

func fuzzSound(ctx context.Context, path string) {
	s, err := OpenSound(ctx, path, 48000)
	if err != nil {
		return
	}
	defer s.Close()
	buf := make([]float32, 4096)
	for range 10 {
		if _, err := s.Read(buf); err != nil {
			return
		}
	}
	if s.SeekTime(0.3) == nil {
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
		for range 20 {
			if _, err := p.Next(); err != nil {
				break
			}
		}
		if p.SeekTime(0.2) != nil {
			return
		}
	}
}
