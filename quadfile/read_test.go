package quadfile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/platform"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv/channel"
)

func sampleFrames() []Frame {
	return []Frame{
		{Index: 0, PTS: 0, HasPTS: true, KeyFrame: true, PictType: 'I', Width: 1280, Height: 720, PixFmt: "yuv420p", Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 2), quad(12, 0, 1)}},
		{Index: 1, Time: 0.04, Width: 1280, Height: 720, PixFmt: "yuv420p"},
		{Index: 4, PTS: -512, HasPTS: true, Time: -0.04, PictType: 'b', Width: 5, Height: 3, PixFmt: "gray", Corrupt: true, Errors: 2, Quads: []quadpyramid.Quad{quad(0, 0, 1), quad(4, 2, 0)}},
	}
}

func TestReadBack(t *testing.T) {
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), sampleFrames()...)
		doc, err := Read(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			t.Fatalf("%v: %v", format, err)
		}
		if diff := cmp.Diff(&Document{sample(), sampleFrames()}, doc); diff != "" {
			t.Errorf("%v: want −, got +\n%s", format, diff)
		}
	}
}

// TestReadReformatted reads an export that other programs have reformatted.
func TestReadReformatted(t *testing.T) {
	text := export(t, JSON, sample(), sampleFrames()...)
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(text), "", "\t"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"indented":       indented.String(),
		"unknown fields": strings.Replace(strings.Replace(text, `"frames":`, `"made":{"by":[1]},"frames":`, 1), "]}\n", "],\"end\":null}\n", 1),
		"in a frame":     strings.Replace(text, `"key_frame"`, `"best":{"a":[[]]},"key_frame"`, 1),
	} {
		doc, err := Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(&Document{sample(), sampleFrames()}, doc); diff != "" {
			t.Errorf("%s: want −, got +\n%s", name, diff)
		}
	}
}

func TestNextReusesQuads(t *testing.T) {
	text := export(t, NDJSON, sample(), sampleFrames()...)
	r, err := NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	f := Frame{Quads: make([]quadpyramid.Quad, 0, 100)}
	array := &f.Quads[:1][0]
	for range sampleFrames() {
		if err := r.Next(&f); err != nil {
			t.Fatal(err)
		}
		if cap(f.Quads) != 100 || &f.Quads[:1][0] != array {
			t.Error("the array changed")
		}
	}
	for range 2 {
		if err := r.Next(&f); err != io.EOF {
			t.Errorf("after the last frame: %v", err)
		}
	}
}

func TestReadTail(t *testing.T) {
	text := strings.TrimSuffix(export(t, JSON, sample(), Frame{HasPTS: true}), "]}\n")
	for tail, want := range map[string]error{"": io.ErrUnexpectedEOF, "]": io.ErrUnexpectedEOF, `],"x":`: io.ErrUnexpectedEOF, ",": io.ErrUnexpectedEOF, "}": nil, "]]": nil, "]} 1": nil, "]}{": nil, "]}x": nil} {
		_, err := Read(strings.NewReader(text + tail))
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%q at the end: %v", tail, err)
		}
	}
}

// TestTruncated cuts an export everywhere. A cut between two lines of NDJSON looks like the end.
func TestTruncated(t *testing.T) {
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), sampleFrames()...)
		whole := strings.TrimSuffix(text, "\n")
		for n := range whole {
			_, err := Read(strings.NewReader(whole[:n]))
			if format == NDJSON && (whole[n] == '\n' || n > 0 && whole[n-1] == '\n') {
				continue
			}
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v, %d bytes: %v", format, n, err)
			}
		}
	}
}

// TestNoIndex: a frame of unknown number has none in the file.
func TestNoIndex(t *testing.T) {
	frames := []Frame{{Index: 2, HasPTS: true}, {Index: -1, HasPTS: true, PTS: 512}, {Index: -1, Time: 0.08}, {Index: 3, HasPTS: true, PTS: 1536}}
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), frames...)
		if n := strings.Count(text, "frame_index"); n != 2 {
			t.Errorf("%v: %d numbers", format, n)
		}
		if err := compile(t).validate(text, format); err != nil {
			t.Error(err)
		}
		doc, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range doc.Frames {
			if f.Index != frames[i].Index || f.PTS != frames[i].PTS || f.HasPTS != frames[i].HasPTS {
				t.Errorf("%v: frame %d is %+v", format, i, f)
			}
		}
	}
	if text := export(t, CSV, sample(), Frame{Index: -1, HasPTS: true, Quads: sampleFrames()[0].Quads[:1]}); !strings.Contains(text, "\n,0,0.000000,") {
		t.Errorf("in CSV: %s", text)
	}
	for _, format := range []Format{YUView, COCO} {
		w, err := NewWriter(io.Discard, format, sample())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WriteFrame(&frames[1]); !errors.Is(err, errNoIndex) || !format.Has(Numbered) {
			t.Errorf("%v: %v", format, err)
		}
	}
}

func TestReadIOError(t *testing.T) {
	text := export(t, NDJSON, sample(), sampleFrames()...)
	for _, n := range []int{0, 10, len(sampleHeader) + 1, len(text) - 5} {
		r := io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(errFull))
		if _, err := Read(r); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// TestFFprobeTimes compares pts_time with ffprobe's for every sample and, without -short, every
// clip of FFKVADRAT_MEDIA.
func TestFFprobeTimes(t *testing.T) {
	race.Plain(t)
	files, err := filepath.Glob("../samples/*.*")
	if err != nil {
		t.Fatal(err)
	}
	if media := os.Getenv("FFKVADRAT_MEDIA"); media != "" && !testing.Short() {
		clips, err := filepath.Glob(filepath.Join(media, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, clips...)
	}
	compared := 0
	for _, name := range files {
		out, err := exec.Command("ffprobe", "-v", "quiet", "-show_streams", "-show_packets", "-of", "json", name).Output()
		platform.Missing(t, err)
		if err != nil {
			continue // not a video: the list of contents
		}
		var probe struct {
			Streams []struct {
				TimeBase string `json:"time_base"`
			}
			Packets []struct {
				Stream  int    `json:"stream_index"`
				PTS     *int64 `json:"pts"`
				PTSTime string `json:"pts_time"`
			}
		}
		if err := json.Unmarshal(out, &probe); err != nil {
			t.Fatal(err)
		}
		for _, p := range probe.Packets {
			if p.PTS == nil {
				continue
			}
			num, den, _ := strings.Cut(probe.Streams[p.Stream].TimeBase, "/")
			base := Rational{positive(num), positive(den)}
			if got := string(appendSeconds(nil, seconds(*p.PTS, base))); got != p.PTSTime {
				t.Errorf("%s: pts %d at %v is %s, ffprobe says %s", filepath.Base(name), *p.PTS, base, got, p.PTSTime)
			}
			compared++
		}
	}
	if compared == 0 {
		t.Error("nothing to compare")
	}
	t.Log(strconv.Itoa(compared) + " times compared")
}

// endless gives a text once, then another one repeatedly.
type endless struct{ rest, again string }

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		e.rest = e.again
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// endlessFrames returns an export that repeats a frame without a number, and the length of its
// line.
func endlessFrames(t testing.TB, h Header, f Frame) (r *Reader, length int) {
	t.Helper()
	f.Index = -1
	head, line, _ := strings.Cut(export(t, NDJSON, h, f), "\n")
	r, err := NewReader(&endless{head + "\n", line})
	if err != nil {
		t.Fatal(err)
	}
	return r, len(line)
}

func TestReadAllocates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	in := Frame{PTS: 1001, HasPTS: true, PictType: 'P', Width: 640, Height: 360, PixFmt: "gray10le", Errors: 1, Corrupt: true, Quads: randomQuads(rnd, 640, 360)}
	withMeans := in
	withMeans.Means = randomMeans(rnd, len(in.Quads))
	for i, r := range []*Reader{first(endlessFrames(t, sample(), in)), first(endlessFrames(t, featureSample(), withMeans))} {
		var f Frame
		if n := testing.AllocsPerRun(20, func() {
			if err := r.Next(&f); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("header %d: %v allocations a frame", i, n)
		}
	}
}

func first(r *Reader, _ int) *Reader { return r }

func BenchmarkReadFrame(b *testing.B) {
	rnd := rand.New(rand.NewPCG(7, 8))
	plain := Frame{HasPTS: true, Quads: randomQuads(rnd, 1280, 720)}
	withMeans := plain
	withMeans.Means = randomMeans(rnd, len(plain.Quads))
	for _, c := range []struct {
		name string
		h    Header
		f    Frame
	}{{"edge", sample(), plain}, {"feature", featureSample(), withMeans}} {
		b.Run(fmt.Sprintf("variant=%s/quads=%d", c.name, len(plain.Quads)), func(b *testing.B) {
			r, length := endlessFrames(b, c.h, c.f)
			b.SetBytes(int64(length))
			b.ReportAllocs()
			var f Frame
			for b.Loop() {
				if err := r.Next(&f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestReadMeans(t *testing.T) {
	frame := Frame{HasPTS: true, Width: 1280, Height: 720, PixFmt: "yuv420p", Quads: []quadpyramid.Quad{quad(0, 0, 3)}, Means: []feature.Mean{feature.NewMean(channel.Vector{1, 2, 3})}}
	text := export(t, NDJSON, featureSample(), frame)
	doc, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(featureSample(), doc.Header); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Frame{frame}, doc.Frames); diff != "" {
		t.Error(diff)
	}
}

// TestReadUntil: reading a header stops when the context ends.
func TestReadUntil(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := export(t, NDJSON, sample(), sampleFrames()...)
	if _, err := NewReader(streams.Until(ctx, strings.NewReader(data))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
