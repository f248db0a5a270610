package decode

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// numbered is an output of n pictures, numbered from first on.
func numbered(pattern string, first, n int, options ...string) clips.Output {
	args := append([]string{"-frames:v", fmt.Sprint(n)}, options...)
	return clips.Output{Name: pattern, Args: append(args, "-start_number", fmt.Sprint(first), "-strict", "-1")}
}

// encodedAs makes pictures of 16×16 pixels with the ffmpeg command, each output in a new folder, and returns
// their patterns.
func encodedAs(t *testing.T, outputs ...clips.Output) []string {
	t.Helper()
	return clips.Each(t, []string{"-f", "lavfi", "-i", "testsrc2=s=16x16:r=25"}, outputs...)
}

// encoded makes n pictures, numbered from first on in a new folder, and returns their pattern.
func encoded(t *testing.T, pattern string, first, n int, options ...string) string {
	t.Helper()
	return encodedAs(t, numbered(pattern, first, n, options...))[0]
}

// singles returns the samples of picture files as the ffmpeg command decodes each, in a pixel format.
func singles(t *testing.T, names []string, format string) (samples [][]byte) {
	t.Helper()
	var inputs []string
	var outputs []clips.Output
	for i, name := range names {
		inputs = append(inputs, "-i", name)
		outputs = append(outputs, clips.Output{Name: "samples", Args: []string{"-map", fmt.Sprint(i), "-f", "rawvideo", "-pix_fmt", format}})
	}
	for _, name := range clips.Each(t, inputs, outputs...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, data)
	}
	return samples
}

// packed returns the samples of a frame's planes without gaps, as FFmpeg's rawvideo has them.
func packed(f *Frame) (data []byte) {
	for _, p := range f.Picture.Planes[:] {
		for y := range p.Height {
			data = append(data, p.Row(y, f.Picture.Format.SampleBytes())...)
		}
	}
	return data
}

func TestSequence(t *testing.T) {
	kinds := []struct{ pattern, format string }{
		{"shot_%04d.dpx", "gray"}, {"shot_%d.png", "gray"}, {"shot_%04d.tiff", "gray"},
		{"shot_%06d.jpg", "yuvj420p"}, {"shot_%04d.jp2", "gray"}, {"shot_%04d.jxl", "gray"},
	}
	var outputs []clips.Output
	for _, k := range kinds {
		outputs = append(outputs, numbered(k.pattern, 98, 6, "-pix_fmt", k.format))
	}
	for i, path := range encodedAs(t, outputs...) {
		t.Run(filepath.Ext(path), func(t *testing.T) {
			for _, missing := range []int{100, 101} {
				os.Remove(fmt.Sprintf(path, missing))
			}
			numbers := []int64{98, 99, 102, 103}
			var names []string
			for _, n := range numbers {
				names = append(names, fmt.Sprintf(path, n))
			}
			want := singles(t, names, kinds[i].format)
			for _, threads := range []int{0, 1} {
				testSequence(t, path, threads, numbers, want)
			}
		})
	}
}

func testSequence(t *testing.T, path string, threads int, numbers []int64, want [][]byte) {
	v, err := OpenVideo(t.Context(), path, Options{Stream: Best, Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if info := v.Info(); info.Frames != 4 || info.Duration != 6./25 || info.Container != "image2" || !info.Seekable || info.Still() {
		t.Errorf("%+v", info)
	}
	check := func(f *Frame, err error, index int) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Release()
		n := numbers[index]
		if f.Index != int64(index) || f.PTS != n-98 || f.Number != n || !f.HasNumber || f.Time != float64(n-98)/25 || !f.KeyFrame {
			t.Errorf("frame %d has index %d, PTS %d, number %d, time %v, key frame %v", index, f.Index, f.PTS, f.Number, f.Time, f.KeyFrame)
		}
		if !bytes.Equal(packed(f), want[index]) {
			t.Errorf("frame %d has other samples than its file", index)
		}
	}
	for i := range numbers {
		f, err := v.Next()
		check(f, err, i)
	}
	if _, err := v.Next(); err != io.EOF {
		t.Error(err)
	}
	faults := v.Faults()
	if faults.Missing != 2 || faults.Count() != 2 || faults.Damage() != 0 || !strings.HasSuffix(faults.First.Error(), "2 pictures are missing: 100 to 101") {
		t.Errorf("%+v", faults)
	}
	for _, i := range []int{3, 0, 2, 1, 1, 3} {
		err := v.SeekIndex(int64(i))
		f, err2 := v.Next()
		check(f, errors.Join(err, err2), i)
		if err := v.SeekTime(float64(numbers[i]-98)/25 + 0.01); err != nil {
			t.Error(err)
		}
		f, err = v.Next()
		check(f, err, i)
	}
	if err := v.SeekTime(3.5 / 25); err != nil { // in the hole
		t.Error(err)
	}
	f, err := v.Next()
	check(f, err, 1)
	if v.linear || v.Faults() != faults {
		t.Errorf("decoded from the start: %v; %+v", v.linear, v.Faults())
	}
}

// TestSequenceNames checks that the name of a file is that file, and what names without a file say.
func TestSequenceNames(t *testing.T) {
	path := encoded(t, "a_%02d.png", 7, 2)
	dir := filepath.Dir(path) + "/"
	read := func(name string) (n int, err error) {
		v, err := OpenVideo(t.Context(), name, Options{Stream: Best})
		if err != nil {
			return 0, err
		}
		defer v.Close()
		for {
			f, err := v.Next()
			if err != nil {
				return n, nil
			}
			f.Release()
			n++
		}
	}
	if n, err := read(dir + "a_##.png"); n != 2 || err != nil {
		t.Errorf("%d frames, %v", n, err)
	}
	for name, want := range map[string]string{
		dir + "b_##.png":  "no picture has a name of the pattern b_##.png",
		dir + "a_%d.png":  "", // 07 is not 7
		dir + "a_##.mkv":  "no such file or directory",
		dir + "a_%2d.png": "no such file or directory",
	} {
		if _, err := read(name); !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	data, err := os.ReadFile(dir + "a_07.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a_##.png", "a_%02d.png"} {
		if err := os.WriteFile(dir+name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := read(dir + name); n != 1 || err != nil {
			t.Errorf("%s: %d frames, %v", name, n, err)
		}
	}
}

// TestSequenceBroken checks pictures that cannot be read: each is a fault, and the others are decoded.
func TestSequenceBroken(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(name string) error
		text  string
	}{
		"empty":   {func(name string) error { return os.Truncate(name, 0) }, "a_03.png: it is empty"},
		"text":    {func(name string) error { return os.WriteFile(name, []byte("text"), 0o600) }, "a_03.png: the file ends before it should"},
		"cut":     {func(name string) error { return os.Truncate(name, 60) }, ""},
		"gone":    {os.Remove, "a_03.png: No such file or directory"},
		"pipe":    {func(name string) error { os.Remove(name); return syscall.Mkfifo(name, 0o600) }, "a_03.png: it is not a file"},
		"a video": {func(name string) error { os.Remove(name); return os.Symlink("/dev/zero", name) }, "a_03.png: it is not a file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := encoded(t, "a_%02d.png", 1, 5)
			v, err := OpenVideo(t.Context(), path, Options{Stream: Best, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			if err := c.spoil(fmt.Sprintf(path, 3)); err != nil {
				t.Fatal(err)
			}
			var got []int64
			for {
				f, err := v.Next()
				if err != nil {
					break
				}
				if got = append(got, f.Number); f.Number != f.Index+1 {
					t.Errorf("picture %d has index %d", f.Number, f.Index)
				}
				f.Release()
			}
			if f := v.Faults(); f.Damage() == 0 || f.Missing != 0 || !strings.Contains(f.First.Error(), c.text) {
				t.Errorf("%+v", f)
			}
			if want := []int64{1, 2, 4, 5}; name != "cut" && !reflect.DeepEqual(got, want) {
				t.Errorf("pictures %v, want %v", got, want)
			}
			if err := v.SeekIndex(4); err != nil {
				t.Error(err)
			}
			if f, err := v.Next(); err != nil || f.Number != 5 {
				t.Errorf("after a seek: %+v, %v", f, err)
			}
		})
	}
}

// TestSequenceLastBroken checks the end of a sequence whose last picture does not decode.
func TestSequenceLastBroken(t *testing.T) {
	path := encoded(t, "a_%02d.png", 1, 3)
	if err := os.WriteFile(fmt.Sprintf(path, 3), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := OpenVideo(t.Context(), path, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, seek := range []func() error{
		func() error { return v.SeekIndex(2) },
		func() error { return v.SeekTime(9) },
		func() error { return v.SeekIndex(9) },
	} {
		if err := seek(); err != nil {
			t.Error(err)
		}
		if f, err := v.Next(); err != nil || f.Index != 1 {
			t.Errorf("%+v, %v", f, err)
		}
		if _, err := v.Next(); err != io.EOF {
			t.Error(err)
		}
	}
}

func TestSequenceOptions(t *testing.T) {
	path := encoded(t, "a_%02d.dpx", 1, 3)
	os.Remove(fmt.Sprintf(path, 2))
	open := func(o SequenceOptions) (*Video, error) {
		v, err := OpenVideo(WithAccess(context.Background(), Access{Sequence: o}), path, Options{Stream: Best})
		if err == nil {
			t.Cleanup(v.Close)
		}
		return v, err
	}
	if _, err := open(SequenceOptions{NoHoles: true}); err != nil { // 1 and 3 are every second
		t.Error(err)
	}
	v, err := open(SequenceOptions{Rate: Rational{24000, 1001}})
	if err != nil {
		t.Fatal(err)
	}
	if info := v.Info(); info.AvgFrameRate != (Rational{24000, 1001}) || info.Duration != 2*1001/24000. {
		t.Errorf("%+v", info)
	}
	if err := os.Rename(fmt.Sprintf(path, 3), fmt.Sprintf(path, 6)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(fmt.Sprintf(path, 1))
	if err != nil {
		t.Fatal(err)
	}
	const short, long = 1664, 2048 // bytes of FFmpeg's header and of a whole one
	data = slices.Concat(data[:short], make([]byte, long-short), data[short:])
	var order binary.ByteOrder = binary.BigEndian
	if data[0] == 'X' {
		order = binary.LittleEndian
	}
	order.PutUint32(data[4:], long)
	order.PutUint32(data[1724:], math.Float32bits(24))
	for _, n := range []int{2, 1} {
		if err := os.WriteFile(fmt.Sprintf(path, n), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := open(SequenceOptions{NoHoles: true}); err == nil || !strings.HasSuffix(err.Error(), "3 pictures are missing: 3 to 5") {
		t.Error(err)
	}
	if v, err = open(SequenceOptions{}); err != nil || v.Info().AvgFrameRate != (Rational{24, 1}) {
		t.Errorf("%v", err)
	}
}

func TestParseRate(t *testing.T) {
	for text, want := range map[string]Rational{
		"24": {24, 1}, "24000/1001": {24000, 1001}, "23.976": {24000, 1001}, "29.97": {30000, 1001}, "59.94": {60000, 1001},
		"12.5": {25, 2}, "50/2": {25, 1}, "0.5": {1, 2}, "1/2": {1, 2},
	} {
		if got, err := ParseRate(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "0", "-24", "24/0", "24/", "/1", "1e9", "nan", "inf", "1/1000", "99999999999/1", "24/1/1"} {
		if got, err := ParseRate(text); err == nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestDPXRate(t *testing.T) {
	for bits, want := range map[string]Rational{
		"\x41\xc0\x00\x00": {24, 1}, "\x41\xbf\xcf\x65": {24000, 1001}, "\x41\xef\xc2\x8f": {30000, 1001}, "\x41\xa4\x00\x00": {41, 2},
		"\xff\xff\xff\xff": {25, 1}, "\x00\x00\x00\x00": {25, 1}, "\x7f\x80\x00\x00": {25, 1}, "\xc1\xc0\x00\x00": {25, 1},
	} {
		head := make([]byte, 2048)
		copy(head, "SDPX\x00\x00\x08\x00")
		copy(head[1724:], bits)
		if got := dpxRate(head); got != want {
			t.Errorf("% x: %v, want %v", bits, got, want)
		}
		copy(head[4:], "\x00\x00\x06\x80") // 1664: here are samples
		if got := dpxRate(head); got != defaultRate {
			t.Errorf("% x in samples: %v", bits, got)
		}
	}
}

// TestSequenceAllocates checks that the steady state allocates nothing for a picture.
func TestSequenceAllocates(t *testing.T) {
	path := encoded(t, "a_%03d.dpx", 1, 60, "-pix_fmt", "gray")
	v, err := OpenVideo(t.Context(), path, Options{Stream: Best, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if n := testing.AllocsPerRun(50, func() {
		f, err := v.Next()
		if err != nil {
			t.Fatal(err)
		}
		f.Release()
	}); n > 0 {
		t.Errorf("%v allocations for a picture", n)
	}
}

// TestSequenceFields checks the indices and times of both fields of a sequence with a hole.
func TestSequenceFields(t *testing.T) {
	path := encoded(t, "a_%02d.png", 5, 4)
	os.Remove(fmt.Sprintf(path, 6))
	v, err := OpenVideo(WithPictures(t.Context(), Pictures{Fields: yuv.BothFields}), path, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	next := func(index, number int64) {
		t.Helper()
		f, err := v.Next()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Release()
		if want := float64(2*(number-5)+index%2) / 50; f.Index != index || f.Number != number || f.Time != want {
			t.Errorf("index %d, number %d, time %v; want %d, %d, %v", f.Index, f.Number, f.Time, index, number, want)
		}
	}
	for i := range int64(6) {
		next(i, []int64{5, 7, 8}[i/2])
	}
	if f := v.Faults(); f.Missing != 1 || f.Damage() != 0 {
		t.Errorf("%+v", f)
	}
	for _, i := range []int64{3, 0, 5, 2} {
		if err := v.SeekIndex(i); err != nil {
			t.Error(err)
		}
		next(i, []int64{5, 7, 8}[i/2])
	}
}
