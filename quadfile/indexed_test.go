package quadfile

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/tests/race"
)

// TestIndexed reads the frames of all kinds of exports in random order.
func TestIndexed(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, data := range ffqSamples(t) {
		doc, err := Read(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		x, err := NewIndexed(strings.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(doc.Header, x.Header()); diff != "" || len(x.Entries()) != len(doc.Frames) {
			t.Fatalf("%d entries, want %d\n%s", len(x.Entries()), len(doc.Frames), diff)
		}
		var f Frame
		for n := range 3 * len(doc.Frames) {
			i := n % len(doc.Frames)
			if n > len(doc.Frames) {
				i = r.IntN(len(doc.Frames))
			}
			if err := x.Frame(i, &f); err != nil {
				t.Fatal(err)
			}
			want := doc.Frames[i]
			if rewrite(t, NDJSON, &Document{doc.Header, []Frame{f}}) != rewrite(t, NDJSON, &Document{doc.Header, []Frame{want}}) {
				t.Fatalf("frame %d is another one", i)
			}
			if e := x.Entries()[i]; e.Index != want.Index || e.HasPTS != want.HasPTS || e.PTS != want.PTS || e.Time != want.Time {
				t.Fatalf("entry %d is %+v", i, e)
			}
		}
	}
}

// TestIndexedDamage: with any byte changed, frames of other groups are read unchanged, or the index
// is refused. A truncated file has no index.
func TestIndexedDamage(t *testing.T) {
	race.Plain(t)
	data := ffqSamples(t)[2]
	doc, err := Read(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	at := records(data)
	for i := range data {
		b := []byte(data)
		b[i] ^= 1 << (i % 8)
		x, err := NewIndexed(strings.NewReader(string(b)), int64(len(b)))
		if inFrame := i >= at[1] && i < at[len(at)-2]; inFrame != (err == nil) {
			t.Fatalf("byte %d of %d has changed: %v", i, len(data), err)
		}
		if err == nil {
			checkOthers(t, x, doc, at, i)
		}
		if _, err := NewIndexed(strings.NewReader(data[:i]), int64(i)); err == nil {
			t.Fatalf("%d of %d bytes have an index", i, len(data))
		}
	}
}

// checkOthers reads the frames of a file whose byte i was changed.
func checkOthers(t *testing.T, x *Indexed, doc *Document, at []int, i int) {
	t.Helper()
	damaged := 0
	for damaged+2 < len(at) && at[damaged+2] <= i {
		damaged++
	}
	var f Frame
	needs := false // depends on the damaged frame
	for n := range doc.Frames {
		needs = n == damaged || needs && !x.Entries()[n].key
		if err := x.Frame(n, &f); (err != nil) != needs {
			t.Fatalf("byte %d, in frame %d, has changed: frame %d: %v", i, damaged, n, err)
		}
	}
}

// FuzzIndexed opens any bytes: an error, or frames that can be read or are refused.
func FuzzIndexed(f *testing.F) {
	f.Add([]byte(export(f, FFQ, sample(), sampleFrames()...)))
	f.Add([]byte(export(f, FFQ, featureSample(), featureFrames()...)))
	f.Add([]byte(export(f, FFQ, classSample(), classFrames()...)))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := NewIndexed(strings.NewReader(string(data)), int64(len(data)))
		if err != nil {
			return
		}
		for i := range x.Entries() {
			x.Frame(i, new(Frame))
		}
	})
}

// BenchmarkIndexed reads the last frame of a group with its dependencies.
func BenchmarkIndexed(b *testing.B) {
	h := sample()
	h.Source.Width, h.Source.Height = 1024, 1024
	list := longLists()[0]
	var frames []Frame
	for i := range ffqGroup {
		frames = append(frames, Frame{Index: int64(i), HasPTS: true, Quads: list})
	}
	data := export(b, FFQ, h, frames...)
	x, err := NewIndexed(strings.NewReader(data), int64(len(data)))
	if err != nil {
		b.Fatal(err)
	}
	var f Frame
	for b.Loop() {
		if err := x.Frame(ffqGroup-1, &f); err != nil {
			b.Fatal(err)
		}
		x.at = -1
	}
}
