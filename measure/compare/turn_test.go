package compare_test

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/turntest"
	"ffkvadrat/edge"
	"ffkvadrat/measure/compare"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func orientations() (all []decode.Orientation) {
	for _, o := range overlaytest.Orientations {
		all = append(all, decode.Orientation(o))
	}
	return all
}

// TestTurned compares videos of any two orientations with the output of FFmpeg's filters: the
// encode rotated to the coded pixels of the reference, both without a tag. Sides are odd, and with
// --scale the encode is smaller.
func TestTurned(t *testing.T) {
	reference := video(t, "reference.mp4", sample, "-frames:v", "2", "-vf", "scale=99:51", "-c:v", "mpeg4", "-q:v", "2")
	for _, scale := range []bool{false, true} {
		size := "99:51"
		if scale {
			size = "66:34"
		}
		lying := video(t, "lying.mp4", reference, "-vf", "scale="+size, "-c:v", "mpeg4", "-q:v", "9")
		standing := video(t, "standing.mp4", reference, "-vf", "transpose=clock,scale="+reversed(size), "-c:v", "mpeg4", "-q:v", "9")
		turns := map[decode.Orientation]bool{}
		type pair struct {
			encode, reference       decode.Orientation
			tagged, against, turned string
		}
		var all []pair
		dir := t.TempDir()
		args := []string{"-i", lying, "-i", standing}
		for i, r := range orientations() {
			against := turntest.Tagged(t, reference, r)
			for j, o := range orientations() {
				if scale && j != (3*i+1)%8 || !scale && i > 0 && j > 0 && i != j && j != (3*i+1)%8 {
					continue
				}
				encode, input := lying, "0"
				if o.Sideways() != r.Sideways() {
					encode, input = standing, "1"
				}
				turned := filepath.Join(dir, fmt.Sprintf("%d-%d.nut", i, j))
				args = append(args, "-map", input, "-vf", turntest.Filters(o)+","+turntest.Inverse(r), "-c:v", "ffv1", turned)
				all = append(all, pair{o, r, turntest.Tagged(t, encode, o), against, turned})
			}
		}
		ffmpeg(t, args...) // one process for all pairs
		for _, p := range all {
			o, r := p.encode, p.reference
			name := fmt.Sprintf("%+v against %+v, scaled %v", o, r, scale)
			options := compare.Options{Reference: reference, Encodes: []string{p.turned}, Params: edges, Scale: scale}
			_, want := run(t, options)
			options.Reference, options.Encodes = p.against, []string{p.tagged}
			report, got := run(t, options)
			if len(got) != 2 || len(want) != 2 {
				t.Fatalf("%s: %d rows, want %d", name, len(got), len(want))
			}
			for n := range got {
				for _, column := range []string{"encode", "encode_pts", "encode_pts_time"} {
					delete(got[n], column)
					delete(want[n], column)
				}
				if !maps.Equal(got[n], want[n]) {
					t.Errorf("%s: frame %d\n%v, want\n%v", name, n, got[n], want[n])
				}
			}
			turns[report.Encodes[0].Turn] = true
			if same := report.Encodes[0].Turn == (decode.Orientation{}); same != (o == r) {
				t.Errorf("%s: turned by %+v", name, report.Encodes[0].Turn)
			}
		}
		if !scale && len(turns) != len(orientations()) {
			t.Errorf("turns %v", turns)
		}
	}
}

// reversed is a size with its sides exchanged.
func reversed(size string) string {
	width, height, _ := strings.Cut(size, ":")
	return height + ":" + width
}

// TestUpright: an encode whose pixels are rotated, and which lost the tag for that reason, is the
// same picture: the numbers are those of a good encode.
func TestUpright(t *testing.T) {
	source := video(t, "source.mp4", sample, "-frames:v", "3", "-c:v", "libx264", "-qp", "0")
	for _, o := range orientations() {
		reference := turntest.Tagged(t, source, o)
		encode := video(t, "encode.mkv", source, "-vf", turntest.Filters(o), "-c:v", "libx264", "-crf", "10") // FFmpeg's version of reference
		for _, pair := range [][2]string{{reference, encode}, {encode, reference}} {
			report, rows := run(t, compare.Options{Reference: pair[0], Encodes: pair[1:], Params: edges})
			if m := report.Encodes[0].Means; len(rows) != 3 || m.PSNR < 40 || m.IoU < 0.5 {
				t.Errorf("%+v: %d rows, PSNR %.2f, IoU %.3f", o, len(rows), m.PSNR, m.IoU)
			}
		}
	}
}

// TestTurnsPictures rotates pictures of all layouts, with their metadata, and compares each sample
// with that at the place where package overlay draws it.
func TestTurnsPictures(t *testing.T) {
	const width, height = 13, 7
	fitters := map[decode.Orientation]*compare.Fitter{} // of all layouts
	for n, format := range yuvtest.Layouts {
		p := yuvtest.Picture(format, width, height, yuvtest.Fills(uint64(n))[5])
		p.Before = yuvtest.Picture(format, width, height, yuvtest.Fills(uint64(n) + 100)[5])
		p.Vectors = yuv.VectorList{{X: 3, Y: 1, Width: 4, Height: 2, DX: 5, DY: -7, Later: true}}
		for _, o := range orientations() {
			if o == (decode.Orientation{}) {
				continue
			}
			if fitters[o] == nil {
				fitters[o] = &compare.Fitter{Turn: o}
				defer fitters[o].Close()
			}
			alone := *p
			alone.Before, alone.Vectors = nil, nil
			got, err := fitters[o].Run(&alone, compare.Kind{})
			if err != nil {
				t.Fatal(err)
			}
			if unused := format.Model == yuv.Gray && got.Planes[1].Data != nil || !format.Alpha && got.Alpha.Data != nil; unused || got.Before != nil || got.Vectors != nil {
				t.Errorf("%s, %+v: there is more than in the picture", format.Name, o)
			}
			if got, err = fitters[o].Run(p, compare.Kind{}); err != nil {
				t.Fatal(err)
			}
			view := overlay.Native(width, height, overlay.Orientation(o), 1)
			for i, pair := range [][2]*yuv.Picture{{p, got}, {p.Before, got.Before}} {
				for y := range height {
					for x := range width {
						toX, toY := moved(view.Turn(), x, y)
						for plane := -1; plane <= yuv.AlphaSample; plane++ {
							if plane == yuv.AlphaSample && !format.Alpha {
								continue
							}
							from, to := pair[0], pair[1]
							fromX, fromY, x2, y2 := x, y, toX, toY
							if plane > 0 && plane < yuv.AlphaSample && format.Model == yuv.YUV {
								// FFmpeg's filters rotate the plane as it is, whatever its samples
								// cover of odd sides.
								w, h := from.Planes[plane].Width, from.Planes[plane].Height
								cx, cy := x>>format.SubX, y>>format.SubY
								inPlane := overlay.Native(w, h, overlay.Orientation(o), 1)
								tx, ty := moved(inPlane.Turn(), cx, cy)
								x2, y2 = tx<<to.Format.SubX, ty<<to.Format.SubY
							}
							if a, b := from.Sample(plane, fromX, fromY), to.Sample(plane, x2, y2); a != b {
								t.Fatalf("%s, %+v, picture %d, plane %d: sample (%d, %d) is %d, want %d", format.Name, o, i, plane, x2, y2, b, a)
							}
						}
					}
				}
			}
			v, at := got.Vectors.At(0), view.Turn()
			x0, y0, x1, y1 := at.A*3+at.B*1+at.X, at.C*3+at.D*1+at.Y, at.A*7+at.B*3+at.X, at.C*7+at.D*3+at.Y
			want := yuv.MotionVector{X: min(x0, x1), Y: min(y0, y1), Width: max(x0, x1) - min(x0, x1), Height: max(y0, y1) - min(y0, y1), DX: at.A*5 + at.B*-7, DY: at.C*5 + at.D*-7, Later: true}
			if v != want || got.Vectors.Len() != 1 {
				t.Errorf("%s, %+v: the vector is %+v, want %+v", format.Name, o, v, want)
			}
		}
	}
}

// moved returns the pixel of a rotated picture that shows pixel (x, y) of the picture.
func moved(t overlay.Turn, x, y int) (int, int) {
	x0, y0, x1, y1 := t.A*x+t.B*y+t.X, t.C*x+t.D*y+t.Y, t.A*(x+1)+t.B*(y+1)+t.X, t.C*(x+1)+t.D*(y+1)+t.Y
	return min(x0, x1), min(y0, y1)
}

// TestShapes: pictures with other display aspect ratios are refused, with --scale too; rounded
// sizes, the conventions of DVDs and unknown sample aspect ratios are accepted.
func TestShapes(t *testing.T) {
	quarter := decode.Orientation{Rotate: 90}
	kind := func(width, height int, sar ...int) compare.Kind {
		k := compare.Kind{Width: width, Height: height}
		if len(sar) > 0 {
			k.SAR = decode.Rational{Num: sar[0], Den: sar[1]}
		}
		return k
	}
	for _, c := range []struct {
		encode, reference compare.Kind
		turn              decode.Orientation
		scales, refused   bool
	}{
		{kind(1280, 720), kind(1280, 720), decode.Orientation{}, false, false},
		{kind(720, 1280), kind(1280, 720), quarter, false, false},
		{kind(720, 1280), kind(1280, 720), decode.Orientation{}, false, true},
		{kind(1280, 720), kind(1280, 720), quarter, false, true},
		{kind(640, 360), kind(1280, 720), decode.Orientation{}, true, false},
		{kind(360, 640), kind(1280, 720), quarter, true, false},
		{kind(426, 240), kind(1920, 1080), decode.Orientation{}, true, false},
		{kind(640, 368), kind(1920, 1080), decode.Orientation{}, true, false},
		{kind(1920, 800), kind(1920, 1080), decode.Orientation{}, true, true},
		{kind(17, 9), kind(99, 51), decode.Orientation{}, true, false},
		{kind(1, 1), kind(1, 1), quarter, false, false},
		{kind(2, 1), kind(1, 1), decode.Orientation{}, true, false},
		{kind(1440, 1080, 4, 3), kind(1920, 1080), decode.Orientation{}, true, false},
		{kind(1440, 1080, 4, 3), kind(1920, 1080, 1, 1), decode.Orientation{}, true, false},
		{kind(1080, 1440, 3, 4), kind(1920, 1080), quarter, true, false},
		{kind(1080, 1440, 4, 3), kind(1920, 1080), quarter, true, true},
		{kind(1440, 1080, 4, 3), kind(1440, 1080, 1, 1), decode.Orientation{}, false, true},
		{kind(1440, 1080), kind(1440, 1080, 4, 3), decode.Orientation{}, false, false},
		{kind(1440, 1080, 4, 3), kind(1440, 1080), decode.Orientation{}, false, false},
		{kind(720, 540), kind(1440, 1080, 4, 3), decode.Orientation{}, true, false},
		{kind(1920, 1080), kind(1440, 1080, 4, 3), decode.Orientation{}, true, false},
		{kind(720, 576, 16, 15), kind(720, 576, 12, 11), decode.Orientation{}, false, false},
		{kind(768, 576, 1, 1), kind(720, 576, 16, 15), decode.Orientation{}, true, false},
		{kind(1024, 576, 1, 1), kind(720, 576, 16, 15), decode.Orientation{}, true, true},
	} {
		for _, scale := range []bool{false, true} {
			fitter := compare.Fitter{Turn: c.turn, Scale: scale}
			err := fitter.Check("x.mp4", 1.5, c.encode, c.reference, false)
			var shape *compare.ShapeError
			var mismatch *compare.MismatchError
			if errors.As(err, &shape) != c.refused || errors.As(err, &mismatch) != (!c.refused && c.scales && !scale) {
				t.Errorf("%+v against %+v, %+v, scale %v: %v", c.encode, c.reference, c.turn, scale, err)
			}
		}
	}
	err := (&compare.Fitter{Turn: quarter, Scale: true}).Check("x.mp4", 1.5, kind(1080, 1440, 4, 3), kind(1920, 1080), true)
	if want := "x.mp4: the picture at 1.500 s is 1440×1080 with samples of 3:4 once turned 90° clockwise, that of the reference 1920×1080: their display aspect ratios differ, so their pixels do not match"; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestTurnedBefore: an operator that compares with the previous frame gets the rotated one.
func TestTurnedBefore(t *testing.T) {
	clip := video(t, "clip.mp4", sample, "-frames:v", "4", "-c:v", "libx264", "-qp", "0")
	upright := video(t, "upright.nut", clip, "-vf", "hflip,vflip", "-c:v", "ffv1")
	params := edges
	params.Operator = edge.Motion
	report, rows := run(t, compare.Options{Reference: upright, Encodes: []string{turntest.Tagged(t, clip, decode.Orientation{Rotate: 180})}, Params: params})
	if e := &report.Encodes[0]; len(rows) != 4 || e.Means.IoU != 1 || rows[3]["edges"] == "0" {
		t.Errorf("%d rows, IoU %v, %v", len(rows), e.Means.IoU, rows[3])
	}
}

// BenchmarkTurn rotates a picture of 1080p.
func BenchmarkTurn(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[0], 1920, 1080, yuvtest.Fills(1)[5])
	for _, o := range []decode.Orientation{{Rotate: 90}, {Rotate: 180}, {Mirror: true}} {
		b.Run(fmt.Sprintf("rotate=%d/mirror=%v", o.Rotate, o.Mirror), func(b *testing.B) {
			fitter := compare.Fitter{Turn: o}
			b.SetBytes(1920 * 1080 * 3 / 2)
			for b.Loop() {
				if _, err := fitter.Run(p, compare.Kind{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
