package stored_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/feature"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv/channel"
)

// video returns an export of a few frames.
func video(analysis quadfile.Analysis) quadfile.Document {
	doc := quadfile.Document{Header: quadfile.Header{
		Source:   quadfile.Source{Path: "clip.mp4", Width: 65, Height: 63, TimeBase: quadfile.Rational{Num: 1, Den: 25}},
		Analysis: analysis,
	}}
	limits := quadpyramid.Unlimited
	if analysis.Variant.HasValues() {
		limits, _ = quadpyramid.NewLimits(1, 1)
	}
	r := rand.New(rand.NewPCG(pyramidtest.Seed, 4))
	var reference quadpyramid.Reference
	masks := pyramidtest.Masks(65, 63)
	for i := range 40 {
		f := quadfile.Frame{Index: int64(3 * i), PTS: int64(5 * i), HasPTS: true, KeyFrame: i == 0}
		f.Quads = reference.Build(nil, masks[[3]string{"noise", "blocks", "single"}[i%3]], limits)
		for range f.Quads {
			switch {
			case analysis.Variant.HasMeans():
				f.Means = append(f.Means, feature.Mean(r.IntN(1<<14)))
			case analysis.Variant.HasValues():
				f.Values = append(f.Values, uint16(r.IntN(256)))
			}
		}
		doc.Frames = append(doc.Frames, f)
	}
	return doc
}

var analyses = []quadfile.Analysis{
	{Params: analysis.Params{Threshold: 0.01}},
	{Params: analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.01, Features: channel.YUV}},
	{Params: analysis.Params{Variant: analysis.Points, Threshold: 0.01}},
}

// write writes a document to a file.
func write(t *testing.T, name string, doc quadfile.Document) {
	t.Helper()
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
	w, err := quadfile.NewWriter(packed, format, doc.Header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range doc.Frames {
		if err := w.WriteFrame(&doc.Frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// readable are the extensions of all readable files.
var readable = []string{".ffq", ".ndjson", ".json", ".csv", ".yuview.csv"}

// TestOpen gives each frame's list from every kind of file, in any order.
func TestOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(pyramidtest.Seed, 5))
	compressions := streams.Compressions()
	for c := range pairs.Cases(len(analyses), len(readable), len(compressions)) {
		analysis, extension := analyses[c[0]], readable[c[1]]
		doc := video(analysis)
		name := filepath.Join(t.TempDir(), "a"+extension+compressions[c[2]].Extension())
		if format, _ := quadfile.FormatForName(name); analysis.Variant.HasValues() && format == quadfile.YUView {
			continue // has no points
		}
		write(t, name, doc)
		check(t, r, name, doc, extension != ".yuview.csv")
	}
}

func check(t *testing.T, r *rand.Rand, name string, doc quadfile.Document, details bool) {
	t.Helper()
	video, err := stored.Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	if h, whole := video.Header(); whole == strings.Contains(name, ".csv") || h.Source.Width != 65 || h.Source.Height != 63 || video.Damage() != nil {
		t.Errorf("%s: header %+v, %v, damage %v", name, h, whole, video.Damage())
	}
	var f quadfile.Frame
	for n := range 3 * len(doc.Frames) {
		i := n % len(doc.Frames)
		if n >= len(doc.Frames) {
			i = r.IntN(len(doc.Frames))
		}
		want := doc.Frames[i]
		found, err := video.Frame(want.Index, want.PTS, true, &f)
		if err != nil || !found {
			t.Fatalf("%s: frame %d: found %v, %v", name, i, found, err)
		}
		if !slices.Equal(f.Quads, want.Quads) || details && (!slices.Equal(f.Means, want.Means) || !slices.Equal(f.Values, want.Values)) {
			t.Fatalf("%s: frame %d has another list", name, i)
		}
		byPTS, err := video.Frame(-1, want.PTS, true, &f)
		if knows := !strings.Contains(name, ".yuview"); err != nil || byPTS != knows || knows && !slices.Equal(f.Quads, want.Quads) {
			t.Fatalf("%s: frame %d by its pts: found %v, %v", name, i, byPTS, err)
		}
		for _, none := range [][2]int64{{want.Index + 1, want.PTS}, {-1, want.PTS + 1}, {1 << 40, 0}} {
			if found, err := video.Frame(none[0], none[1], true, &f); found || err != nil {
				t.Fatalf("%s: frame %v: found %v, %v", name, none, found, err)
			}
		}
	}
}

// TestOpenCut: a truncated file has its whole frames, and reports the damage.
func TestOpenCut(t *testing.T) {
	doc := video(analyses[0])
	for _, extension := range []string{".ffq", ".ndjson", ".json", ".ndjson.zst", ".ffq.gz"} {
		name := filepath.Join(t.TempDir(), "a"+extension)
		write(t, name, doc)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data[:len(data)*2/3], 0o600); err != nil {
			t.Fatal(err)
		}
		video, err := stored.Open(context.Background(), name)
		if err != nil && extension == ".ndjson.zst" {
			continue // the file is a single block
		}
		if err != nil {
			t.Fatal(err)
		}
		defer video.Close()
		var f quadfile.Frame
		if n := video.Len(); n == 0 && extension != ".ffq.gz" || n >= len(doc.Frames) || video.Damage() == nil {
			t.Errorf("%s: %d frames, damage %v", extension, n, video.Damage())
		} else if n > 0 {
			found, err := video.Frame(doc.Frames[n-1].Index, 0, false, &f)
			if !found || err != nil || !slices.Equal(f.Quads, doc.Frames[n-1].Quads) {
				t.Errorf("%s: frame %d: found %v, %v", extension, n-1, found, err)
			}
		}
	}
}

// TestOpenBroken: a table with a row that breaks a rule has the frames before it, and reports the
// damage.
func TestOpenBroken(t *testing.T) {
	doc := video(analyses[0])
	const broken = 20 // the index of a frame
	number, pts := doc.Frames[broken].Index, doc.Frames[broken].PTS
	q := doc.Frames[broken].Quads[0]
	table := func(index, pts int64, time string, x, y, size int) string {
		return fmt.Sprintf("%d,%d,%s,0,?,65,63,,0,0,%d,%d,%d\r\n", index, pts, time, x, y, size)
	}
	for _, c := range []struct{ extension, row, want string }{
		{".csv", table(number, pts, "x", q.X(), q.Y(), q.Size()), "pts_time"},
		{".csv", table(number, pts, "", q.X(), q.Y(), q.Size()), "pts_time"},
		{".csv", table(number-3, pts, "1", 0, 0, 1), "ascend"},
		{".csv", table(number, pts, "1", 64, 62, 2), "inside"},
		{".csv", table(number, pts, "1", 0, 0, 2) + table(number, pts, "1", 0, 0, 1), "overlaps the one before it"},
		{".csv", fmt.Sprintf("%d,,NaN,0,?,65,63,,0,0,0,0,1\r\n", number), "not finite"},
		{".yuview.csv", fmt.Sprintf("%d;0;0;1;1;0;0\n", number-6), "ascend"},
		{".yuview.csv", fmt.Sprintf("%d;64;62;2;2;0;1\n", number), "inside"},
		{".yuview.csv", fmt.Sprintf("%d;0;0;2;2;0;1\n%d;0;0;1;1;0;0\n", number, number), "overlaps the one before it"},
	} {
		name := filepath.Join(t.TempDir(), "a"+c.extension)
		part := doc
		part.Frames = doc.Frames[:broken]
		write(t, name, part)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		part.Frames = doc.Frames[broken:]
		write(t, name, part)
		rest, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// The rest without the lines before its first row.
		begin := bytes.Index(rest, fmt.Appendf(nil, "\n%d", number)) + 1
		data = append(append(data, c.row...), rest[begin:]...)
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		video, err := stored.Open(context.Background(), name)
		if err != nil {
			t.Errorf("%.40q: %v", c.row, err)
			continue
		}
		defer video.Close()
		if err := video.Damage(); video.Len() != broken || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %d frames, damage %v", c.row, video.Len(), err)
		}
		var f quadfile.Frame
		for i, want := range doc.Frames[:broken] {
			if found, err := video.Frame(want.Index, 0, false, &f); !found || err != nil || !slices.Equal(f.Quads, want.Quads) {
				t.Errorf("%.40q: frame %d: found %v, %v", c.row, i, found, err)
			}
		}
	}
}

// TestBegin: the format and the header are known before the frames are read; Read counts the
// frames; Stop ends it.
func TestBegin(t *testing.T) {
	doc := video(analyses[0])
	for _, extension := range readable {
		name := filepath.Join(t.TempDir(), "a"+extension)
		write(t, name, doc)
		begin := func() *stored.Opening {
			o, err := stored.Begin(context.Background(), name)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		o := begin()
		if h, _ := o.Header(); h.Source.Width != 65 || h.Source.Height != 63 {
			t.Errorf("%s: %+v", name, h)
		}
		frames, known := o.Len()
		if known != (extension == ".ffq") || known && frames != len(doc.Frames) {
			t.Errorf("%s: %d frames, known %v", name, frames, known)
		}
		o.Close()
		o = begin()
		var counts []int64
		video, err := o.Read(func(frames int64) { counts = append(counts, frames) })
		if err != nil {
			t.Fatal(err)
		}
		if !known && (len(counts) != len(doc.Frames) || !slices.IsSorted(counts) || counts[0] != 1) {
			t.Errorf("%s: counted %v", name, counts)
		}
		o.Stop()
		o.Close() // neither affects the video
		var f quadfile.Frame
		if found, err := video.Frame(doc.Frames[1].Index, 0, false, &f); !found || err != nil {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
		if err := video.Close(); err != nil {
			t.Error(err)
		}
		if known {
			continue
		}
		o = begin()
		if _, err := o.Read(func(frames int64) {
			if frames == 2 {
				o.Stop()
			}
		}); err == nil {
			t.Errorf("%s: it is read behind its end", name)
		}
		o.Close()
	}
}

// TestOpenLongRows: a row of one line, or of many between quotes, has a maximum length. Rows up to
// it are read.
func TestOpenLongRows(t *testing.T) {
	const csv = "frame_index,pts,pts_time,width,height,x,y,size"
	const row = "0,0,0.0,64,64,0,0,8"
	const statistics = "%;seq-specs;a;0;64;64;25\n%;type;0;QuadLevel;range\n0;0;0;8;8;0;3\n"
	const limit = 1 << 16
	for _, c := range []struct {
		text string
		want string
	}{
		{csv + ",note\r\n" + row + "," + strings.Repeat("x", limit-len(row)-3) + "\r\n0,0,0.0,64,64,8,0,8,\r\n", ""},
		{csv + ",note\r\n" + row + ",\r\n" + strings.Repeat("x", 2*limit) + "\r\n", "row 3: it has more than 65536 bytes"},
		{csv + ",note\r\n" + row + ",\r\n" + strings.Repeat(",", 2*limit), "row 3: it has more than 65536 bytes"},
		{csv + ",note\r\n" + row + ",\r\n" + row + ",\"" + strings.Repeat("x\r\n", limit) + "\"\r\n", "row 3: it has more than 65536 bytes"},
		{csv + strings.Repeat(",x", limit) + "\r\n", "row 1: it has more than 65536 bytes"},
		{statistics + "%" + strings.Repeat(";", limit-10) + "\n0;8;0;8;8;0;3\n", ""},
		{statistics + strings.Repeat("0;", limit) + "\n", "line 4: it has more than 65536 bytes"},
	} {
		name := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		video, err := stored.Open(context.Background(), name)
		if err == nil {
			defer video.Close()
			err = video.Damage()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q…: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestFrameMixed: frames with a number are found by it, wherever frames without one are in the
// file; those are found by their pts.
func TestFrameMixed(t *testing.T) {
	doc := video(analyses[0])
	for i := range doc.Frames {
		if i%3 != 1 {
			doc.Frames[i].Index = -1
		}
	}
	for _, extension := range []string{".ffq", ".ndjson", ".csv"} {
		name := filepath.Join(t.TempDir(), "a"+extension)
		write(t, name, doc)
		video, err := stored.Open(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer video.Close()
		var f quadfile.Frame
		for i, want := range doc.Frames {
			found, err := video.Frame(int64(3*i), want.PTS, true, &f)
			if !found || err != nil || !slices.Equal(f.Quads, want.Quads) {
				t.Fatalf("%s: frame %d: found %v, %v", extension, i, found, err)
			}
			if found, err := video.Frame(int64(3*i), 0, false, &f); found != (want.Index >= 0) || err != nil {
				t.Fatalf("%s: frame %d by its number alone: found %v, %v", extension, i, found, err)
			}
		}
	}
}

// TestOpenFaults: a file that cannot be opened gives an error of one line with its name.
func TestOpenFaults(t *testing.T) {
	const csv = "frame_index,pts,pts_time,key_frame,pict_type,width,height,pix_fmt,corrupt,errors,x,y,size\r\n"
	const statistics = "%;syntax-version;v1.22\n%;seq-specs;a;0;64;64;25\n%;type;0;QuadLevel;range\n"
	for text, want := range map[string]string{
		"":                               "empty",
		"hello":                          "neither an export",
		"\x89PNG\r\n\x1a\n":              "neither an export",
		`{"format":"ffkvadrat-summary"}`: "summary",
		strings.Replace(csv, "size", "length", 1):         "column size",
		strings.Replace(csv, "x,y", "x,y,frame", 1):       "cubes",
		csv + "0,0,0.0,1,I,0,64,gray,0,0,0,0,8\r\n":       `width is "0"`,
		"%;type;0;QuadLevel;range\n0;0;0;8;8;0;3\n":       "seq-specs",
		"%;seq-specs;a;0;0;64;25\n":                       "size",
		strings.Replace(statistics, ";0;Quad", ";z;Q", 1): "is not a number",
	} {
		name := filepath.Join(t.TempDir(), "a.dat")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := stored.Open(context.Background(), name)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		csv + "0,0,0.0,1,I,64,64,gray,0,0,4,0,8\r\n":    "not a place",
		csv + "0,0,0.0,1,I,64,64,gray,0,0,0,0,7\r\n":    "power of two",
		csv + "0,0,0.0,1,I,64,64,gray,0,0,0,0\r\n":      "fields",
		csv + "0,0,zero,1,I,64,64,gray,0,0,0,0,8\r\n":   "pts_time",
		statistics + "0;0;0;32;24;0;5\n":                "32×24 is not a quad",
		statistics + "0;0;0;8;8;0\n":                    "6 fields",
		statistics + "-1;0;0;8;8;0;3\n":                 "negative",
		statistics + "0;0;0;8;8;0;3\nx;0;0;8;8;0;3\n":   "is not a whole number",
		statistics + "0;0;0;8;8;0;3\n0;4;0;4;4;1;2\n\n": "",
	} {
		name := filepath.Join(t.TempDir(), "a.dat")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		video, err := stored.Open(context.Background(), name)
		if err == nil {
			defer video.Close()
			err = video.Damage()
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.200q: %v, want %q", text[len(text)-20:], err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	name := filepath.Join(t.TempDir(), "a.ndjson")
	write(t, name, video(analyses[0]))
	if _, err := stored.Open(ctx, name); err == nil {
		t.Error("it is opened past the end")
	}
}

// FuzzOpen opens any bytes: an error of one line, or frames.
func FuzzOpen(f *testing.F) {
	doc := video(analyses[1])
	for _, extension := range readable {
		var out bytes.Buffer
		format, _ := quadfile.FormatForName("a" + extension)
		w, err := quadfile.NewWriter(&out, format, doc.Header)
		if err != nil {
			f.Fatal(err)
		}
		for i := range doc.Frames[:2] {
			doc.Frames[i].Quads, doc.Frames[i].Means = doc.Frames[i].Quads[:3], doc.Frames[i].Means[:3] // small, because fuzzing minimises inputs
			if err := w.WriteFrame(&doc.Frames[i]); err != nil {
				f.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(out.Bytes())
	}
	name := filepath.Join(f.TempDir(), "a")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		video, err := stored.Open(context.Background(), name)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("unclear: %v", err)
			}
			return
		}
		defer video.Close()
		var frame quadfile.Frame
		for i := range int64(video.Len()) {
			video.Frame(i, 0, false, &frame)
			video.Frame(-1, i, true, &frame)
		}
	})
}

// TestOpenChosen: exports with chosen fields are opened if they have enough of them; features may
// lack means.
func TestOpenChosen(t *testing.T) {
	for _, analysis := range analyses {
		doc := video(analysis)
		for _, extension := range []string{".ndjson", ".json", ".csv"} {
			doc.Header.QuadFields = []string{"y", "size", "x"}
			if analysis.Variant.HasValues() {
				doc.Header.QuadFields = []string{"value", "y", "x"}
			}
			name := filepath.Join(t.TempDir(), "a"+extension)
			write(t, name, doc)
			video, err := stored.Open(context.Background(), name)
			if err != nil {
				t.Fatal(err)
			}
			defer video.Close()
			if h, whole := video.Header(); whole && (h.Analysis != analysis || !slices.Equal(h.QuadFields, doc.Header.QuadFields)) {
				t.Errorf("%s: header %+v", name, h)
			}
			var f quadfile.Frame
			for i, want := range doc.Frames {
				found, err := video.Frame(want.Index, want.PTS, true, &f)
				if err != nil || !found || !slices.Equal(f.Quads, want.Quads) || !slices.Equal(f.Values, want.Values) || len(f.Means) != 0 {
					t.Fatalf("%s: frame %d: found %v, %v, or another list", name, i, found, err)
				}
			}
			doc.Header.QuadFields = doc.Header.QuadFields[:2]
			write(t, name, doc)
			if _, err := stored.Open(context.Background(), name); err == nil || !strings.Contains(err.Error(), "lack fields") && !strings.Contains(err.Error(), "without the column x") {
				t.Errorf("%s with %q: %v", name, doc.Header.QuadFields, err)
			}
		}
	}
}
