package quadfile

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv/channel"
)

// others are formats that this package does not read.
var others = []Format{CSV, YUView, COCO}

// csvColumns are the columns of a frame.
const csvColumns = "frame_index,pts,pts_time,key_frame,pict_type,width,height,pix_fmt,corrupt,errors"

// featureFrames are frames of featureSample.
func featureFrames() []Frame {
	mean := feature.NewMean(channel.Vector{1, 22, 16383})
	return []Frame{
		{Index: 3, PTS: 1536, HasPTS: true, KeyFrame: true, PictType: 'I', Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 1)}, Means: []feature.Mean{mean, 0}},
		{Index: 5, PTS: 2560, HasPTS: true, Quads: []quadpyramid.Quad{quad(64, 32, 5)}, Means: []feature.Mean{mean}},
	}
}

func TestWriteCSV(t *testing.T) {
	const head = "frame_index,pts,pts_time,key_frame,pict_type,width,height,pix_fmt,corrupt,errors,x,y,size"
	want := strings.ReplaceAll(head+`
0,0,0.000000,1,I,1280,720,yuv420p,0,0,0,0,8
0,0,0.000000,1,I,1280,720,yuv420p,0,0,8,0,4
0,0,0.000000,1,I,1280,720,yuv420p,0,0,12,0,2
4,-512,-0.040000,0,b,5,3,gray,1,2,0,0,2
4,-512,-0.040000,0,b,5,3,gray,1,2,4,2,1
`, "\n", "\r\n")
	if got := export(t, CSV, sample(), sampleFrames()...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = strings.ReplaceAll(head+`,mean_r,mean_g,mean_b
3,1536,0.120000,1,I,1280,720,yuv420p,0,0,0,0,8,1,22,16383
3,1536,0.120000,1,I,1280,720,yuv420p,0,0,8,0,2,0,0,0
5,2560,0.200000,0,,1280,720,yuv420p,0,0,64,32,32,1,22,16383
`, "\n", "\r\n")
	if got := export(t, CSV, featureSample(), featureFrames()...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWritePoints(t *testing.T) {
	doc := strings.NewReplacer("\n", "\r\n")
	want := doc.Replace(csvColumns + `,x,y,value
0,0,0.000000,1,,1280,720,yuv420p,0,0,9,0,0
0,0,0.000000,1,,1280,720,yuv420p,0,0,1279,0,255
0,0,0.000000,1,,1280,720,yuv420p,0,0,0,1,65535
0,0,0.000000,1,,1280,720,yuv420p,0,0,640,719,16385
`)
	if got := export(t, CSV, pointSample(), pointFrames()...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const quads = `"quads":[[9,0,0],[1279,0,255],[0,1,65535],[640,719,16385]]`
	if got := export(t, NDJSON, pointSample(), pointFrames()...); !strings.Contains(got, quads) {
		t.Errorf("got\n%s\nwithout %s", got, quads)
	}
	for _, format := range []Format{YUView, COCO} {
		if _, err := NewWriter(io.Discard, format, pointSample()); err == nil || !strings.Contains(err.Error(), "cannot hold points") {
			t.Errorf("%v: %v", format, err)
		}
	}
}

func TestWriteClasses(t *testing.T) {
	texts := map[Format]string{}
	for _, format := range []Format{NDJSON, CSV, COCO, YUView} {
		texts[format] = export(t, format, classSample(), classFrames()...)
	}
	for format, parts := range map[Format][]string{
		NDJSON: {`"low":0.125,"bounds":[0.25,0.5]}`, `["x","y","size","class"]`, `"quads":[[0,0,8,0],[640,704,16,0],[8,0,4,2],[9,9,1,2]]`},
		CSV:    {",x,y,size,class\r\n", ",640,704,16,0\r\n", ",9,9,1,2\r\n"},
		COCO:   {"one category a class", `{"id":3,"name":"class-2","supercategory":"quad"}` + "\n],", `"category_id":1,"bbox":[640,704,16,16]`, `"category_id":3,"bbox":[9,9,1,1]`},
		YUView: {"%;type;1;Class;range\n%;defaultRange;0;2;jet\n", "\n0;640;704;16;16;0;4\n", "\n0;640;704;16;16;1;0\n", "\n0;9;9;1;1;1;2\n"},
	} {
		for _, part := range parts {
			if !strings.Contains(texts[format], part) {
				t.Errorf("%v: got\n%s\nwithout %s", format, texts[format], part)
			}
		}
	}
	h := pointSample()
	h.Analysis.Order, h.Analysis.Bounds, h.QuadFields = points.Morton, edge.Bounds{}, nil
	if h.Analysis.Bounds, _ = edge.NewBounds(0.005); h.check() != nil {
		t.Fatal(h.check())
	}
	for _, format := range []Format{MatrixMarket, NPZ} {
		if _, err := NewWriter(io.Discard, format, h); err == nil || !strings.Contains(err.Error(), "cannot hold classes") {
			t.Errorf("%v: %v", format, err)
		}
	}
}

func TestClassesThatAreNone(t *testing.T) {
	for name, spoil := range map[string]func(*Frame){
		"a class too few":  func(f *Frame) { f.Classes = f.Classes[1:] },
		"a class too many": func(f *Frame) { f.Classes[3] = 3 },
		"descending":       func(f *Frame) { f.Classes[0] = 1 },
	} {
		f := classFrames()[0]
		spoil(&f)
		w, err := NewWriter(io.Discard, NDJSON, classSample())
		if err != nil {
			t.Fatal(err)
		}
		if w.WriteFrame(&f) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestPutValue: values are written like any number.
func TestPutValue(t *testing.T) {
	for v := range 1 << 16 {
		var b [8]byte
		if got, want := string(b[:putValue(b[:], uint16(v))]), strconv.Itoa(v)+","; got != want {
			t.Fatalf("%q for %q", got, want)
		}
	}
}

func TestPointsThatAreNone(t *testing.T) {
	for name, spoil := range map[string]func(*Frame){
		"a value too few":     func(f *Frame) { f.Values = f.Values[1:] },
		"larger than a pixel": func(f *Frame) { f.Quads[2] = quad(0, 2, 1) },
		"outside":             func(f *Frame) { f.Quads[3] = quad(0, 720, 0) },
	} {
		f := pointFrames()[0]
		spoil(&f)
		w, err := NewWriter(io.Discard, NDJSON, pointSample())
		if err != nil {
			t.Fatal(err)
		}
		if w.WriteFrame(&f) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestCSVForOthers reads long lists, and texts that need quotes, with encoding/csv.
func TestCSVForOthers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 1))
	h := featureSample()
	f := Frame{Time: 1.5, PixFmt: "a\",\nb", Quads: randomQuads(rnd, 1280, 720)}
	f.Means = randomMeans(rnd, len(f.Quads))
	rows, err := csv.NewReader(strings.NewReader(export(t, CSV, h, f))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(f.Quads)+1 {
		t.Fatalf("%d rows with %d quads", len(rows), len(f.Quads))
	}
	for i, q := range f.Quads {
		v := f.Means[i].Vector()
		want := append([]string{"0", "", "1.500000", "0", "", "1280", "720", "a\",\nb", "0", "0"},
			strings.Fields(fmt.Sprint(q.X(), q.Y(), q.Size(), v[0], v[1], v[2]))...)
		if !slices.Equal(rows[i+1], want) {
			t.Fatal(cmp.Diff(want, rows[i+1]))
		}
	}
}

func TestWriteYUView(t *testing.T) {
	frames := sampleFrames()
	frames[2].Index, frames[2].Errors = 2, 0
	frames = append(frames, Frame{Index: 7, HasPTS: true, PTS: 7 * 512, Quads: []quadpyramid.Quad{quad(1264, 704, 4)}})
	h := sample()
	h.Source.Path, h.Source.AvgFrameRate = "a;b\n.mp4", Rational{30000, 1001}
	var b strings.Builder
	w, err := NewWriter(&b, YUView, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.WriteFrame(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || w.LeftOut() != 1 {
		t.Errorf("%v, %d frames are left out, want the one of another size", err, w.LeftOut())
	}
	want := `%;syntax-version;v1.22
%;seq-specs;a_b_.mp4;0;1280;720;29.97002997002997
%;type;0;QuadLevel;range
%;defaultRange;0;9;jet
%;gridColor;255;255;255
0;0;0;8;8;0;3
0;8;0;4;4;0;2
0;12;0;2;2;0;1
7;1264;704;16;16;0;4
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestWriteYUViewMeans: types are grouped inside a frame.
func TestWriteYUViewMeans(t *testing.T) {
	h := featureSample()
	h.Source.AvgFrameRate = Rational{}
	want := `%;syntax-version;v1.22
%;seq-specs;clip.mp4;0;1280;720;25
%;type;0;QuadLevel;range
%;defaultRange;0;9;jet
%;gridColor;255;255;255
%;type;1;mean_r;range
%;range;0;16383;0;255;0;255;0;255;255;255
%;gridColor;255;255;255
%;type;2;mean_g;range
%;range;0;16383;0;255;0;255;0;255;255;255
%;gridColor;255;255;255
%;type;3;mean_b;range
%;range;0;16383;0;255;0;255;0;255;255;255
%;gridColor;255;255;255
3;0;0;8;8;0;3
3;8;0;2;2;0;1
3;0;0;8;8;1;1
3;8;0;2;2;1;0
3;0;0;8;8;2;22
3;8;0;2;2;2;0
3;0;0;8;8;3;16383
3;8;0;2;2;3;0
5;64;32;32;32;0;5
5;64;32;32;32;1;1
5;64;32;32;32;2;22
5;64;32;32;32;3;16383
`
	if got := export(t, YUView, h, featureFrames()...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestYUViewCountsIn32Bits(t *testing.T) {
	w, err := NewWriter(io.Discard, YUView, sample())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteFrame(&Frame{Index: math.MaxInt32 + 1, HasPTS: true}); err == nil {
		t.Error("a frame beyond 32 bits is written")
	}
}

func TestWritePlaylist(t *testing.T) {
	read := func(pixFmt, video string) (p playlist) {
		s := sample().Source
		s.PixFmt = pixFmt
		var b strings.Builder
		if err := WritePlaylist(&b, &s, "Shown", video, "q&<.yuview.csv"); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal([]byte(b.String()), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	for pixFmt, want := range map[string]string{
		"yuv420p": "YUV 4:2:0 8-bit", "yuvj422p": "YUV 4:2:2 8-bit", "yuv444p12le": "YUV 4:4:4 12-bit LE",
	} {
		p := read(pixFmt, "../a b.mp4")
		if p.Statistics != nil || p.Overlay == nil || p.Overlay.Video.PixelFormat != want || p.Overlay.Video.RelativePath != "../a b.mp4" ||
			p.Overlay.Statistics.RelativePath != "q&<.yuview.csv" || p.Overlay.Statistics.Shown.Name != "Shown" {
			t.Errorf("%s: %+v", pixFmt, p)
		}
	}
	for _, pixFmt := range []string{"gray", "bgr0", "nv12", "yuv420p10be", "yuva420p", "yuv420px", ""} {
		if p := read(pixFmt, "a.mp4"); p.Overlay != nil || p.Statistics == nil || p.Statistics.RelativePath != "q&<.yuview.csv" {
			t.Errorf("%s: %+v", pixFmt, p)
		}
	}
	if p := read("yuv420p", ""); p.Overlay != nil {
		t.Errorf("without a video: %+v", p)
	}
	if err := WritePlaylist(&limited{10}, new(Source), "", "", ""); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
}

// cocoFile is COCO's object detection format as its readers know it.
type cocoFile struct {
	Categories []struct {
		ID   int
		Name string
	}
	Images []struct {
		ID, Width, Height int64
		FileName          string `json:"file_name"`
		FrameIndex        int64  `json:"frame_index"`
		PTS               *int64
	}
	Annotations []struct {
		ID         int64
		ImageID    int64 `json:"image_id"`
		CategoryID int   `json:"category_id"`
		BBox       [4]int
		Area       int
		IsCrowd    int
		Mean       []int
	}
}

func readCOCO(t *testing.T, text string) (f cocoFile) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWriteCOCO(t *testing.T) {
	got := export(t, COCO, featureSample(), featureFrames()...)
	_, got, _ = strings.Cut(got, "\"annotations\"")
	want := `:[
{"id":1,"image_id":4,"category_id":4,"bbox":[0,0,8,8],"area":64,"iscrowd":0,"mean":[1,22,16383]},
{"id":2,"image_id":4,"category_id":2,"bbox":[8,0,2,2],"area":4,"iscrowd":0,"mean":[0,0,0]},
{"id":3,"image_id":6,"category_id":6,"bbox":[64,32,32,32],"area":1024,"iscrowd":0,"mean":[1,22,16383]}
],
"images":[
{"id":4,"width":1280,"height":720,"file_name":"000003.png","frame_index":3,"pts":1536},
{"id":6,"width":1280,"height":720,"file_name":"000005.png","frame_index":5,"pts":2560}
]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if none := readCOCO(t, export(t, COCO, sample())); len(none.Images)+len(none.Annotations) != 0 || len(none.Categories) != 15 {
		t.Errorf("without frames: %+v", none)
	}
}

// TestCOCOForOthers reads long lists and irregular frames with encoding/json.
func TestCOCOForOthers(t *testing.T) {
	race.Plain(t)
	rnd := rand.New(rand.NewPCG(12, 1))
	var frames []Frame
	for i := range 200 {
		f := Frame{Index: int64(i*(1+i/100) + rnd.IntN(1+i/150)), HasPTS: rnd.IntN(10) > 0, PTS: int64(i * 512), Width: 64, Height: 32}
		if i > 100 {
			f.PTS += int64(rnd.IntN(2))
		}
		if rnd.IntN(20) == 0 {
			f.Width = 40
		}
		f.Quads = randomQuads(rnd, f.Width, f.Height)
		frames = append(frames, f)
	}
	got := readCOCO(t, export(t, COCO, sample(), frames...))
	if len(got.Images) != len(frames) {
		t.Fatalf("%d images", len(got.Images))
	}
	rest := got.Annotations
	for i, f := range frames {
		img := got.Images[i]
		if img.ID != f.Index+1 || img.FrameIndex != f.Index || img.FileName != fmt.Sprintf("%06d.png", f.Index) ||
			int(img.Width) != f.Width || int(img.Height) != f.Height || (img.PTS != nil) != f.HasPTS || f.HasPTS && *img.PTS != f.PTS {
			t.Fatalf("frame %d is %+v, want %+v", i, img, f)
		}
		for k, q := range f.Quads {
			a := rest[k]
			if a.ImageID != img.ID || a.BBox != [4]int{q.X(), q.Y(), q.Size(), q.Size()} || a.Area != q.Size()*q.Size() ||
				got.Categories[a.CategoryID-1].Name != "quad-"+strconv.Itoa(q.Size()) {
				t.Fatalf("frame %d, quad %v is %+v", i, q, a)
			}
		}
		rest = rest[len(f.Quads):]
	}
	for i, a := range got.Annotations {
		if a.ID != int64(i)+1 {
			t.Fatalf("annotation %d has the id %d", i, a.ID)
		}
	}
}

// TestImageRuns: a constant frame rate takes one entry, a variable one at most one per frame.
func TestImageRuns(t *testing.T) {
	var even, odd imageRuns
	for i := range int64(100000) {
		even.add(&Frame{Index: 3 * i, HasPTS: true, PTS: 1001 * i})
		odd.add(&Frame{Index: i, HasPTS: true, PTS: i * i})
	}
	if len(even.runs) != 1 || len(odd.runs) > 50000 {
		t.Errorf("%d and %d entries", len(even.runs), len(odd.runs))
	}
}

// TestCapabilityNames: each capability has a name.
func TestCapabilityNames(t *testing.T) {
	if got := (Quads | OneFrame | Readable).String(); got != "quads, one frame, readable" || Readable != 1<<(len(capabilityNames)-1) {
		t.Errorf("%q, and %d names", got, len(capabilityNames))
	}
}

func TestOtherFormatsFail(t *testing.T) {
	quads := make([]quadpyramid.Quad, 30000)
	for i := range quads {
		quads[i] = quad(i%1280, i/1280, 0)
	}
	for _, format := range others {
		for n := 0; n < 400000; n += 50000 {
			w, err := NewWriter(&limited{n}, format, sample())
			if err != nil {
				t.Fatal(err)
			}
			w.WriteFrame(&Frame{HasPTS: true, Quads: quads})
			if err := w.Close(); !errors.Is(err, errFull) || err.Error() != "quadfile: full" {
				t.Errorf("%v, %d bytes: %v", format, n, err)
			}
		}
	}
}

func TestOtherFormatsAllocate(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 1))
	f := Frame{HasPTS: true, PictType: 'P', Quads: randomQuads(rnd, 640, 360)}
	f.Means = randomMeans(rnd, len(f.Quads))
	for _, format := range others {
		w, err := NewWriter(io.Discard, format, featureSample())
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(20, func() {
			f.Index++
			f.PTS += 512
			if err := w.WriteFrame(&f); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations a frame", format, n)
		}
	}
}

// TestHitsHaveBoxes: in formats with boxes, hits have the template's size.
func TestHitsHaveBoxes(t *testing.T) {
	frames := pointFrames()[:1]
	for format, want := range map[Format][]string{
		YUView: {"%;type;0;Score;range\n%;defaultRange;0;65535;jet\n", "\n0;1279;0;3;2;0;255\n"},
		COCO:   {`{"id":1,"name":"hit-0","supercategory":"quad"}` + "\n]", `"category_id":1,"bbox":[1279,0,3,2],"area":6,"iscrowd":0,"value":255}`},
		CSV:    {"x,y,value"},
		NDJSON: {`"template":{"width":3,"height":2,"depth":8,"range":"limited","samples":"EP8AYWJj"},"suppress":1,"order":"lines"}`},
	} {
		got := export(t, format, hitSample(), frames...)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%v has no %s:\n%s", format, part, got)
			}
		}
	}
}
