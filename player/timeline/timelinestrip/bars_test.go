package timelinestrip

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// TestCodedBars: where sizes of frames and of packets are shown, the frames' are the bars, and the packets' a line; the scale is one.
// The costliest frame is that with the highest bar, not that with the largest packet.
func TestCodedBars(t *testing.T) {
	v := &survey.View{Exact: true, Whole: true, Reached: math.Inf(-1)}
	for i, size := range [][2]float64{{400, 100}, {3, 300}, {100, 100}} {
		at, part := float64(i), survey.Part{N: 1, Sum: size[1], Low: size[1], High: size[1]}
		v.Bins = append(v.Bins, survey.Bin{Start: at, End: at + 1, Until: at + 1, Frames: 1, Bytes: survey.Range{Min: size[0], Max: size[0], Sum: size[0]}, Coded: part})
	}
	status := &timeline.Status{View: v}
	for shown, want := range map[session.Curves]session.Curve{
		session.NewCurves(session.BytesCurve):                                            session.BytesCurve,
		session.NewCurves(session.CodedCurve):                                            session.CodedCurve,
		session.NewCurves(session.BytesCurve, session.CodedCurve):                        session.CodedCurve,
		session.NewCurves(session.CodedCurve, session.SecondBytesCurve, session.QPCurve): session.CodedCurve,
		session.NewCurves(session.SecondBytesCurve, session.QPCurve):                     session.SecondBytesCurve,
	} {
		if got, ok := barsOf(shown); got != want || !ok {
			t.Errorf("%v: the bars are of %v", shown, got)
		}
		if lanes := lanesIn(shown, 400); !slices.ContainsFunc(lanes, barred) {
			t.Errorf("%v: no bars in %+v", shown, lanes)
		}
	}
	if c, ok := barsOf(session.NewCurves(session.QPCurve, session.SecondQPCurve)); ok {
		t.Errorf("bars of %v", c)
	}
	var d chart
	if d.look(status, session.NewCurves(session.BytesCurve, session.CodedCurve)); d.full[session.BytesCurve] != d.full[session.CodedCurve] || d.full[session.CodedCurve].to != 400 {
		t.Errorf("scales %+v, %+v", d.full[session.BytesCurve], d.full[session.CodedCurve])
	}
	for c, want := range map[session.Curve]float64{session.BytesCurve: 0, session.CodedCurve: 1} {
		if e, ok := ExtremeOf(c, status); !ok || e.Time != want {
			t.Errorf("%v: %+v", c, e)
		}
	}
	d.look(status, session.NewCurves(session.CodedCurve))
	const height = 41
	columns := make([]column, 90)
	fill(columns, v, period{until: 3}, 3)
	img := image.NewRGBA(image.Rect(0, 0, 90, height+tickHeight))
	paint(img, widgets.OnPicture, alike(columns), &d.full, inOne(height, session.CodedCurve), typed, false, 1)
	bar, ground := color.RGBA(ink(widgets.OnPicture, session.CodedCurve)), color.RGBA(widgets.OnPicture.Ground)
	for x, want := range map[int]color.RGBA{15: ground, 45: bar, 75: ground} {
		if got := img.RGBAAt(x, 3); got != want {
			t.Errorf("column %d: %v at the top, want %v", x, got, want)
		}
	}
}

// TestBars: the bar of a packet's size has the colour of its frame's type, with a gap before it where it is wide. The column of
// several frames has a bar up to their mean, and a fainter one up to the largest, in the colour of the most independent type. The
// bars replace those at the bottom.
func TestBars(t *testing.T) {
	kinds := []survey.Kind{survey.Intra, survey.Bidirectional, survey.Predicted, survey.KindUnknown}
	v := &survey.View{Exact: true, Whole: true, Reached: math.Inf(-1)}
	for i := range 40 {
		at, n := float64(i)/4, float64(50*(1+3*(i%2)))
		v.Bins = append(v.Bins, survey.Bin{Start: at, End: at + 0.25, Until: at + 0.25, Index: int64(i), Frames: 1, Kind: kinds[i%len(kinds)], Bytes: survey.Range{Min: n, Max: n, Sum: n}})
	}
	inks, full := widgets.OnPicture, scalesOf(alone(v))
	const height = 41
	of := func(width int) *image.RGBA {
		columns := make([]column, width)
		fill(columns, v, period{until: 10}, 3)
		img := image.NewRGBA(image.Rect(0, 0, width, height+tickHeight))
		paint(img, inks, alike(columns), &full, inOne(height, session.BytesCurve), typed, false, 1)
		return img
	}
	colour := func(k survey.Kind) color.RGBA {
		if k == survey.KindUnknown {
			return color.RGBA(ink(inks, session.BytesCurve))
		}
		return color.RGBA(kindColour(inks, k))
	}
	wide := of(400)
	for x := range 400 {
		top := height - 1 - 20*(1+x/10%2)
		for y := 1; y < height-1; y++ {
			want := colour(kinds[x/10%len(kinds)])
			if x%10 == 0 || y < top {
				want = color.RGBA(inks.Ground)
			}
			if got := wide.RGBAAt(x, y); got != want {
				t.Fatalf("column %d, row %d: %v, want %v", x, y, got, want)
			}
		}
		if got := wide.RGBAAt(x, height+tickHeight-1); got != color.RGBA(inks.Ground) {
			t.Fatalf("column %d: %v at the bottom", x, got)
		}
	}
	narrow := of(20) // two frames a column, of 50 and 200 bytes
	for x := range 20 {
		want := colour(max(kinds[2*x%len(kinds)], kinds[(2*x+1)%len(kinds)]))
		if mean, most := narrow.RGBAAt(x, 12), narrow.RGBAAt(x, 5); mean != want || most == mean || most == color.RGBA(inks.Ground) {
			t.Errorf("column %d: %v up to the mean, %v up to the largest, want %v", x, mean, most, want)
		}
	}
}

// TestOverOthers: in one lane with bars, an area or a band, whatever its colour, a line is told from them by the ground next to
// it, and bars are paler than alone.
func TestOverOthers(t *testing.T) {
	const height, at, value, least = 40, 20, 48.7, 15 // the middle of row at
	columns := make([]column, 30)
	for x := range columns {
		columns[x].state = counted
		for c := range columns[x].values {
			columns[x].values[c] = band{value, value, value}
		}
		columns[x].values[session.BytesCurve] = band{90, 90, 90}
		columns[x].values[session.QuadsCurve] = band{90, 90, 90}
		columns[x].values[session.LumaCurve] = band{10, value, 90}
	}
	var full scales
	for c := range full {
		full[c] = finite(0, 100)
	}
	for theme := range session.ThemeCount {
		inks := widgets.Themed(theme)
		of := func(kind survey.Kind, curves ...session.Curve) *image.RGBA {
			for x := range columns {
				columns[x].kind = kind
			}
			img := image.NewRGBA(image.Rect(0, 0, len(columns), height+tickHeight))
			paint(img, inks, alike(columns), &full, inOne(height, curves...), typed, false, 1)
			return img
		}
		row := func(img *image.RGBA, y int) triple { return lab(linear(color.NRGBA(img.RGBAAt(2, y)))) }
		ground := lab(linear(inks.Ground))
		for kind := survey.KindUnknown; kind <= survey.Intra; kind++ {
			alone := of(kind, session.BytesCurve)
			for _, below := range []session.Curve{session.BytesCurve, session.QuadsCurve, session.LumaCurve} {
				for c := range session.CurveCount {
					if c == below || curves[c].bars && (c != session.SecondBytesCurve || below != session.BytesCurve) || curves[c].area || slices.Index(paintOrder[:], c) < slices.Index(paintOrder[:], below) {
						continue
					}
					both := of(kind, below, c)
					far, near := apart(row(both, at), row(both, 10)), max(apart(row(both, at), row(both, at-1)), apart(row(both, at), row(both, at-2)))
					if max(near, far) < least {
						t.Errorf("%v, %v over %v of %v: the line is %.1f from what is next to it, %.1f from what is below it", theme, c, below, kind, near, far)
					}
					if below == session.BytesCurve && apart(row(both, 10), ground) > 0.8*apart(row(alone, 10), ground) {
						t.Errorf("%v, below %v: bars of %v are as strong as alone", theme, c, kind)
					}
				}
			}
		}
	}
}

// TestBarsOfBoth: a second video's line is seen over bars of all types, and where both videos have one QP, the second one's dashes
// are over the first one's line.
func TestBarsOfBoth(t *testing.T) {
	columns := make([]column, 100)
	for x := range columns {
		columns[x].state = counted
		columns[x].values[session.QPCurve], columns[x].values[session.SecondQPCurve] = band{30, 30, 30}, band{30, 30, 30}
	}
	for theme := range session.ThemeCount {
		inks := widgets.Themed(theme)
		for kind := survey.KindUnknown; kind <= survey.Intra; kind++ {
			bar := ink(inks, session.BytesCurve)
			if kind != survey.KindUnknown {
				bar = kindColour(inks, kind)
			}
			if d := apart(lab(linear(bar)), lab(linear(ink(inks, session.SecondBytesCurve)))); d < 14 {
				t.Errorf("%v: bars of %v and the second video's line are %.1f apart", theme, kind, d)
			}
		}
		img := image.NewRGBA(image.Rect(0, 0, 100, 40+tickHeight))
		paint(img, inks, alike(columns), &scales{session.QPCurve: finite(20, 40), session.SecondQPCurve: finite(20, 40)}, inOne(40, session.QPCurve, session.SecondQPCurve), kinds{}, false, 1)
		first, second := 0, 0
		for x := range 100 {
			got := lab(linear(color.NRGBA(img.RGBAAt(x, 20))))
			switch a, b := apart(got, lab(linear(ink(inks, session.QPCurve)))), apart(got, lab(linear(ink(inks, session.SecondQPCurve)))); {
			case a < b/2:
				first++
			case b < a/2:
				second++
			}
		}
		if first < 30 || second < 50 {
			t.Errorf("%v: %d columns have the first video's colour, %d the second one's", theme, first, second)
		}
	}
}

// typed are types of frames that say something of all sources.
var typed = kinds{true, true, true}
