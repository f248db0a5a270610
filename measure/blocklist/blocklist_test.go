package blocklist_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/origin"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/measure/blocklist"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/columns/columnstest"
	"ffkvadrat/tests/clips"
)

// sample has H.264, whose last blocks extend past the picture.
const sample = "../../samples/tiny-420.mp4"

// x265 makes a clip of 12 frames, and returns its name and that of x265's statistics.
func x265(t *testing.T, size string) (path, statistics string) {
	t.Helper()
	statistics = filepath.Join(t.TempDir(), "x265.csv")
	return clips.Make(t, "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=25:d=0.48,noise=alls=9:allf=t", "-c:v", "libx265", "-preset", "fast",
		"-x265-params", "log-level=none:pools=1:frame-threads=1:keyint=7:bframes=2:qg-size=16:aq-mode=2:csv-log-level=2:csv="+statistics), statistics
}

// listed runs a job, and returns the file that it writes, the one next to it, and the report.
func listed(t *testing.T, name string, o blocklist.Options) (file, beside []byte, r blocklist.Report) {
	t.Helper()
	if o.Source == nil {
		o.Source = &origin.Codec{}
	}
	o.Stream, o.Out = decode.Best, filepath.Join(t.TempDir(), name)
	if o.Selection == (pipeline.Selection{}) {
		o.Selection.From.Index = -1
	}
	var err error
	if o.Form, o.Compression, err = blocklist.FormOf(o.Out); err != nil {
		t.Fatal(err)
	}
	if r, err = blocklist.Run(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	for i, output := range o.Outputs() {
		data, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			file = data
		} else {
			beside = data
		}
	}
	return file, beside, r
}

// line is a line of NDJSON about a frame.
type line struct {
	Index   int64   `json:"frame_index"`
	PTS     int64   `json:"pts"`
	Time    string  `json:"pts_time"`
	Bytes   int     `json:"bytes"`
	Coded   int     `json:"coded_bytes"`
	Type    string  `json:"pict_type"`
	Blocks  [][]any `json:"blocks"`
	Vectors [][]any `json:"vectors"`
	Count   int     `json:"block_count"`
}

// linesOf reads NDJSON, all lines of which the schema must accept.
func linesOf(t *testing.T, data []byte) (header map[string]any, frames []line) {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	for name, text := range map[string]string{"ffkvadrat-quads.schema.json": quadfile.Schema(), "blocks": blocklist.Schema()} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = c.AddResource(name, doc)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		part := "blocks#/$defs/frame"
		if i == 0 {
			part = "blocks#/$defs/header"
		}
		s, err := c.Compile(part)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		if i == 0 {
			header = v.(map[string]any)
			continue
		}
		var f line
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		frames = append(frames, f)
	}
	return header, frames
}

func number(v any) int { return int(v.(float64)) }

// TestHEVC: the blocks of H.265 are those that x265 counts: their mean quantiser, the bits of the picture,
// and their numbers by size and type.
func TestHEVC(t *testing.T) {
	path, statistics := x265(t, "256x128")
	data, _, report := listed(t, "a.ndjson", blocklist.Options{Path: path})
	header, frames := linesOf(t, data)
	if header["vector_fields"] == nil || header["traced"] != nil || len(frames) != 12 {
		t.Fatalf("%d frames, %v", len(frames), header)
	}
	file, err := os.Open(statistics)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(row []string, title string) float64 {
		i := slices.IndexFunc(rows[0], func(s string) bool { return strings.TrimSpace(s) == title })
		if i < 0 {
			return 0 // no block is so
		}
		v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(row[i]), "%"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	blocks, vectors := 0, 0
	first := int64(0) // the frame with POC 0, as the count restarts at each IDR picture
	for _, row := range rows[1:] {
		if len(row) < 10 || strings.TrimSpace(row[1]) == "" || !strings.Contains(row[1], "SLICE") {
			continue
		}
		if strings.EqualFold(strings.TrimSpace(row[1]), "i-SLICE") && column(row, "POC") == 0 && blocks > 0 {
			first = int64(blocks)
		}
		f := frames[first+int64(column(row, "POC"))]
		n := map[string]int{}
		area, qp, bits := 0, 0, 0
		for _, b := range f.Blocks {
			width := number(b[2])
			n[fmt.Sprintf("%v %d", b[5], width)]++
			area += width * number(b[3])
			qp += number(b[6]) * width * width
			bits += number(b[7])
			if width != number(b[3]) || 64>>number(b[4]) != width {
				t.Errorf("frame %d: block %v", f.Index, b)
			}
		}
		if mean := float64(qp) / float64(area); math.Abs(mean-column(row, "QP")) > 0.0051 {
			t.Errorf("frame %d: mean QP %.3f, x265's %v", f.Index, mean, column(row, "QP"))
		}
		if all := int(column(row, "Bits")); bits > all || bits < all/4 || f.Bytes*8 < bits {
			t.Errorf("frame %d: blocks have %d bits of x265's %d, and of %d bytes", f.Index, bits, all, f.Bytes)
		}
		for _, size := range []int{8, 16, 32, 64} { // x265 counts some skipped blocks as merged
			skipped := column(row, fmt.Sprintf("Skip %dx%d", size, size)) + column(row, fmt.Sprintf("Merge %dx%d", size, size))
			if got := 100 * float64(n[fmt.Sprintf("skip %d", size)]) / float64(len(f.Blocks)); math.Abs(got-skipped) > 0.0101 {
				t.Errorf("frame %d: %.2f%% are skipped blocks of %d, x265's %.2f%%", f.Index, got, size, skipped)
			}
		}
		if f.Count != len(f.Blocks) || (f.Type == "I") != (len(f.Vectors) == 0) {
			t.Errorf("frame %d (%s): %d of %d blocks, %d vectors", f.Index, f.Type, len(f.Blocks), f.Count, len(f.Vectors))
		}
		vectors += len(f.Vectors)
		blocks++
	}
	if blocks != len(frames) || report.Frames != 12 || report.Found != 12 || report.Vectors != int64(vectors) || vectors == 0 {
		t.Errorf("%d pictures, %+v, %d vectors", blocks, report, vectors)
	}
}

// TestForms: all forms have the same blocks and vectors, twice in the same bytes, and these cover each
// pixel of the picture once.
func TestForms(t *testing.T) {
	hevc, _ := x265(t, "178x122") // coded as 184×128
	for _, path := range []string{hevc, sample} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, _, report := listed(t, "a.ndjson", blocklist.Options{Path: path})
			header, frames := linesOf(t, data)
			source := header["source"].(map[string]any)
			width, _ := source["width"].(json.Number).Int64()
			height, _ := source["height"].(json.Number).Int64()
			for _, f := range frames {
				covers(t, &f, int(width), int(height))
			}
			blocks, vectors, _ := listed(t, "a.parquet", blocklist.Options{Path: path})
			equalTables(t, frames, columnstest.Parquet(t, blocks), columnstest.Parquet(t, vectors))
			statistics, playlist, _ := listed(t, "a.yuview.csv", blocklist.Options{Path: path})
			if !strings.Contains(string(playlist), "a.yuview.csv") {
				t.Errorf("the playlist is %s", playlist)
			}
			equalStatistics(t, frames, statistics, int(width), int(height))
			rows, others, _ := listed(t, "a.csv", blocklist.Options{Path: path})
			equalRows(t, frames, rows, "type", func(f *line) [][]any { return f.Blocks })
			equalRows(t, frames, others, "dx", func(f *line) [][]any { return f.Vectors })
			for name, want := range map[string][]byte{"a.ndjson": data, "a.parquet": blocks, "a.yuview.csv": statistics, "a.csv": rows} {
				if again, _, r := listed(t, name, blocklist.Options{Path: path}); !bytes.Equal(again, want) || r != report {
					t.Errorf("%s: other bytes the second time, or %+v, %+v", name, r, report)
				}
			}
			// A part has the lines of the whole.
			from := pipeline.Selection{From: decode.Position{Index: 5}, Frames: 3}
			part, _, _ := listed(t, "a.ndjson", blocklist.Options{Path: path, Selection: from})
			all := bytes.SplitAfter(data, []byte("\n"))
			if want := slices.Concat(all[0], all[6], all[7], all[8]); !bytes.Equal(part, want) {
				t.Errorf("frames 5 to 7 are\n%.300s\nwant\n%.300s", part, want)
			}
		})
	}
}

// equalRows checks that a table of text has the same lists as the lines, with a column of that name.
func equalRows(t *testing.T, frames []line, data []byte, column string, of func(f *line) [][]any) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head, rows := rows[0], rows[1:]
	if !slices.Equal(head[:3], []string{"frame_index", "pts", "pts_time"}) || !slices.Contains(head, column) {
		t.Errorf("the columns are %q", head)
	}
	for i := range frames {
		for _, entry := range of(&frames[i]) {
			if len(rows) == 0 {
				t.Fatalf("no row for %v of frame %d", entry, frames[i].Index)
			}
			row := rows[0]
			rows = rows[1:]
			if row[0] != fmt.Sprint(frames[i].Index) {
				t.Fatalf("%q is of frame %d", row, frames[i].Index)
			}
			for k, v := range entry {
				want := fmt.Sprint(v)
				if v == nil {
					want = ""
				}
				if row[3+k] != want {
					t.Fatalf("frame %d: %q, want %v", frames[i].Index, row, entry)
				}
			}
		}
	}
	if len(rows) > 0 {
		t.Errorf("%d rows too many", len(rows))
	}
}

// covers checks that a frame's blocks cover each pixel once.
func covers(t *testing.T, f *line, width, height int) {
	t.Helper()
	taken := make([]bool, width*height)
	left := len(taken)
	for _, b := range f.Blocks {
		for y := number(b[1]); y < min(number(b[1])+number(b[3]), height); y++ {
			for x := number(b[0]); x < min(number(b[0])+number(b[2]), width); x++ {
				if taken[y*width+x] {
					t.Fatalf("frame %d: block %v overlaps another one", f.Index, b)
				}
				taken[y*width+x] = true
				left--
			}
		}
	}
	if left != 0 {
		t.Errorf("frame %d: %d pixels are in no block", f.Index, left)
	}
}

// equalTables compares tables with lines.
func equalTables(t *testing.T, frames []line, blocks, vectors columnstest.Table) {
	t.Helper()
	if blocks.Pair == "" || blocks.Pair != vectors.Pair || blocks.Header != vectors.Header {
		t.Errorf("the tables are not a pair: %q, %q", blocks.Pair, vectors.Pair)
	}
	for name, table := range map[string]columnstest.Table{"blocks": blocks, "vectors": vectors} {
		rows := table.Rows
		for _, f := range frames {
			list := f.Blocks
			if name == "vectors" {
				list = f.Vectors
			}
			for _, want := range list {
				if len(rows) == 0 {
					t.Fatalf("%s: too few rows", name)
				}
				row := rows[0]
				rows = rows[1:]
				if row[0] != f.Index || row[1] != f.PTS || strconv.FormatFloat(row[2].(float64), 'f', 6, 64) != f.Time {
					t.Fatalf("%s: row %v of frame %d", name, row, f.Index)
				}
				for i, got := range row[3:] {
					if b, ok := got.(bool); ok {
						if got = int64(0); b {
							got = int64(1)
						}
					}
					if fmt.Sprint(got) != fmt.Sprint(want[i]) {
						t.Fatalf("%s: row %v, want %v", name, row, want)
					}
				}
			}
		}
		if len(rows) != 0 {
			t.Errorf("%s: %d further rows", name, len(rows))
		}
	}
}

// equalStatistics reads statistics as a trace, and compares it with lines. It cannot tell intra blocks.
func equalStatistics(t *testing.T, frames []line, statistics []byte, width, height int) {
	t.Helper()
	f, err := trace.New(t.Context(), bytes.NewReader(statistics), int64(len(statistics)), trace.Options{Type: "PredMode"})
	if err != nil {
		t.Fatal(err)
	}
	clipped := func(entry []any) [4]int {
		x, y := number(entry[0]), number(entry[1])
		return [4]int{x, y, min(number(entry[2]), width-x), min(number(entry[3]), height-y)}
	}
	var got partition.Picture
	for _, want := range frames {
		if found, err := f.Picture(want.Index, &got); !found || err != nil || len(got.Blocks) != len(want.Blocks) || len(got.Vectors) != len(want.Vectors) {
			t.Fatalf("frame %d: %v, %v, %d blocks and %d vectors", want.Index, found, err, len(got.Blocks), len(got.Vectors))
		}
		for i, b := range got.Blocks {
			w := want.Blocks[i]
			kind := b.Type.String()
			if b.Type == partition.Unknown {
				kind = "intra"
			}
			if [4]int{int(b.X), int(b.Y), int(b.Width), int(b.Height)} != clipped(w) || b.HasQP != (w[6] != nil) || b.HasQP && int(b.QP) != number(w[6]) ||
				b.HasDepth != (w[4] != nil) || b.HasDepth && int(b.Depth) != number(w[4]) || kind != w[5] {
				t.Fatalf("frame %d: block %+v, want %v", want.Index, b, w)
			}
		}
		// Vectors are grouped by lists.
		i := 0
		for list := range 2 {
			for _, w := range want.Vectors {
				if w[7] != nil && number(w[7]) != list || w[7] == nil && number(w[6]) != list {
					continue
				}
				v := got.Vectors[i]
				i++
				if [4]int{int(v.X), int(v.Y), int(v.Width), int(v.Height)} != clipped(w) || float64(v.DX)/float64(v.Scale) != w[4] || float64(v.DY)/float64(v.Scale) != w[5] {
					t.Fatalf("frame %d: vector %+v, want %v", want.Index, v, w)
				}
			}
		}
	}
}

// TestOfTrace: the list of a trace, without what the trace lacks.
func TestOfTrace(t *testing.T) {
	const text = `%;syntax-version;v1.2
%;seq-specs;a;0;160;90;25
%;type;0;PredMode;range
%;type;1;MVL1;vector
%;scaleFactor;3
1;0;0;160;96;0;0
1;8;8;16;4;1;1;-6
`
	f, err := trace.New(t.Context(), strings.NewReader(text), int64(len(text)), trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := blocklist.Options{Path: sample, Source: origin.Trace{File: f}, Traced: true, Selection: pipeline.Selection{From: decode.Position{Index: 0}, Frames: 2}}
	data, _, report := listed(t, "a.ndjson", o)
	header, frames := linesOf(t, data)
	if header["traced"] == nil || report.Frames != 2 || report.Found != 1 || frames[0].Blocks != nil {
		t.Errorf("%v, %+v, %+v", header, report, frames[0])
	}
	text1 := strings.Split(string(data), "\n")[2]
	if want := `"block_count":1,"blocks":[[0,0,160,96,null,null,null,null]],"vector_count":1,"vectors":[[8,8,16,4,0.3333333333333333,-2,1,1,null]]}`; !strings.HasSuffix(text1, want) {
		t.Errorf("%s, want …%s", text1, want)
	}
}

// TestErrors: nothing is written without blocks, or in a form that the name does not say.
func TestErrors(t *testing.T) {
	path := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:d=0.2", "-c:v", "ffv1")
	for _, patience := range []int64{0, 2} {
		out := filepath.Join(t.TempDir(), "a.ndjson")
		o := blocklist.Options{Path: path, Stream: decode.Best, Source: &origin.Codec{}, Out: out, Patience: patience, Selection: pipeline.Selection{From: decode.Position{Index: -1}}}
		r, err := blocklist.Run(t.Context(), o, nil)
		if _, bad := os.Stat(out); !errors.Is(err, blocklist.ErrNone) || !os.IsNotExist(bad) || r.Codec != "ffv1" {
			t.Errorf("without blocks: %v, %v, %+v", err, bad, r)
		}
	}
	for name, want := range map[string]string{
		"a.json": "must have the extension .ndjson, .parquet, .yuview.csv or .csv", "a.parquet.gz": "parquet is already compressed", "ndjson": "must have the extension",
	} {
		if _, _, err := blocklist.FormOf(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for f := range blocklist.FormCount {
		if got, err := blocklist.ParseForm(f.String()); got != f || err != nil {
			t.Errorf("%v: %v, %v", f, got, err)
		}
	}
	for name, want := range map[string]blocklist.Form{"a.csv": blocklist.CSV, "a.yuview.csv": blocklist.YUView, "a.CSV.gz": blocklist.CSV} {
		if f, _, err := blocklist.FormOf(name); f != want || err != nil {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if _, err := blocklist.ParseForm("x"); err == nil {
		t.Error("a form x")
	}
}
