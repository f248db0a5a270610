package decode

import (
	"bytes"
	"context"
	"crypto/md5"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
)

// interlaced are clips with fields of different times, or marked as if.
var interlaced = []struct {
	name, filter, args string
	order              yuv.Interlacing // of every frame
	width, height      int
	planar             string
}{
	{"tff.ts", "tinterlace=interleave_top,setfield=tff", "-c:v mpeg2video -flags +ildct+ilme -bf 2 -g 9", yuv.TopFirst, 64, 48, "yuv420p"},
	{"bff.mpg", "tinterlace=interleave_bottom,setfield=bff", "-c:v mpeg2video -flags +ildct+ilme -bf 2 -g 9", yuv.BottomFirst, 64, 48, "yuv420p"},
	{"mbaff.mp4", "tinterlace=interleave_top,setfield=tff", "-c:v libx264 -flags +ildct+ilme -x264-params tff=1:keyint=9:bframes=3", yuv.TopFirst, 64, 48, "yuv420p"},
	{"bff.mkv", "tinterlace=interleave_bottom,setfield=bff", "-c:v libx264 -flags +ildct+ilme -x264-params bff=1:keyint=9:open-gop=1", yuv.BottomFirst, 64, 48, "yuv420p"},
	{"pal.avi", "tinterlace=interleave_bottom,scale=720:576:interl=1,setfield=bff", "-c:v dvvideo -pix_fmt yuv420p -flags +ildct -frames:v 4", yuv.BottomFirst, 720, 576, "yuv420p"},
	{"huffyuv.avi", "tinterlace=interleave_top,setfield=tff", "-c:v huffyuv -pix_fmt yuv422p -flags +ildct", yuv.Progressive, 64, 48, "yuv422p"},
	{"ten.mkv", "null", "-c:v ffv1 -pix_fmt yuv420p10le", yuv.Progressive, 64, 48, "yuv420p10le"},
	{"semi.nut", "null", "-c:v rawvideo -pix_fmt nv12", yuv.Progressive, 64, 48, "yuv420p"},
	{"progressive.ts", "null", "-c:v libx264 -g 9", yuv.Progressive, 64, 48, "yuv420p"},
}

func makeInterlaced(t *testing.T) (paths []string) {
	t.Helper()
	var outputs []clips.Output
	for _, c := range interlaced {
		outputs = append(outputs, clips.Output{Name: c.name, Args: append([]string{"-vf", c.filter}, strings.Fields(c.args)...)})
	}
	return clips.Each(t, strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=50:duration=0.8"), outputs...)
}

// openFields opens a video whose pictures are fields.
func openFields(t *testing.T, path string, fields yuv.Fields) *Video {
	t.Helper()
	return openIn(WithPictures(context.Background(), Pictures{Fields: fields}), t, path)
}

// planesOf appends a picture's samples plane by plane, as FFmpeg's rawvideo of a planar format.
func planesOf(b []byte, p *yuv.Picture) []byte {
	size := p.Format.SampleBytes()
	for i := range p.Planes {
		plane := &p.Planes[i]
		for y := range plane.Height {
			row := plane.Row(y, size)
			for x := 0; x < len(row); x += plane.Step {
				b = append(b, row[x:x+size]...)
			}
		}
	}
	return b
}

// hashed is a field's time in microseconds, and the hash of its samples.
type hashed struct{ time, hash string }

// hashedFields has FFmpeg filter a video in several ways, in one process.
func hashedFields(t *testing.T, path, format string, filters []string) (fields [][]hashed) {
	t.Helper()
	var outputs []clips.Output
	for _, filter := range filters {
		outputs = append(outputs, clips.Output{Name: "hashes", Args: []string{"-map", "0:v", "-vf", filter, "-fps_mode", "passthrough", "-enc_time_base", "1:1000000", "-pix_fmt", format, "-f", "framehash", "-hash", "md5"}})
	}
	for _, name := range clips.Each(t, []string{"-copyts", "-i", path}, outputs...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var list []hashed
		for line := range strings.Lines(string(text)) {
			if cells := strings.Split(line, ","); len(cells) == 6 && line[0] != '#' {
				list = append(list, hashed{strings.TrimSpace(cells[2]), strings.TrimSpace(cells[5])})
			}
		}
		fields = append(fields, list)
	}
	return fields
}

// TestFieldsAreThoseOfFFmpeg: samples and times are those of FFmpeg's filters, and frames are marked as ffprobe says.
func TestFieldsAreThoseOfFFmpeg(t *testing.T) {
	paths := makeInterlaced(t)
	for i, c := range interlaced {
		t.Run(c.name, func(t *testing.T) {
			filters := []string{"separatefields", "field=top", "field=bottom"}
			if c.order == yuv.Progressive { // FFmpeg's filter may begin with the bottom field
				filters[0] = "setfield=tff,separatefields"
			}
			theirs := hashedFields(t, paths[i], c.planar, filters)
			for k, fields := range []yuv.Fields{yuv.BothFields, yuv.TopFields, yuv.BottomFields} {
				v := openFields(t, paths[i], fields)
				var got []hashed
				for f := next(t, v); f != nil; f = next(t, v) {
					if f.Interlacing != c.order || f.Picture.Height != c.height/2 {
						t.Fatalf("%v: %v, %d rows", fields, f.Interlacing, f.Picture.Height)
					}
					if f.Index != int64(len(got)) || f.HasPTS && math.Abs(f.Time-float64(f.PTS)*v.Info().TimeBase.Float()) > 1e-9 {
						t.Errorf("%v: index %d of picture %d, time %v of pts %d", fields, f.Index, len(got), f.Time, f.PTS)
					}
					got = append(got, hashed{strconv.FormatFloat(f.Time*1e6, 'f', 0, 64), fmt.Sprintf("%x", md5.Sum(planesOf(nil, &f.Picture)))})
					f.Release()
				}
				want := theirs[k]
				if len(got) == 0 || len(got) != len(want) {
					t.Fatalf("%v: %d fields, FFmpeg has %d", fields, len(got), len(want))
				}
				want[len(want)-1].time = got[len(got)-1].time // FFmpeg's filter does not know the last frame's duration
				if !slices.Equal(got, want) {
					t.Errorf("%v: times and hashes\n%v, FFmpeg has\n%v", fields, got, want)
				}
			}
			marks := string(clips.Probe(t, "-select_streams", "v", "-show_entries", "frame=interlaced_frame,top_field_first", "-of", "csv=p=0", paths[i]))
			want := map[yuv.Interlacing]string{yuv.TopFirst: "1,1", yuv.BottomFirst: "1,0", yuv.Progressive: "0,"}[c.order]
			for line := range strings.FieldsSeq(marks) {
				if !strings.HasPrefix(line, want) {
					t.Errorf("ffprobe says %q", line)
				}
			}
		})
	}
}

// TestSeeksToFields: seeks lead to the fields of a full decode, with the field of the same parity before.
func TestSeeksToFields(t *testing.T) {
	paths := makeInterlaced(t)
	for i, c := range interlaced {
		t.Run(c.name, func(t *testing.T) {
			for _, fields := range []yuv.Fields{yuv.BothFields, yuv.BottomFields} {
				back := 1
				if fields == yuv.BothFields {
					back = 2
				}
				checkSeeksOf(t, func() *Video { return openFields(t, paths[i], fields) }, 6, back)
			}
		})
	}
}

// TestFieldsOfAnySize: fields have the frame's rows of their parity. The top field has the row more; if
// chroma has a row less than a bottom field needs, the frame's last row is repeated.
func TestFieldsOfAnySize(t *testing.T) {
	for _, format := range []string{"yuv420p", "yuv410p", "yuv422p10le", "yuva420p", "gray16le", "nv12"} {
		for _, size := range [][2]int{{64, 48}, {17, 15}, {16, 50}, {33, 5}, {2, 2}, {4, 6}, {5, 3}} {
			path := makeRaw(t, size[0], size[1], format)[0]
			whole, split := open(t, path), openFields(t, path, yuv.BothFields)
			var rest int
			for f := next(t, whole); f != nil; f = next(t, whole) {
				for p := range 2 {
					field := next(t, split)
					if h := (size[1] + 1 - p) / 2; field.Picture.Height != h || field.Picture.Width != size[0] {
						t.Fatalf("%s %v: a field of %d×%d", format, size, field.Picture.Width, field.Picture.Height)
					}
					compareRows(t, fmt.Sprint(format, size, p), &f.Picture, &field.Picture, p)
					field.Release()
				}
				f.Release()
				rest++
			}
			if f := next(t, split); f != nil || rest == 0 {
				t.Errorf("%s: more fields than of %d frames", format, rest)
			}
		}
	}
}

// compareRows compares a field with the rows of its frame.
func compareRows(t *testing.T, what string, frame, field *yuv.Picture, parity int) {
	t.Helper()
	size := frame.Format.SampleBytes()
	pair := func(of, from *yuv.Plane) {
		for y := range of.Height {
			got, want := of.Row(y, size), from.Row(min(2*y+parity, from.Height-1), size)
			for x := range of.Width {
				if !bytes.Equal(got[x*of.Step:][:size], want[x*from.Step:][:size]) {
					t.Fatalf("%s: row %d differs at %d", what, y, x)
				}
			}
		}
	}
	for i := range frame.Planes {
		if frame.Planes[i].Data != nil {
			pair(&field.Planes[i], &frame.Planes[i])
		}
	}
	if frame.Format.Alpha {
		pair(&field.Alpha, &frame.Alpha)
	}
	pair(&field.Luma, &frame.Luma)
}

// TestFieldsOfOneRow: a picture of one row has no bottom field.
func TestFieldsOfOneRow(t *testing.T) {
	path := makeRaw(t, 8, 1, "gray")[0]
	v := openFields(t, path, yuv.BothFields)
	next(t, v).Release()
	if _, err := v.Next(); err == nil || !strings.Contains(err.Error(), "one row") {
		t.Error(err)
	}
}

// TestFieldsShareMemory: fields share the memory of their frame, and none is allocated for them.
func TestFieldsShareMemory(t *testing.T) {
	path := makeRaw(t, 64, 48, "yuv420p")[0]
	v := openFields(t, path, yuv.BothFields)
	first, second := next(t, v), next(t, v)
	defer first.Release()
	defer second.Release()
	if a, b := &first.Picture.Luma, &second.Picture.Luma; &a.Data[a.Stride/2] != &b.Data[0] {
		t.Error("the second field does not begin a row after the first")
	}
	long := openFields(t, clips.Make(t, "a.nut", strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=25:duration=4 -c:v rawvideo")...), yuv.BothFields)
	for range 20 {
		next(t, long).Release()
	}
	race.Plain(t)
	if n := testing.AllocsPerRun(100, func() { next(t, long).Release() }); n > 0 {
		t.Errorf("%v allocations a field", n)
	}
}

// TestMatrixOfFields: the guess at an untagged matrix is that of the frames.
func TestMatrixOfFields(t *testing.T) {
	path := clips.Make(t, "a.nut", strings.Fields("-f lavfi -i testsrc2=size=16x600:rate=5:duration=0.4 -c:v rawvideo -pix_fmt yuv420p")...)
	for _, fields := range []yuv.Fields{yuv.WholeFrames, yuv.BothFields, yuv.BottomFields} {
		if info := openFields(t, path, fields).Info(); info.Colour.Resolve(info.Width, info.Height).Matrix != yuv.BT709 {
			t.Errorf("%v: %+v", fields, info.Colour)
		}
	}
}

// TestInfoOfFields: the facts about the video are those of its fields.
func TestInfoOfFields(t *testing.T) {
	path := clips.Make(t, "a.mp4", strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.4 -vf setsar=16/15 -c:v libx264")...)
	whole, split, bottom := open(t, path).Info(), openFields(t, path, yuv.BothFields).Info(), openFields(t, path, yuv.BottomFields).Info()
	if split.Height != 24 || split.Frames != 2*whole.Frames || split.AvgFrameRate != (Rational{50, 1}) || split.TimeBase.Float() != whole.TimeBase.Float()/2 ||
		split.SAR != (Rational{8, 15}) || split.Duration != whole.Duration || split.ExportsVectors() {
		t.Errorf("%+v", split)
	}
	if bottom.Height != 24 || bottom.Frames != whole.Frames || bottom.AvgFrameRate != whole.AvgFrameRate || bottom.TimeBase != whole.TimeBase || bottom.SAR != split.SAR {
		t.Errorf("%+v", bottom)
	}
}
