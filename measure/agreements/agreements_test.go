package agreements

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/origin"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

const (
	clip = "../../samples/tiny-420.mp4"
	seed = 17
)

// params give quads of many sizes.
var params = analysis.Params{Threshold: 0.01}

// text runs the job, and returns its output.
func text(t *testing.T, o Options) ([]byte, Report) {
	t.Helper()
	var out bytes.Buffer
	if o.Path == "" {
		o.Path = clip
	}
	o.Stream, o.To = decode.Best, &out
	if o.Selection.Every == 0 {
		o.Selection.Every = 1
	}
	if o.Params == (analysis.Params{}) {
		o.Params = params
	}
	engine := analysis.NewCPU()
	defer engine.Release()
	report, err := Run(context.Background(), engine, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), report
}

// reported returns what the decoder reports about the clip's frames.
func reported(t *testing.T, path string) (list []*partition.Picture) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best, Needs: (&origin.Codec{}).Needs()})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	var reported partition.Builder
	for {
		f, err := video.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		p, ok := reported.Of(&f.Picture, f.Packet)
		if !ok {
			t.Fatal("the decoder tells nothing")
		}
		list = append(list, new(partition.Picture))
		list[len(list)-1].Set(p)
		f.Release()
	}
}

// traced writes the partitions as a trace, in an order of coding.
func traced(t *testing.T, pictures []*partition.Picture, vtm bool, step int) *trace.File {
	t.Helper()
	var b strings.Builder
	width, height := pictures[0].Width, pictures[0].Height
	if vtm {
		fmt.Fprintf(&b, "# VTMBMS Block Statistics\n# Sequence size: [%dx %d]\n# Block Statistic Type: MVL0; Vector; Scale: 4\n", width, height+8) // not cropped
	} else {
		fmt.Fprintf(&b, "%%;syntax-version;v1.22\n%%;seq-specs;clip;0;%d;%d;25\n%%;type;0;CUDepth;range\n%%;type;1;QP;range\n", width, height)
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(pictures))
	for _, n := range order {
		for _, q := range pictures[n].Blocks {
			if vtm {
				fmt.Fprintf(&b, "BlockStat: POC %d @(%4d,%4d) [%2dx%2d] Depth=%d\n", n*step, q.X, q.Y, q.Width, q.Height, 6-q.Level())
				fmt.Fprintf(&b, "BlockStat: POC %d @(%4d,%4d) [%2dx%2d] QP=%d\n", n*step, q.X, q.Y, q.Width, q.Height, q.QP)
			} else {
				fmt.Fprintf(&b, "%d;%d;%d;%d;%d;0;%d\n%d;%d;%d;%d;%d;1;%d\n", n*step, q.X, q.Y, q.Width, q.Height, 6-q.Level(), n*step, q.X, q.Y, q.Width, q.Height, q.QP)
			}
		}
	}
	f, err := trace.New(context.Background(), strings.NewReader(b.String()), int64(b.Len()), trace.Options{Step: int64(step)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A trace of x264's own blocks gives what the decoder's report gives, for the whole video and for a
// part.
func TestTraceEqualsCodec(t *testing.T) {
	pictures := reported(t, clip)
	for _, p := range pictures {
		p.Bytes = 0
	}
	blocks := 0
	for _, vtm := range []bool{false, true} {
		f := traced(t, pictures, vtm, 1+len(pictures)%2)
		for _, s := range []pipeline.Selection{{From: decode.Position{Index: -1}}, {Every: 3, From: decode.Position{Index: -1}}, {From: decode.Position{Index: 2}, Frames: 2}} {
			codec, r := text(t, Options{Source: &unsized{}, Selection: s})
			trace, r2 := text(t, Options{Source: origin.Trace{File: f}, Selection: s})
			if !bytes.Equal(codec, trace) {
				t.Errorf("VTM %v, %+v: the codec gives\n%.2000s\nthe trace\n%.2000s", vtm, s, codec, trace)
			}
			if r.Found != r.Frames || r != r2 || r.Codec != "h264" {
				t.Errorf("reports %+v and %+v", r, r2)
			}
			blocks += r.Total.Blocks
		}
	}
	if blocks == 0 {
		t.Error("no blocks")
	}
}

// unsized is Codec without the sizes of packets, which traces lack.
type unsized struct{ origin.Codec }

func (u *unsized) Picture(f *decode.Frame, to *partition.Picture) (bool, error) {
	found, err := u.Codec.Picture(f, to)
	to.Bytes = 0
	return found, err
}

// The table's numbers are consistent, and NDJSON has the same.
func TestRecords(t *testing.T) {
	data, report := text(t, Options{Source: &origin.Codec{}})
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	lines, report2 := text(t, Options{Source: &origin.Codec{}, Format: NDJSON})
	objects := strings.Split(strings.TrimSuffix(string(lines), "\n"), "\n")
	if report != report2 || int64(len(rows)) != 1+report.Frames || len(objects) != len(rows)-1 {
		t.Fatalf("%d rows, %d objects, %+v, %+v", len(rows), len(objects), report, report2)
	}
	for i, row := range rows[1:] {
		var object map[string]any
		if err := json.Unmarshal([]byte(objects[i]), &object); err != nil {
			t.Fatal(err)
		}
		value := map[string]float64{}
		for c, name := range rows[0] {
			if row[c] == "" {
				if _, ok := object[name]; ok {
					t.Errorf("row %d: %s is in the object alone", i, name)
				}
				continue
			}
			if value[name], err = strconv.ParseFloat(row[c], 64); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, "area_") && object[name] != value[name] {
				t.Errorf("row %d: %s is %v, and %v in the object", i, name, value[name], object[name])
			}
		}
		sum := 0.0
		for q, list := range object["areas"].([]any) {
			for b, n := range list.([]any) {
				if n != value["area_"+className(q)+"_"+className(b)] {
					t.Errorf("row %d: areas %d, %d", i, q, b)
				}
				sum += n.(float64)
			}
		}
		if p := value["pixels"]; sum != p || value["codec_finer"]+value["content_finer"]+value["equal"]+value["no_quad"]+value["no_block"] < p || value["bytes"] <= 0 || value["quads"] <= 0 || value["blocks"] <= 0 {
			t.Errorf("row %d: %v", i, value)
		}
	}
}

// some is a source that knows every second frame.
type some struct{ origin.Codec }

func (s *some) Picture(f *decode.Frame, to *partition.Picture) (bool, error) {
	if f.Index%2 == 1 {
		return false, nil
	}
	return s.Codec.Picture(f, to)
}

// Frames that the source does not know have a record nevertheless, without the fields about blocks.
func TestUnknown(t *testing.T) {
	data, report := text(t, Options{Source: &some{}})
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if report.Frames != int64(len(rows)-1) || report.Found != (report.Frames+1)/2 {
		t.Errorf("%+v of %d rows", report, len(rows))
	}
	blocks := slices.Index(rows[0], "blocks")
	for i, row := range rows[1:] {
		for c, cell := range row[blocks:] {
			if i%2 == 1 && cell != "" || i%2 == 0 && c == 0 && cell == "" {
				t.Errorf("row %d has %q", i, cell)
			}
		}
	}
	data, _ = text(t, Options{Source: &some{}, Format: NDJSON})
	if line := strings.Split(string(data), "\n")[1]; !json.Valid([]byte(line)) || strings.Contains(line, "blocks") || !strings.Contains(line, `"frame_index":1,`) {
		t.Errorf("an unknown picture is %s", line)
	}
}

// none knows no frame.
type none struct{ asked int64 }

func (*none) Needs() yuv.Needs { return yuv.Needs{} }
func (n *none) Picture(*decode.Frame, *partition.Picture) (bool, error) {
	n.asked++
	return false, nil
}

func TestErrors(t *testing.T) {
	engine := analysis.NewCPU()
	defer engine.Release()
	out := filepath.Join(t.TempDir(), "out.csv")
	o := Options{Path: clip, Stream: decode.Best, Params: params, Out: out, Selection: pipeline.Selection{Every: 1}}
	source := &none{}
	o.Source = source
	if _, err := Run(context.Background(), engine, o, nil); !errors.Is(err, ErrNone) {
		t.Errorf("no blocks: %v", err)
	}
	source.asked, o.Patience = 0, 2
	if r, err := Run(context.Background(), engine, o, nil); !errors.Is(err, ErrNone) || source.asked != 2 || r.Codec != "h264" {
		t.Errorf("impatient: %v after %d", err, source.asked)
	}
	pictures := reported(t, clip)
	for _, p := range pictures {
		p.Width++
	}
	pictures[0].Width = pictures[0].Width - 2
	o.Source = origin.Trace{File: traced(t, pictures, false, 1)}
	if _, err := Run(context.Background(), engine, o, nil); err == nil || !strings.Contains(err.Error(), "the trace is of pictures of") {
		t.Errorf("another size: %v", err)
	}
	o.Params.Variant = analysis.Points
	if _, err := Run(context.Background(), engine, o, nil); err == nil || !strings.Contains(err.Error(), "no quads of several sizes") {
		t.Errorf("points: %v", err)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("after errors there is a file: %v", err)
	}
	for name, want := range map[string]string{"x.csv": "csv", "X.NDJSON": "ndjson", "-": "csv", "x.json": "", "csv": ""} {
		if f, err := FormatOf(name); (err == nil) != (want != "") || err == nil && f.String() != want {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}
