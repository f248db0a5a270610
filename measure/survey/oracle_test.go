package survey_test

import (
	"io"
	"slices"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/quadpyramid"
)

// pictures is the oracle: results of the reference engine for a linear decode.
func pictures(t testing.TB, path string, params analysis.Params) []survey.Reading {
	t.Helper()
	v := open(t, path)
	engine := analysis.NewReference()
	var all []survey.Reading
	still := stillness{engine: analysis.NewReferenceCubes()}
	defer func() { still.finish(t, all) }()
	for {
		faults := v.Faults()
		f, err := v.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		quads, err := engine.Analyze(&f.Picture, params)
		if err != nil {
			t.Fatal(err)
		}
		var lumas []int
		sum := 0
		for i := range f.Picture.Width * f.Picture.Height {
			v := min(f.Picture.Sample(-1, i%f.Picture.Width, i/f.Picture.Width), f.Picture.Format.MaxValue())
			lumas, sum = append(lumas, v), sum+v
		}
		slices.Sort(lumas)
		most := float64(f.Picture.Format.MaxValue())
		percentile := func(p int) float64 { return float64(lumas[(len(lumas)*p+99)/100-1]) / most }
		covered := 0
		for _, q := range quads.Quads {
			covered += q.Size() * q.Size()
		}
		all = append(all, survey.Reading{
			Time: f.Time - v.Info().Start, Duration: f.Duration, Index: int64(len(all)), Quads: len(quads.Quads),
			Coverage: float64(covered) / float64(f.Picture.Width*f.Picture.Height), Bytes: f.Packet, Size: decode.Size{Bytes: f.Packet},
			KeyFrame: f.KeyFrame, Type: f.PictType, Damaged: f.Corrupt || v.Faults() != faults,
			Luma: survey.Part{N: 1, Sum: float64(sum) / most / float64(len(lumas)), Low: percentile(1), High: percentile(99)},
		})
		if params.Variant == analysis.EdgeThreshold {
			still.add(t, f, params, all)
		}
		f.Release()
	}
}

// stillness computes static area: blocks of 8×8 pixels on the grid whose pixels are leaf pixels in
// eight consecutive frames.
type stillness struct {
	engine        analysis.CubeEngine
	frames        int // of the window
	width, height int
}

// add adds the frame of the last reading.
func (s *stillness) add(t testing.TB, f *decode.Frame, params analysis.Params, all []survey.Reading) {
	t.Helper()
	p := &f.Picture
	if s.frames == 16 || s.frames > 0 && (p.Width != s.width || p.Height != s.height) {
		s.finish(t, all[:len(all)-1])
	}
	if s.frames == 0 {
		s.width, s.height = p.Width, p.Height
		if err := s.engine.Begin(p.Width, p.Height, 16); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.engine.Add(p, params); err != nil {
		t.Fatal(err)
	}
	s.frames++
}

// finish fills in the static area of the frames of the window, which are the last ones.
func (s *stillness) finish(t testing.TB, all []survey.Reading) {
	t.Helper()
	if s.frames == 0 {
		return
	}
	cubes, err := s.engine.Cubes(nil, quadpyramid.Limits{Min: 3, Max: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.frames / 8 * 8 { // the rest is too short
		area := 0
		for _, c := range cubes {
			if c.Frame() == i&^7 {
				area += 64
			}
		}
		part := float64(area) / float64(s.width*s.height)
		all[len(all)-s.frames+i].Still = survey.Part{N: 1, Sum: part, Low: part, High: part}
	}
	s.frames = 0
}

// compare compares a finished survey with one bin per frame with the oracle.
func compare(t testing.TB, v *survey.View, want []survey.Reading) {
	t.Helper()
	if !v.Whole || !v.Exact || v.Err != nil || len(v.Bins) != len(want) {
		t.Fatalf("%d bins, whole %v, exact %v, error %v; want %d", len(v.Bins), v.Whole, v.Exact, v.Err, len(want))
	}
	flag := func(b bool) int32 {
		if b {
			return 1
		}
		return 0
	}
	for i, p := range want {
		quads, bytes := float64(p.Quads), float64(p.Bytes)
		expect := survey.Bin{
			Start: p.Time, End: p.Time, Until: p.Time + p.Duration, Index: p.Index, Frames: 1, KeyFrames: flag(p.KeyFrame), Damaged: flag(p.Damaged), Type: p.Type, Kind: survey.KindOf(p.Type),
			Quads: survey.Range{Min: quads, Max: quads, Sum: quads}, Most: p.Time, Coverage: survey.Range{Min: p.Coverage, Max: p.Coverage, Sum: p.Coverage},
			Bytes: survey.Range{Min: bytes, Max: bytes, Sum: bytes}, Size: p.Size, Luma: p.Luma, Still: p.Still,
		}
		if v.Bins[i] != expect {
			t.Fatalf("picture %d: %+v, want %+v", i, v.Bins[i], expect)
		}
		stays := p.Time + p.Duration
		if i+1 < len(want) {
			stays = want[i+1].Time
		}
		// The player truncates times to nanoseconds.
		if i != v.At(p.Time) || i != v.At(time.Duration(p.Time*1e9).Seconds()) || i != v.At((p.Time+stays)/2) {
			t.Fatalf("between %v and %v is bin %d, want %d", p.Time, stays, v.At(p.Time), i)
		}
	}
	if v.At(-0.001) != -1 {
		t.Error("there is a picture before the first")
	}
}
