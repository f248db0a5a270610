package quadfile

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/quadfile/columns/parquet"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
)

// longLists are lists of many pieces, of one, and an empty one. With -short the long ones have two
// or three pieces, and together more than a page of Parquet.
var longLists = sync.OnceValue(func() (lists [][]quadpyramid.Quad) {
	rnd := rand.New(rand.NewPCG(21, 22))
	sides, rare := []int{1000, 40, 0, 900, 600}, 40
	if testing.Short() {
		sides, rare = []int{600, 40, 0, 500, 200}, 22
	}
	for _, side := range sides {
		var list []quadpyramid.Quad
		for len(list) < side*side/rare {
			list = randomQuads(rnd, side, side)
		}
		lists = append(lists, list)
	}
	return lists
})

// longFrames are frames with these lists.
func longFrames(h *Header) []Frame {
	rnd := rand.New(rand.NewPCG(23, 24))
	var frames []Frame
	for i, list := range longLists() {
		f := Frame{Index: int64(3 * i), HasPTS: true, PTS: int64(512 * i), Errors: i, PictType: 'P', Quads: list}
		if i == 4 {
			f.Width, f.Height = 600, 700
		}
		if h.Analysis.Variant == analysis.CommonFeature {
			f.Means = randomMeans(rnd, len(f.Quads))
		}
		if h.Analysis.Variant.HasValues() {
			f.Quads, f.Values = randomPoints(rnd, append([]quadpyramid.Quad(nil), f.Quads...), true)
		}
		if n := h.Analysis.Bounds.Classes(); n > 0 {
			f.Quads, f.Classes = divided(rnd, f.Quads, n)
		}
		frames = append(frames, f)
	}
	return frames
}

// backless ignores seeks and appends.
type backless struct{ io.Writer }

func (backless) Seek(int64, int) (int64, error) { return 0, nil }

// kinds runs a test for each kind of export.
func kinds(t *testing.T, test func(t *testing.T, start func(io.Writer) *Writer, frames []Frame)) {
	for _, h := range []Header{sample(), featureSample(), pointSample(), hitSample(), classSample()} {
		h.Source.Width, h.Source.Height = 1024, 1024
		frames := longFrames(&h)
		for _, format := range Formats() {
			if format.NeedsColours(&h.Analysis) {
				for i := range frames {
					frames[i].Colours = randomColours(len(frames[i].Quads))
				}
			} else {
				for i := range frames {
					frames[i].Colours = nil
				}
			}
			for name, start := range map[string]func(io.Writer, Format, Header) (*Writer, error){"quads": NewWriter, "sizes": NewSummary} {
				if name == "sizes" && !format.Has(Summaries) || format.Takes(h.Analysis.contents()) != nil {
					continue
				}
				frames := frames
				if format.Has(OneFrame) {
					frames = frames[:1]
				}
				t.Run(fmt.Sprintf("%v/%s/%s", format, name, h.Analysis.Variant), func(t *testing.T) {
					test(t, func(out io.Writer) *Writer {
						if format.Has(Seekable) {
							out = backless{out}
						}
						w, err := start(out, format, h)
						if err != nil {
							t.Fatal(err)
						}
						return w
					}, frames)
				})
			}
		}
	}
}

// TestPieces: pieces made in any order give the bytes of WriteFrame.
func TestPieces(t *testing.T) {
	race.Plain(t)
	kinds(t, func(t *testing.T, start func(io.Writer) *Writer, frames []Frame) {
		var want, got bytes.Buffer
		serial, w := start(&want), start(&got)
		var pieces []*Piece
		for i := range frames {
			if err := serial.WriteFrame(&frames[i]); err != nil {
				t.Fatal(err)
			}
			f := frames[i]
			f.Quads = append([]quadpyramid.Quad(nil), f.Quads...)
			if err := w.Begin(&f); err != nil {
				t.Fatal(err)
			}
			for p := new(Piece); w.Next(p); p = new(Piece) {
				pieces = append(pieces, p)
			}
			clear(f.Quads) // the pieces have copies
		}
		for _, i := range rand.New(rand.NewPCG(25, 26)).Perm(len(pieces)) {
			pieces[i].Make()
		}
		for _, p := range pieces {
			if len(p.text) > 2*pieceSize && w.format != NPZ && w.format != FFQ { // these hold a whole frame
				t.Errorf("a piece of %d bytes", len(p.text))
			}
			if err := w.Put(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := serial.Close(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) || w.LeftOut() != serial.LeftOut() {
			t.Errorf("%d bytes and %d, %d frames left out and %d", got.Len(), want.Len(), w.LeftOut(), serial.LeftOut())
		}
	})
}

// TestPiecesAllocate: reusing a piece allocates nothing. The libraries for tables allocate a little
// per page of Parquet or batch of Arrow, whatever the number of quads.
func TestPiecesAllocate(t *testing.T) {
	race.Plain(t)
	kinds(t, func(t *testing.T, start func(io.Writer) *Writer, frames []Frame) {
		f, p, w := frames[0], new(Piece), start(io.Discard)
		if w.format.Has(OneFrame) {
			return
		}
		frame := func() {
			f.Index++
			f.PTS += 512
			if err := w.Begin(&f); err != nil {
				t.Fatal(err)
			}
			for w.Next(p) {
				p.Make()
				if err := w.Put(p); err != nil {
					t.Fatal(err)
				}
			}
		}
		frame() // allocates; where frames are coded after the one before, so does the second
		most := 0
		switch e, _ := w.encoder.(*tableEncoder); {
		case w.format == Arrow:
			most = 20 + 20*len(e.list)
		case w.format == Parquet && !e.frames:
			most = 4 * len(e.list) * (1 + len(f.Quads)/parquet.PageRows)
		}
		if most > 0 && race.Enabled {
			return // clears the libraries' pools
		}
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // so does a collection
		if n := testing.AllocsPerRun(3, frame); n > float64(most) {
			t.Errorf("%v allocations a frame of %d quads", n, len(f.Quads))
		}
	})
}

// TestKeep: after a frame above the limit, neither pieces nor trees retain its memory; after one
// below, the next frame reuses it. The bytes do not change.
func TestKeep(t *testing.T) {
	race.Plain(t)
	kinds(t, func(t *testing.T, start func(io.Writer) *Writer, frames []Frame) {
		var want, got bytes.Buffer
		serial, w := start(&want), start(&got)
		const keep = 1000
		w.Keep(keep)
		p := new(Piece)
		for i := range frames {
			if err := serial.WriteFrame(&frames[i]); err != nil {
				t.Fatal(err)
			}
			if err := w.Begin(&frames[i]); err != nil {
				t.Fatal(err)
			}
			for w.Next(p) {
				p.Make()
				n := p.Quads()
				if err := w.Put(p); err != nil {
					t.Fatal(err)
				}
				if n > 0 && (n <= keep) != (cap(p.lists.Quads) > 0 && (cap(p.text) > 0 || w.format == Parquet || w.format == Arrow)) {
					t.Errorf("behind %d quads: room for %d, and for %d bytes", n, cap(p.lists.Quads), cap(p.text))
				}
			}
		}
		if err := serial.Close(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Error("other bytes")
		}
		if e, ok := w.encoder.(*ffqEncoder); ok {
			for len(e.trees) > 0 {
				if tree := <-e.trees; tree.most > keep {
					t.Errorf("a tree of %d quads is kept", tree.most)
				}
			}
		}
	})
}

// TestLongLists compares lists of many pieces with text made by fmt.
func TestLongLists(t *testing.T) {
	race.Plain(t)
	h := featureSample()
	h.Source.Width, h.Source.Height = 1024, 1024
	frames := longFrames(&h)
	var rows, boxes strings.Builder
	id := 0
	for _, f := range frames {
		if f.Width == 0 {
			for kind := range 4 {
				for i, q := range f.Quads {
					value := q.Level()
					if kind > 0 {
						value = int(f.Means[i].Vector()[kind-1])
					}
					fmt.Fprintf(&rows, "%d;%d;%d;%d;%d;%d;%d\n", f.Index, q.X(), q.Y(), q.Size(), q.Size(), kind, value)
				}
			}
		}
		for i, q := range f.Quads {
			id++
			v, size := f.Means[i].Vector(), q.Size()
			fmt.Fprintf(&boxes, "\n"+`{"id":%d,"image_id":%d,"category_id":%d,"bbox":[%d,%d,%d,%d],"area":%d,"iscrowd":0,"mean":[%d,%d,%d]},`,
				id, f.Index+1, q.Level()+1, q.X(), q.Y(), size, size, size*size, v[0], v[1], v[2])
		}
	}
	if got := export(t, YUView, h, frames...); !strings.HasSuffix(got, "\n"+rows.String()) {
		t.Error("YUView: other rows")
	}
	if got := export(t, COCO, h, frames...); !strings.Contains(got, `"annotations":[`+strings.TrimSuffix(boxes.String(), ",")+"\n]") {
		t.Error("COCO: other boxes")
	}
	doc, err := Read(strings.NewReader(export(t, JSON, h, frames...)))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range doc.Frames {
		if fmt.Sprint(f.Quads, f.Means) != fmt.Sprint(frames[i].Quads, frames[i].Means) {
			t.Errorf("JSON: frame %d has other quads", f.Index)
		}
	}
}
