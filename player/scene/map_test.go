package scene

import (
	"bytes"
	"context"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// mapFormats are the export formats of maps, by form.
var mapFormats = map[regions.Form]quadfile.Format{regions.Kvazaar: quadfile.KvazaarMap, regions.SVT: quadfile.SVTMap}

// exportedMap returns the numbers for a picture's blocks in an exported map.
func exportedMap(t *testing.T, form regions.Form, quads []quadpyramid.Quad, width, height, maxSize, strength int) (offsets []int16) {
	t.Helper()
	var text bytes.Buffer
	h := quadfile.Header{
		Source:   quadfile.Source{Path: "clip.mp4", Width: width, Height: height, TimeBase: quadfile.Rational{Num: 1, Den: 25}},
		Analysis: quadfile.Analysis{Params: analysis.Params{Threshold: 0.01, MaxSize: maxSize}}, Strength: strength,
	}
	w, err := quadfile.NewWriter(&text, mapFormats[form], h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteFrame(&quadfile.Frame{PTS: 0, HasPTS: true, Width: width, Height: height, Quads: quads}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	before := map[regions.Form]int{regions.Kvazaar: 2, regions.SVT: 1}[form] // values before those of the blocks: the size, or the frame number
	for _, word := range strings.Fields(text.String())[before:] {
		n, err := strconv.ParseInt(word, 10, 16)
		if err != nil {
			t.Fatal(err)
		}
		offsets = append(offsets, int16(n))
	}
	return offsets
}

// TestMap: the view of a map has an export's numbers, for the project's clips and, without -short,
// for larger ones, on both sides of a wipe. Both engines show the same pixels.
func TestMap(t *testing.T) {
	dev := gputest.Open(t)
	clips, err := filepath.Glob("../../samples/tiny-*.*")
	if err != nil || len(clips) == 0 {
		t.Fatalf("%d samples, %v", len(clips), err)
	}
	frames := 1
	if !testing.Short() {
		frames = 3
	}
	if media := os.Getenv("FFKVADRAT_MEDIA"); media != "" && !testing.Short() {
		for _, name := range []string{"cockatoo.mp4", "sintel_trailer-720p.mp4", "tears_of_steel.webm", "fire2.mp4"} {
			clips = append(clips, filepath.Join(media, name))
		}
	}
	s := open(t, dev, nil)
	for _, clip := range clips {
		if strings.Contains(clip, "sound-only") {
			continue
		}
		video, err := decode.OpenVideo(context.Background(), clip, decode.Options{Stream: -1})
		if err != nil {
			t.Fatalf("%s: %v", clip, err)
		}
		frame, err := video.Next()
		for n := 0; err == nil && n < frames; n++ {
			testMap(t, s, clip, frame)
			frame, err = video.Next()
		}
		video.Close()
	}
}

// testMap compares the maps of a frame.
func testMap(t *testing.T, s *applying, clip string, frame *decode.Frame) {
	t.Helper()
	p := &frame.Picture
	if err := s.Load(p, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	b := session.Choices{Params: analysis.Params{Threshold: 0.02, Operator: edge.Sobel}, View: views.Map, MapFor: regions.SVT, Strength: -30}
	s.ToggleWipe(&b)
	for _, params := range []analysis.Params{{Threshold: 0.01}, {Threshold: 0.05, MinSize: 2, MaxSize: 8}, {Variant: analysis.Points, Threshold: 0.02}} {
		for form := range regions.FormCount {
			var seen [2][]byte // pixels of A, with each engine
			for _, engine := range []session.Engine{session.CPU, session.GPU} {
				a := session.Choices{Params: params, Engine: engine, View: views.Map, MapFor: form, Strength: regions.DefaultStrength}
				if err := s.Analyze(frame, 1, &a); err != nil || a.Engine != engine {
					t.Fatal(a.Engine, err)
				}
				for _, side := range []struct {
					layer *Layer
					with  *session.Choices
				}{{s.A, &a}, {s.wipe.b, &s.wipe.settings}} {
					g, c := side.layer.Map(), side.with
					result, err := analysis.NewReference().Analyze(p, c.Params)
					if err != nil {
						t.Fatal(err)
					}
					counting, err := regions.CountingOf(c.Params)
					if err != nil {
						t.Fatal(err)
					}
					var want []int16
					if mapFormats[c.MapFor] != 0 {
						want = exportedMap(t, c.MapFor, result.Quads, p.Width, p.Height, 1<<counting.Limits.Max, c.Strength)
					} else {
						var builder regions.Builder
						var grid regions.Grid
						builder.Build(&grid, result.Quads, p.Width, p.Height, regions.Settings{Side: 16, Strength: c.Strength, Counting: counting})
						want = grid.Offsets
					}
					if g == nil || !slices.Equal(g.Offsets, want) {
						t.Fatalf("%s, %+v, map for %v, engine %v: %v, want %v", clip, c.Params, c.MapFor, engine, g, want)
					}
				}
				seen[engine] = make([]byte, 4*p.Width*p.Height)
				s.A.shown.Read(seen[engine])
			}
			counting, err := regions.CountingOf(s.A.Params)
			if err != nil {
				t.Fatal(err)
			}
			want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
			if err := new(views.Mapper).Paint(want, p, views.Given{Quads: s.A.Read(), MapFor: form, Counting: counting, Strength: regions.DefaultStrength}, yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(seen[0], want.Pix) || !bytes.Equal(seen[1], want.Pix) {
				t.Fatalf("%s, %+v, map for %v: other pixels than a snapshot has", clip, params, form)
			}
		}
	}
	for view := range views.ViewCount {
		if view == views.Map || view.Needs().Vectors {
			continue
		}
		none := session.Choices{Params: analysis.Params{Threshold: 0.01}, View: view, Strength: regions.DefaultStrength}
		if err := s.Analyze(frame, 1, &none); err != nil || s.A.Map() != nil {
			t.Errorf("a map in the view %v, %v", view, err)
		}
		none.View = views.Map
		if err := s.Analyze(frame, 1, &none); err != nil || s.A.Map() == nil {
			t.Errorf("no map after the view %v, %v", view, err)
		}
	}
	s.ToggleWipe(&session.Choices{})
}
