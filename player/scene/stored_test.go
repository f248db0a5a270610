package scene

import (
	"bytes"
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

const storedThreshold = 0.3

// storedFrames returns frames of a video with every second number.
func storedFrames() (frames []*decode.Frame) {
	for i, n := range []int{5, 1, 5, 3, 4, 2} {
		p := yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed + uint64(i))[n])
		frames = append(frames, &decode.Frame{Picture: *p, Index: int64(2 * i), PTS: int64(40 * i), HasPTS: true})
	}
	return frames
}

// storedVideo writes the quads of frames to a file with an extension and opens it.
func storedVideo(t *testing.T, extension string, frames []*decode.Frame) *stored.Video {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a"+extension)
	format, err := quadfile.FormatForName(name)
	if err != nil {
		t.Fatal(err)
	}
	_, compression := streams.CutCompression(name)
	var out bytes.Buffer
	packed, err := streams.Compress(&out, compression)
	if err != nil {
		t.Fatal(err)
	}
	w, err := quadfile.NewWriter(packed, format, quadfile.Header{
		Source:   quadfile.Source{Path: "clip.mp4", Width: 97, Height: 61, TimeBase: quadfile.Rational{Num: 1, Den: 1000}},
		Analysis: quadfile.Analysis{Params: analysis.Params{Threshold: storedThreshold}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		record := quadfile.Frame{Index: f.Index, PTS: f.PTS, HasPTS: true, Quads: quadsOf(t, f)}
		if err := w.WriteFrame(&record); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), packed.Close(), os.WriteFile(name, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	video, err := stored.Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { video.Close() })
	return video
}

// quadsOf returns the stored quads of a frame.
func quadsOf(t *testing.T, f *decode.Frame) []quadpyramid.Quad {
	t.Helper()
	r, err := analysis.NewReference().Analyze(&f.Picture, analysis.Params{Threshold: storedThreshold})
	if err != nil {
		t.Fatal(err)
	}
	return r.Quads
}

// readable are the extensions of files that can be opened, also compressed.
var readable = []string{".ffq", ".ndjson", ".json", ".csv", ".yuview.csv", ".ffq.zst", ".ndjson.gz", ".json.zst", ".csv.gz", ".yuview.csv.zst"}

// TestStoredBesideLive shows stored quads next to live ones in a wipe, for every format and in
// random order: with equal parameters, both sides have the same pixels.
func TestStoredBesideLive(t *testing.T) {
	dev := gputest.Open(t)
	const width, height = 300, 200
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	frames := storedFrames()
	for _, extension := range readable {
		s := open(t, dev, nil)
		video := storedVideo(t, extension, frames)
		header, _ := video.Header()
		s.SetStored(video, header.Analysis, true)
		for n, i := range []int{0, 1, 2, 5, 3, 3, 0, 4} {
			f := frames[i]
			a := session.Choices{Params: analysis.Params{Threshold: storedThreshold}, Overlay: true, Opacity: 0.8, LineWidth: 1, Engine: session.Engine(n % 2)}
			if n%3 == 1 {
				a.View, a.Level = views.Pyramid, 1
			}
			if !s.wipe.on() {
				s.ToggleWipe(&a)
			}
			s.wipe.settings = a
			a.Source = session.Stored
			if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyze(f, int64(100+n), &a); err != nil {
				t.Fatal(err)
			}
			want := quadsOf(t, f)
			none := len(want) == 0 && strings.Contains(extension, ".csv") // tables have no rows for frames without quads
			if (s.Missing() != nil) != none || s.Stale(&a) {
				t.Errorf("%s: frame %d: missing: %v, stale: %v", extension, i, s.Missing(), s.Stale(&a))
			}
			if count, _, ok := s.A.Counts(); ok == none || !slices.Equal(s.A.Read(), want) || !slices.Equal(s.wipe.b.Read(), want) || count != len(want) {
				t.Fatalf("%s: frame %d: %d stored quads, counted %d, %d live ones, want %d", extension, i, len(s.A.Read()), count, len(s.wipe.b.Read()), len(want))
			}
			s.Locate(f, decode.Orientation{}, &a, image.Rect(0, 0, width, height), width, height)
			var sides [2][]byte
			for j := range sides {
				target.DrawTo()
				dev.Clear(0, 0, 0)
				side := s.Place.Sides[j]
				side.Area = s.Place.Area
				if err := s.draw(&side, &s.Place.View); err != nil {
					t.Fatal(err)
				}
				sides[j] = make([]byte, 4*width*height)
				target.Texture.Read(sides[j])
			}
			if !bytes.Equal(sides[0], sides[1]) {
				t.Errorf("%s: frame %d (seed %d): stored quads have other pixels than live ones", extension, i, seed)
			}
		}
	}
}

// memory is stored lists in memory.
type memory []quadfile.Frame

func (m memory) Frame(index, _ int64, _ bool, to *quadfile.Frame) (bool, error) {
	for i := range m {
		if m[i].Index == index {
			if len(m[i].Quads) == 0 && m[i].Corrupt {
				return false, errors.New("damaged")
			}
			arrays := to.Quads[:0]
			*to = m[i]
			to.Quads = append(arrays, m[i].Quads...)
			return true, nil
		}
	}
	return false, nil
}

func (m memory) Within() int { return 6 }

// TestStoredMissing: a frame without a stored list has no quads, and the scene says why; the next
// frame has its quads. Without a file, live quads are shown.
func TestStoredMissing(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	frames := storedFrames()
	frames[5].Index = -1 // after a seek
	small := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 2)}
	lists := memory{
		{Index: 0, Width: 97, Height: 61, Quads: small},
		{Index: 4, Width: 96, Height: 61, Quads: small},
		{Index: 6, Corrupt: true},
		{Index: 8, Width: 97, Height: 61},
	}
	a := session.Choices{Params: analysis.Params{Threshold: storedThreshold}, Source: session.Stored, Colour: overlay.ByLevel}
	for _, lists := range []Lists{nil, lists, nil, lists} {
		s.SetStored(lists, quadfile.Analysis{}, false)
		if !s.Stale(&a) {
			t.Error("with other lists, nothing is to be drawn")
		}
		for n, c := range []struct {
			frame int
			quads int
			why   string
		}{{0, 1, ""}, {1, 0, "no list of this frame"}, {0, 1, ""}, {2, 0, "96×61 in the file, not 97×61"}, {3, 0, "damaged"}, {4, 0, ""}, {5, 0, "unknown after a seek"}, {0, 1, ""}} {
			for _, a.Colour = range []overlay.Colouring{overlay.ByLevel, overlay.ByDifference} {
				f := frames[c.frame]
				if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
					t.Fatal(err)
				}
				if err := s.Analyze(f, int64(n), &a); err != nil {
					t.Fatal(err)
				}
				why := ""
				if err := s.Missing(); err != nil {
					why = err.Error()
				}
				quads, wanted := len(s.A.Read()), c.quads
				if lists == nil {
					wanted, c.why = len(quadsOf(t, f)), ""
				}
				if quads != wanted || (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
					t.Errorf("frame %d: %d quads, %q, want %d, %q", c.frame, quads, why, wanted, c.why)
				}
				counts, compared := s.A.Compared()
				colour := s.A.Style(&a).Colour
				if want := a.Colour.Compares() && lists != nil && c.why == ""; compared != want || (colour == overlay.ByDifference) != want {
					t.Errorf("frame %d: compared: %v, drawn by %v, want %v", c.frame, compared, colour, want)
				}
				if sum := counts[overlay.InBoth] + counts[overlay.OnlyLive]; compared && sum != len(quadsOf(t, f)) {
					t.Errorf("frame %d: %d live quads", c.frame, sum)
				}
			}
		}
	}
}

// TestStoredDifference draws the quads that are in only one list in their colours, with each engine
// and from each side.
func TestStoredDifference(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	f := storedFrames()[0]
	live := quadsOf(t, f)
	kept := append([]quadpyramid.Quad(nil), live[len(live)/2:]...)
	if len(kept) < 10 {
		t.Fatalf("%d quads", len(live))
	}
	var other []quadpyramid.Quad
	for _, q := range live[:len(live)/2] {
		if q.Size() > 1 {
			other = append(other, quadpyramid.NewQuad(q.X(), q.Y(), q.Level()-1))
		}
	}
	s.SetStored(memory{{Width: 97, Height: 61, Quads: append(other, kept...)}}, quadfile.Analysis{}, true)
	if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	want := [overlay.DifferenceKinds]int{overlay.InBoth: len(kept), overlay.OnlyStored: len(other), overlay.OnlyLive: len(live) - len(kept)}
	var drawn []quadpyramid.Quad
	for i, engine := range []session.Engine{session.CPU, session.GPU, session.CPU, session.GPU} {
		a := session.Choices{
			Params: analysis.Params{Threshold: storedThreshold}, Engine: engine, Source: session.Source(i / 2),
			Overlay: true, Colour: overlay.ByDifference, Opacity: 1, LineWidth: 1,
		}
		if err := s.Analyze(f, 1, &a); err != nil {
			t.Fatal(err)
		}
		if counts, ok := s.A.Compared(); counts != want || !ok || len(other) == 0 {
			t.Errorf("%v, %v: %v, compared: %v, want %v", engine, a.Source, counts, ok, want)
		}
		own := live
		if a.Source == session.Stored {
			own = append(other, kept...)
		}
		if !slices.Equal(s.A.Read(), own) {
			t.Errorf("%v, %v: the layer has %d quads, want %d", engine, a.Source, len(s.A.Read()), len(own))
		}
		quads, kinds := s.A.Drawn(s.A.Style(&a))
		if i > 0 && !slices.Equal(quads, drawn) || len(quads) != len(kinds) || len(quads) != want[0]+want[1]+want[2] {
			t.Errorf("%v, %v: %d quads are drawn, with %d kinds", engine, a.Source, len(quads), len(kinds))
		}
		drawn = append(drawn[:0], quads...)
		const width, height = 8 * 97, 8 * 61
		target, err := dev.NewTarget("window", width, height)
		if err != nil {
			t.Fatal(err)
		}
		s.Locate(f, decode.Orientation{}, &a, image.Rect(0, 0, width, height), width, height)
		target.DrawTo()
		if err := s.Draw(); err != nil {
			t.Fatal(err)
		}
		pixels := make([]byte, 4*width*height)
		target.Texture.Read(pixels)
		target.Release()
		seen := map[[4]byte]bool{}
		for i := 0; i < len(pixels); i += 4 {
			seen[[4]byte(pixels[i:])] = true
		}
		for _, kind := range []int{overlay.InBoth, overlay.OnlyStored, overlay.OnlyLive} {
			c := overlay.DifferenceColour(kind)
			if !seen[[4]byte{c.R, c.G, c.B, 255}] {
				t.Errorf("%v, %v: no pixel has the colour of kind %d", engine, a.Source, kind)
			}
		}
	}
}

// TestStoredAltered compares means and classes with each engine: quads that differ in them have a
// separate kind. Means of other features, and those in only one list, are not compared.
func TestStoredAltered(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	f := storedFrames()[0]
	bounds, err := edge.ParseBounds("0.1,0.2")
	if err != nil {
		t.Fatal(err)
	}
	for _, params := range []analysis.Params{
		{Variant: analysis.CommonFeature, Threshold: 0.5},
		{Variant: analysis.CommonFeature, Threshold: 0.5, Features: channel.YUV},
		{Variant: analysis.EdgeThreshold, Threshold: storedThreshold, Bounds: bounds},
	} {
		live, err := analysis.NewReference().Analyze(&f.Picture, params)
		if err != nil {
			t.Fatal(err)
		}
		record := quadfile.Frame{Width: 97, Height: 61, Quads: slices.Clone(live.Quads), Means: slices.Clone(live.Means), Classes: slices.Clone(live.Classes)}
		altered := len(record.Means) / 3
		for i := range altered {
			record.Means[3*i] ^= 1
		}
		stored := quadfile.Analysis{Params: analysis.Params{Variant: analysis.CommonFeature, Features: params.Features}}
		if params.Bounds.Classes() > 0 {
			stored = quadfile.Analysis{Params: analysis.Params{Bounds: bounds}}
			last := slices.Max(record.Classes)
			for i, class := range record.Classes {
				if class == last {
					record.Classes[i]++
					altered++
				}
			}
		}
		features := []channel.Space{stored.Features, channel.RGB, channel.YUV, channel.Vectors}
		for n := range features {
			stored.Features = features[n]
			s.SetStored(memory{record}, stored, true)
			if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			want := altered
			if len(record.Means) > 0 && stored.Features != params.Features {
				want = 0
			}
			for _, engine := range []session.Engine{session.CPU, session.GPU} {
				a := session.Choices{Params: params, Engine: engine, Source: session.Source(n % 2), Overlay: true, Colour: overlay.ByDifference, Opacity: 1, LineWidth: 1}
				if err := s.Analyze(f, 1, &a); err != nil {
					t.Fatal(err)
				}
				if counts, ok := s.A.Compared(); !ok || counts != [overlay.DifferenceKinds]int{overlay.InBoth: len(live.Quads) - want, overlay.Altered: want} || altered == 0 {
					t.Errorf("%+v, %v, features %q: %v, want %d of %d altered", params, engine, stored.Features, counts, want, len(live.Quads))
				}
			}
		}
	}
}

// TestStoredAges: ages start again for a list of another source.
func TestStoredAges(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	f := storedFrames()[0]
	quads := quadsOf(t, f)
	lists := memory{{Width: 97, Height: 61, Quads: quads}}
	s.SetStored(lists, quadfile.Analysis{}, false)
	if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	a := session.Choices{Params: analysis.Params{Threshold: storedThreshold}, Colour: overlay.ByAge}
	for i, c := range []struct {
		picture int64
		source  session.Source
		want    uint32
	}{{1, session.Live, 0}, {2, session.Live, 1}, {3, session.Stored, 0}, {4, session.Stored, 1}, {5, session.Live, 0}} {
		a.Source = c.source
		if err := s.Analyze(f, c.picture, &a); err != nil {
			t.Fatal(err)
		}
		if age := s.A.Aged().Read(1)[0]; age != c.want {
			t.Errorf("%d: age %d, want %d", i, age, c.want)
		}
	}
}

// TestRule: words and merging follow the header for a stored list, and the settings for a live one.
func TestRule(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	f := storedFrames()[0]
	if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	for number, c := range []struct {
		settings analysis.Variant
		stored   quadfile.Analysis
		want     analysis.Params
		thing    string
	}{
		{analysis.Points, quadfile.Analysis{}, analysis.Params{Variant: analysis.Points, Threshold: storedThreshold}, "point"},
		{analysis.EdgeThreshold, quadfile.Analysis{Params: analysis.Params{Variant: analysis.Points}}, analysis.Params{Variant: analysis.Points}, "point"},
		{analysis.Points, quadfile.Analysis{Params: analysis.Params{MaxSize: 8}}, analysis.Params{MaxSize: 8}, "quad"},
		{analysis.Points, quadfile.Analysis{Params: analysis.Params{Variant: analysis.CommonFeature, Features: channel.YUV, MinSize: 2}}, analysis.Params{Variant: analysis.CommonFeature, Features: channel.YUV, MinSize: 2}, "quad"},
		{analysis.CommonFeature, quadfile.Analysis{Params: analysis.Params{Variant: analysis.Templates}}, analysis.Params{Variant: analysis.Templates}, "hit"},
	} {
		a := session.Choices{Params: analysis.Params{Variant: c.settings, Threshold: storedThreshold}}
		if number > 0 { // the first is live
			s.SetStored(memory{{Width: 97, Height: 61, Quads: []quadpyramid.Quad{quadpyramid.NewQuad(4, 4, 0)}}}, c.stored, false)
			a.Source = session.Stored
		}
		if err := s.Analyze(f, int64(number), &a); err != nil {
			t.Fatal(err)
		}
		if rule, thing := s.A.Rule(), s.A.Thing(); rule != c.want || thing != c.thing {
			t.Errorf("%v, stored %v: %ss by %+v, want %ss by %+v", c.settings, c.stored.Variant, thing, rule, c.thing, c.want)
		}
	}
}

func BenchmarkStored(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	f := &decode.Frame{Picture: *p}
	r, err := analysis.NewReference().Analyze(p, analysis.Params{Threshold: storedThreshold})
	if err != nil {
		b.Fatal(err)
	}
	for _, colour := range []overlay.Colouring{overlay.ByLevel, overlay.ByDifference} {
		b.Run("engine=cpu/colour="+colour.String()+"/size=1920x1080", func(b *testing.B) {
			s := open(b, gputest.Open(b), nil)
			s.SetStored(memory{{Width: 1920, Height: 1080, Quads: r.Quads}}, quadfile.Analysis{}, false)
			if err := s.Load(p, yuv.Choice{}); err != nil {
				b.Fatal(err)
			}
			a := session.Choices{Params: analysis.Params{Threshold: storedThreshold}, Source: session.Stored, Colour: colour}
			b.ReportAllocs()
			for n := int64(0); b.Loop(); n++ {
				if err := s.Analyze(f, n, &a); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(r.Quads)), "quads")
		})
	}
}
