package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

func sampleFrames() []Frame {
	return []Frame{
		{Index: 0, PTS: 0, HasPTS: true, KeyFrame: true, PictType: 'I', Width: 1280, Height: 720, PixFmt: "yuv420p", Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 2), quad(12, 0, 1)}},
		{Index: 1, Time: 0.04, Width: 1280, Height: 720, PixFmt: "yuv420p"},
		{Index: 4, PTS: -512, HasPTS: true, Time: -0.04, PictType: 'b', Width: 5, Height: 3, PixFmt: "gray", Corrupt: true, Errors: 2, Quads: []quadpyramid.Quad{quad(0, 0, 1), quad(4, 2, 0)}},
	}
}

func TestReadBack(t *testing.T) {
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), sampleFrames()...)
		doc, err := Read(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			t.Fatalf("%v: %v", format, err)
		}
		if diff := cmp.Diff(&Document{sample(), sampleFrames()}, doc); diff != "" {
			t.Errorf("%v: want −, got +\n%s", format, diff)
		}
	}
}

// TestReadReformatted reads what other programs make of an export.
func TestReadReformatted(t *testing.T) {
	text := export(t, JSON, sample(), sampleFrames()...)
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(text), "", "\t"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"indented":       indented.String(),
		"unknown fields": strings.Replace(strings.Replace(text, `"frames":`, `"made":{"by":[1]},"frames":`, 1), "]}\n", "],\"end\":null}\n", 1),
		"in a frame":     strings.Replace(text, `"key_frame"`, `"best":{"a":[[]]},"key_frame"`, 1),
	} {
		doc, err := Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(&Document{sample(), sampleFrames()}, doc); diff != "" {
			t.Errorf("%s: want −, got +\n%s", name, diff)
		}
	}
}

func TestNextReusesQuads(t *testing.T) {
	text := export(t, NDJSON, sample(), sampleFrames()...)
	r, err := NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	f := Frame{Quads: make([]quadpyramid.Quad, 0, 100)}
	array := &f.Quads[:1][0]
	for range sampleFrames() {
		if err := r.Next(&f); err != nil {
			t.Fatal(err)
		}
		if cap(f.Quads) != 100 || &f.Quads[:1][0] != array {
			t.Error("the array changed")
		}
	}
	for range 2 {
		if err := r.Next(&f); err != io.EOF {
			t.Errorf("after the last frame: %v", err)
		}
	}
}

func TestReadHeaderErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{sampleHeader, "", "unexpected EOF"},
		{sampleHeader, "[]", "cannot unmarshal array"},
		{sampleHeader, "{}", "not ffkvadrat-quads data"},
		{sampleHeader, "text", "invalid character"},
		{"ffkvadrat-quads", "other", "not ffkvadrat-quads data"},
		{"ffkvadrat-quads", "ffkvadrat-summary", "a summary, which has no quads"},
		{`"version":1`, `"version":2`, "unsupported version 2"},
		{`"version":1,`, ``, `no "version"`},
		{`"version":1`, `"version":"1"`, "cannot unmarshal string"},
		{`"source"`, `"sources"`, `no "source"`},
		{`"analysis"`, `"analyses"`, `no "analysis"`},
		{`,"quad_fields":["x","y","size"]`, ``, `no "quad_fields"`},
		{`["x","y","size"]`, `[]`, "empty quad_fields"},
		{`["x","y","size"]`, `["x","y","size","r"]`, "unsupported quad fields"},
		{`"stream_index":0,`, ``, `no "stream_index"`},
		{`"stream_index":0`, `"stream_index":0.5`, "cannot unmarshal number"},
		{`"width":1280`, `"width":null`, `no "width"`},
		{`"height":720,`, ``, `no "height"`},
		{`"height":720`, `"height":0`, "picture size 1280×0"},
		{`"width":1280`, `"width":16385`, "picture size 16385×720"},
		{`"time_base":"1/12800",`, ``, `no "time_base"`},
		{`"1/12800"`, `"1:12800"`, `"1:12800" is not a fraction`},
		{`"1/12800"`, `"0/1"`, "time base 0/1 is not positive"},
		{`"25/1"`, `"x/1"`, `"x/1" is not a fraction`},
		{`"25/1"`, `25`, "cannot unmarshal number"},
		{`"variant":"edge-threshold",`, ``, `no "variant"`},
		{`edge-threshold`, `common-feature`, `unsupported features ""`},
		{`"threshold":0.01,`, ``, `no "threshold"`},
		{`"threshold":0.01`, `"threshold":-1`, "threshold -1 is not"},
		{`"operator":"cross",`, ``, `no operator`},
		{`,"planes":"y"`, ``, `unsupported planes ""`},
		{`"planes":"y"`, `"planes":"v"`, `unsupported planes "v"`},
	} {
		for _, format := range []Format{JSON, NDJSON} {
			text := strings.Replace(export(t, format, sample()), c.old, c.new, 1)
			if c.new == "" && format == JSON && c.old == sampleHeader {
				text = `{"header":`
			}
			_, err := NewReader(strings.NewReader(text))
			if err == nil || !strings.HasPrefix(err.Error(), "export: header: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %s for %s: %v, want %s", format, c.new, c.old, err, c.want)
			}
		}
	}
	for _, tail := range []string{"", ",", "}", `,"frames":{}}`, `,"other":1}`} {
		if _, err := NewReader(strings.NewReader(`{"header":` + sampleHeader + tail)); err == nil {
			t.Errorf("%q after the header is read", tail)
		}
	}
}

func TestReadFrameErrors(t *testing.T) {
	const line = `{"frame_index":2,"pts":512,"pts_time":"0.040000","key_frame":0,"pict_type":"P","quad_count":2,"coverage":0.000087,"quads":[[0,0,8],[8,0,4]]}`
	for _, c := range []struct{ old, new, want string }{
		{`"frame_index":2`, `"frame_index":-1`, "frame_index -1 is negative"},
		{`"frame_index":2`, `"frame_index":1`, "does not ascend"},
		{`"frame_index":2`, `"frame_index":2.5`, "cannot unmarshal number"},
		{`,"pts_time":"0.040000"`, ``, `no "pts_time"`},
		{`"0.040000"`, `"0.04"`, "six decimals"},
		{`"0.040000"`, `"1e9"`, "six decimals"},
		{`"0.040000"`, `"--1.000000"`, "six decimals"},
		{`"0.040000"`, `"0.040003"`, `pts_time "0.040003" with pts 512`},
		{`"0.040000"`, `0.04`, "cannot unmarshal number"},
		{`"pts":512,`, ``, "either pts or pts_synthetic"},
		{`"pts":512,`, `"pts":512,"pts_synthetic":1,`, "either pts or pts_synthetic"},
		{`"pts":512,`, `"pts_synthetic":0,`, "pts_synthetic 0 is not 1"},
		{`"key_frame":0,`, ``, `no "key_frame"`},
		{`"key_frame":0`, `"key_frame":2`, "key_frame 2"},
		{`"key_frame":0`, `"key_frame":false`, "cannot unmarshal bool"},
		{`"pict_type":"P"`, `"pict_type":"X"`, `unknown pict_type "X"`},
		{`"pict_type":"P"`, `"pict_type":"PP"`, `unknown pict_type "PP"`},
		{`"pict_type"`, `"width":0,"pict_type"`, "picture size 0×720"},
		{`"pict_type"`, `"corrupt":2,"pict_type"`, "corrupt 2"},
		{`"pict_type"`, `"errors":0,"pict_type"`, "errors 0"},
		{`"quad_count":2,`, ``, `no "quad_count"`},
		{`"quad_count":2`, `"quad_count":3`, "quad_count 3 with 2 quads"},
		{`"coverage":0.000087,`, ``, `no "coverage"`},
		{`0.000087`, `0.000085`, "coverage 8.5e-05"},
		{`,"quads":[[0,0,8],[8,0,4]]`, ``, `no "quads"`},
		{`[[0,0,8],[8,0,4]]`, `null`, "quads is not an array"},
		{`[[0,0,8],[8,0,4]]`, `{}`, "quads is not an array"},
		{`[8,0,4]`, `8`, "quad 1: not an array of three whole numbers"},
		{`[8,0,4]`, `[]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `[8,0]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `[8,0,4,1]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `[8,0.0,4]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `[8,-4,4]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `[8e0,0,4]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `["8",0,4]`, "not an array of three whole numbers"},
		{`[8,0,4]`, `[16385,0,1]`, "beyond 16384"},
		{`[8,0,4]`, `[99999999999999999999,0,1]`, "beyond 16384"},
		{`[8,0,4]`, `[16384,0,1]`, "outside any picture"},
		{`[8,0,4]`, `[8,0,3]`, "size 3 is not a power of two"},
		{`[8,0,4]`, `[8,0,0]`, "size 0 is not a power of two"},
		{`[8,0,4]`, `[9,0,4]`, "not a multiple of the size 4"},
		{`[8,0,4]`, `[0,0,4]`, "Morton order"},
		{`[[0,0,8],[8,0,4]]`, `[[8,0,4],[0,0,8]]`, "Morton order"},
		{`[8,0,4]`, `[1280,0,4]`, "not inside the 1280×720 picture"},
		{`[8,0,4]`, `[1024,0,512]`, "not inside the 1280×720 picture"},
		{`[8,0,4]`, `[0,704,32]`, "not inside the 1280×720 picture"},
		{`[8,0,4]]}`, `[8,0,4`, "unexpected EOF"},
		{line, `1`, "cannot unmarshal number"},
		{line, `null`, `no "pts_time"`},
	} {
		for _, format := range []Format{JSON, NDJSON} {
			text := export(t, format, sample(), Frame{Index: 1, HasPTS: true})
			if format == JSON {
				text = strings.TrimSuffix(text, "\n]}\n") + ",\n"
			}
			bad := text + strings.Replace(line, c.old, c.new, 1)
			if _, err := Read(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "export: frame record 1: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %s for %s: %v, want %s", format, c.new, c.old, err, c.want)
			}
			good := text + line
			if format == JSON {
				good += "]}"
			}
			if _, err := Read(strings.NewReader(good)); err != nil {
				t.Fatalf("%v: %v", format, err)
			}
		}
	}
}

func TestReadTail(t *testing.T) {
	text := strings.TrimSuffix(export(t, JSON, sample(), Frame{HasPTS: true}), "]}\n")
	for tail, want := range map[string]error{"": io.ErrUnexpectedEOF, "]": io.ErrUnexpectedEOF, `],"x":`: io.ErrUnexpectedEOF, ",": io.ErrUnexpectedEOF, "}": nil, "]]": nil, "]} 1": nil, "]}{": nil, "]}x": nil} {
		_, err := Read(strings.NewReader(text + tail))
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%q at the end: %v", tail, err)
		}
	}
}

// TestTruncated cuts an export everywhere. A cut between two NDJSON lines
// cannot be told from an end.
func TestTruncated(t *testing.T) {
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), sampleFrames()...)
		whole := strings.TrimSuffix(text, "\n")
		for n := range whole {
			_, err := Read(strings.NewReader(whole[:n]))
			if format == NDJSON && (whole[n] == '\n' || n > 0 && whole[n-1] == '\n') {
				continue
			}
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v, %d bytes: %v", format, n, err)
			}
		}
	}
}

// A frame of unknown number has none in the file.
func TestNoIndex(t *testing.T) {
	frames := []Frame{{Index: 2, HasPTS: true}, {Index: -1, HasPTS: true, PTS: 512}, {Index: -1, Time: 0.08}, {Index: 3, HasPTS: true, PTS: 1536}}
	for _, format := range []Format{JSON, NDJSON} {
		text := export(t, format, sample(), frames...)
		if n := strings.Count(text, "frame_index"); n != 2 {
			t.Errorf("%v: %d numbers", format, n)
		}
		if err := compile(t).validate(text, format); err != nil {
			t.Error(err)
		}
		doc, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range doc.Frames {
			if f.Index != frames[i].Index || f.PTS != frames[i].PTS || f.HasPTS != frames[i].HasPTS {
				t.Errorf("%v: frame %d is %+v", format, i, f)
			}
		}
	}
	if text := export(t, CSV, sample(), Frame{Index: -1, HasPTS: true, Quads: sampleFrames()[0].Quads[:1]}); !strings.Contains(text, "\n,0,0.000000,") {
		t.Errorf("in CSV: %s", text)
	}
	for _, format := range []Format{YUView, COCO} {
		w, err := NewWriter(io.Discard, format, sample())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WriteFrame(&frames[1]); !errors.Is(err, errNoIndex) || !format.Numbers() {
			t.Errorf("%v: %v", format, err)
		}
	}
}

func TestReadIOError(t *testing.T) {
	text := export(t, NDJSON, sample(), sampleFrames()...)
	for _, n := range []int{0, 10, len(sampleHeader) + 1, len(text) - 5} {
		r := io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(errFull))
		if _, err := Read(r); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// TestFFprobeTimes compares pts_time with ffprobe's on every sample, and every
// clip of FFKVADRAT_MEDIA.
func TestFFprobeTimes(t *testing.T) {
	files, err := filepath.Glob("../samples/*.*")
	if err != nil {
		t.Fatal(err)
	}
	if media := os.Getenv("FFKVADRAT_MEDIA"); media != "" {
		clips, err := filepath.Glob(filepath.Join(media, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, clips...)
	}
	compared := 0
	for _, name := range files {
		out, err := exec.Command("ffprobe", "-v", "quiet", "-show_streams", "-show_packets", "-of", "json", name).Output()
		if err != nil {
			continue // not media: the folder's list of contents
		}
		var probe struct {
			Streams []struct {
				TimeBase rawRational `json:"time_base"`
			}
			Packets []struct {
				Stream  int    `json:"stream_index"`
				PTS     *int64 `json:"pts"`
				PTSTime string `json:"pts_time"`
			}
		}
		if err := json.Unmarshal(out, &probe); err != nil {
			t.Fatal(err)
		}
		for _, p := range probe.Packets {
			if p.PTS == nil {
				continue
			}
			base := Rational(probe.Streams[p.Stream].TimeBase)
			if got := string(appendSeconds(nil, seconds(*p.PTS, base))); got != p.PTSTime {
				t.Errorf("%s: pts %d at %v is %s, ffprobe says %s", filepath.Base(name), *p.PTS, base, got, p.PTSTime)
			}
			compared++
		}
	}
	if compared == 0 {
		t.Error("nothing to compare")
	}
	t.Log(strconv.Itoa(compared) + " times compared")
}

func BenchmarkReadFrame(b *testing.B) {
	rnd := rand.New(rand.NewPCG(7, 8))
	f := Frame{HasPTS: true, Quads: randomQuads(rnd, 1280, 720)}
	b.Run("quads="+strconv.Itoa(len(f.Quads)), func(b *testing.B) {
		text := export(b, NDJSON, sample(), f)
		head, line, _ := strings.Cut(text, "\n")
		b.SetBytes(int64(len(line)))
		b.ReportAllocs()
		for b.Loop() {
			r, err := NewReader(io.MultiReader(strings.NewReader(head), strings.NewReader(line)))
			if err != nil {
				b.Fatal(err)
			}
			if err := r.Next(&f); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestReadMeans(t *testing.T) {
	frame := Frame{HasPTS: true, Width: 1280, Height: 720, PixFmt: "yuv420p", Quads: []quadpyramid.Quad{quad(0, 0, 3)}, Means: []feature.Mean{feature.NewMean(feature.Vector{1, 2, 3})}}
	text := export(t, NDJSON, featureSample(), frame)
	doc, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(featureSample(), doc.Header); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Frame{frame}, doc.Frames); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ old, new, want string }{
		{`[0,0,8,1,2,3]`, `[0,0,8]`, "not an array of six whole numbers"},
		{`[0,0,8,1,2,3]`, `[0,0,8,1,2,3,4]`, "not an array of six whole numbers"},
		{`[0,0,8,1,2,3]`, `[0,0,8,1,2.5,3]`, "not an array of six whole numbers"},
		{`[0,0,8,1,2,3]`, `[0,0,8,1,2,16384]`, "beyond 16383"},
	} {
		_, err := Read(strings.NewReader(strings.Replace(text, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.new, err, c.want)
		}
	}
}
