package decode

import (
	"context"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/pairs"
)

// damaged copies a file and changes 40 bytes in its middle third.
func damaged(t *testing.T, path string, seed uint64) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(seed, 0))
	for range 40 {
		data[len(data)/3+rnd.IntN(len(data)/3)] ^= byte(1 + rnd.IntN(255))
	}
	return writeFile(t, filepath.Base(path), data)
}

// shown is everything that a decode shows of a file.
type shown struct {
	frames []shownFrame
	faults Faults
	first  string // text of faults.First, which is nil here
	err    string // why the file does not open
}

type shownFrame struct {
	print
	corrupt, keyFrame bool
	pictType          byte
}

// show decodes a file. It holds kept frames unreleased, so that the decoder reuses other memory.
func show(t *testing.T, hash maphash.Seed, path string, threads, kept int) shown {
	t.Helper()
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Threads: threads})
	if err != nil {
		return shown{err: err.Error()}
	}
	defer v.Close()
	var s shown
	var held []*Frame
	for f := next(t, v); f != nil; f = next(t, v) {
		s.frames = append(s.frames, shownFrame{printOf(hash, f), f.Corrupt, f.KeyFrame, f.PictType})
		if held = append(held, f); len(held) > kept {
			held[0].Release()
			held = held[1:]
		}
	}
	for _, f := range held {
		f.Release()
	}
	if s.faults = v.Faults(); s.faults.Any() {
		s.first, s.faults.First = s.faults.First.Error(), nil
	}
	return s
}

// TestDamagedInputIsDecodedAlike decodes damaged clips repeatedly. With one thread the result is always
// the same; with more threads it is the same if no fault shows, and so is whether a fault shows.
func TestDamagedInputIsDecodedAlike(t *testing.T) {
	source := []string{"-f", "lavfi", "-i", "testsrc2=rate=25:duration=1:size=" + either("320x240", "96x64")}
	var paths []string
	for _, name := range []string{
		"tiny-420.mp4", "tiny-10bit.mp4", "tiny-open-gop.mp4", "tiny-gray.mp4", "tiny-vp9.webm", "tiny-mpeg2.ts", "tiny-palette.gif", "tiny-still.png",
		"tiny-rgb.mkv", "cockatoo.mp4", "nasa_13013.mp4", "people-detection.gif", "vp80-00-comprehensive-014.ivf",
	} {
		if path, ok := clip(name); ok && (!testing.Short() || filepath.Dir(path) == "../samples") {
			paths = append(paths, path)
		}
	}
	for _, c := range [][]string{
		{"vp8.ivf", "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "300k"},
		{"hevc.mp4", "-c:v", "libx265", "-x265-params", "log-level=none"},
		{"h264.264", "-c:v", "libx264"},
		{"mpeg4.avi", "-c:v", "mpeg4", "-bf", "2"},
		{"mjpeg.avi", "-c:v", "mjpeg"},
		{"ffv1.mkv", "-c:v", "ffv1", "-level", "1"},
		{"magicyuv.avi", "-c:v", "magicyuv"},
		{"prores.mov", "-c:v", "prores"},
		{"a.apng"},
	} {
		paths = append(paths, clips.Make(t, c[0], append(source[:len(source):len(source)], c[1:]...)...))
	}
	hash := maphash.MakeSeed()
	// Compared with one thread that holds no frame.
	ways := []struct{ threads, kept int }{{1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 0}, {2, 1}}
	cases := map[int][][]int{} // by path: variant and seed
	for c := range pairs.Cases(len(paths), len(ways), 3) {
		cases[c[0]] = append(cases[c[0]], c[1:])
	}
	for i, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			seeds := uint64(3)
			if i := open(t, path).Info(); i.Width*i.Height > 500_000 {
				seeds = 1
			}
			wants, files := make([]shown, seeds), make([]string, seeds)
			for seed := range seeds {
				files[seed] = damaged(t, path, seed)
				wants[seed] = show(t, hash, files[seed], 1, 0)
			}
			for _, c := range cases[i] {
				if c[1] >= len(files) {
					continue
				}
				way, want := ways[c[0]], wants[c[1]]
				got := show(t, hash, files[c[1]], way.threads, way.kept)
				faulty := want.err != "" || want.first != ""
				wrong := !reflect.DeepEqual(got, want)
				if way.threads > 1 {
					wrong = (got.err != "" || got.first != "") != faulty || !faulty && wrong
				}
				if wrong {
					t.Errorf("seed %d, %d threads, %d frames kept: %s", c[1], way.threads, way.kept, difference(got, want))
				}
			}
		})
	}
}

// TestConcealmentShows: damage that shows only in the decoder's concealment, which with several threads
// can mark the frame too late, shows in every run.
func TestConcealmentShows(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-open-gop.mp4")
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) / 4; i < len(data)/3; i += 50 {
		data[i] ^= 0x55
	}
	path := writeFile(t, "damaged.mp4", data)
	hash := maphash.MakeSeed()
	for _, threads := range []int{1, 2, 4} {
		for range either(30, 5) {
			if s := show(t, hash, path, threads, 0); s.first == "" {
				t.Errorf("%d threads: no fault shows", threads)
			}
		}
	}
}

// difference summarises where two decodes differ.
func difference(got, want shown) string {
	if len(got.frames) != len(want.frames) || got.faults != want.faults || got.first != want.first || got.err != want.err {
		return fmt.Sprintf("%d frames, %+v %q %q; want %d, %+v %q %q", len(got.frames), got.faults, got.first, got.err,
			len(want.frames), want.faults, want.first, want.err)
	}
	for i := range got.frames {
		if got.frames[i] != want.frames[i] {
			return fmt.Sprintf("frame %d is %+v, want %+v", i, got.frames[i], want.frames[i])
		}
	}
	return "none"
}

// TestDamageOfMPEG4Shows: damage that decoder threads, depending on their order, took for an encoder's
// habit shows in every run.
func TestDamageOfMPEG4Shows(t *testing.T) {
	path := kind{name: "a.m4v", args: "-c:v mpeg4 -f m4v"}.make(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := len(data) / 3
	path = writeFile(t, "removed.m4v", append(data[:n*7/10:n*7/10], data[n*17/10:]...))
	hash := maphash.MakeSeed()
	for _, threads := range []int{0, 1, 2} {
		for range either(30, 5) {
			if s := show(t, hash, path, threads, 0); s.first == "" {
				t.Errorf("%d threads: no fault shows", threads)
			}
		}
	}
}
