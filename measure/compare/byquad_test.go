package compare_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	meters "ffkvadrat/measure/edges"
	"ffkvadrat/quadfile/columns/columnstest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv/yuvtest"
)

// byQuad compares by quad, and returns the rows of CSV by the names of their columns.
func byQuad(t testing.TB, o compare.Options) (*compare.Report, []map[string]string) {
	t.Helper()
	var out bytes.Buffer
	o.ByQuad, o.Form, o.To, o.Stream = true, compare.CSV, &out, decode.Best
	report, err := compare.Run(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, cells := range table[1:] {
		row := map[string]string{}
		for i, name := range table[0] {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return report, rows
}

func whole(t testing.TB, row map[string]string, name string) int {
	t.Helper()
	n, err := strconv.Atoi(row[name])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// raws are a video's frames as FFmpeg decodes them, each with its planes one after another.
type raws struct {
	samples       []byte
	bytes         int // of a sample
	width, height int
	subX, subY    int
	planes        int
}

func (r *raws) size(plane int) (width, height int) {
	if plane == 0 {
		return r.width, r.height
	}
	return (r.width + r.subX) >> r.subX, (r.height + r.subY) >> r.subY
}

func (r *raws) at(frame, plane, x, y int) int {
	each, start := 0, 0
	for i := range r.planes {
		w, h := r.size(i)
		if i < plane {
			start += w * h
		}
		each += w * h
	}
	w, _ := r.size(plane)
	i := (frame*each + start + y*w + x) * r.bytes
	if r.bytes == 1 {
		return int(r.samples[i])
	}
	return int(r.samples[i]) | int(r.samples[i+1])<<8
}

// TestByQuad: the cells of each frame fill the picture, with sums over exactly the samples of each that
// are, added up, those of FFmpeg's filter psnr.
func TestByQuad(t *testing.T) {
	for _, c := range []struct {
		format        string
		width, height int
		subX, subY    int
		bytes, planes int
		params        analysis.Params
	}{
		{"yuv420p", 99, 51, 1, 1, 1, 3, edges},
		{"yuv420p", 64, 36, 1, 1, 1, 3, analysis.Params{Threshold: 0.03, MinSize: 4}},
		{"yuv422p10le", 67, 45, 1, 0, 2, 3, analysis.Params{Threshold: 0.01, MaxSize: 8}},
		{"gray", 35, 50, 0, 0, 1, 1, analysis.Params{Threshold: 0.05, Invert: true}},
	} {
		name := fmt.Sprintf("%s %d×%d", c.format, c.width, c.height)
		const frames = 3
		reference := video(t, "reference.nut", sample, "-frames:v", strconv.Itoa(frames), "-vf", fmt.Sprintf("scale=%d:%d", c.width, c.height), "-pix_fmt", c.format, "-c:v", "ffv1")
		encode := video(t, "encode.nut", reference, "-vf", "boxblur=1,noise=alls=9:all_seed=7", "-pix_fmt", c.format, "-c:v", "ffv1")
		pictures := [2]raws{}
		for i, file := range [...]string{reference, encode} {
			pictures[i] = raws{clips.Raw(t, "-i", file, "-f", "rawvideo", "-pix_fmt", c.format), c.bytes, c.width, c.height, c.subX, c.subY, c.planes}
		}
		log := filepath.Join(t.TempDir(), "psnr")
		ffmpeg(t, "-i", encode, "-i", reference, "-lavfi", "psnr=f="+log, "-f", "null", "-")
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		_, rows := byQuad(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: c.params})
		covered := make([]int, frames*c.width*c.height)
		sums, samples := [frames][3]int{}, [frames][3]int{}
		for _, row := range rows {
			frame, x, y, size := whole(t, row, "frame_index"), whole(t, row, "x"), whole(t, row, "y"), whole(t, row, "size")
			for i := range size * size {
				covered[(frame*c.height+y+i/size)*c.width+x+i%size]++
			}
			for plane := range c.planes {
				n, sse, sum := 0, 0, 0
				subX, subY := c.subX, c.subY
				if plane == 0 {
					subX, subY = 0, 0
				}
				for j := y; j < y+size; j++ {
					for i := x; i < x+size; i++ {
						if i%(1<<subX) == 0 && j%(1<<subY) == 0 { // the first pixel of a sample
							d := pictures[1].at(frame, plane, i>>subX, j>>subY) - pictures[0].at(frame, plane, i>>subX, j>>subY)
							n, sse, sum = n+1, sse+d*d, sum+d
						}
					}
				}
				of := string("yuv"[plane])
				want := map[string]string{"sse_": "", "psnr_": "", "diff_": ""}
				if n > 0 {
					most := 255.
					if c.bytes == 2 {
						most = 1023
					}
					want["sse_"], want["psnr_"] = strconv.Itoa(sse), "inf"
					if sse > 0 {
						want["psnr_"] = fmt.Sprintf("%.6f", 10*math.Log10(most*most*float64(n)/float64(sse)))
					}
					want["diff_"] = big.NewRat(int64(sum), int64(n)).FloatString(6) // halves away from zero
					if strings.Trim(want["diff_"], "-0.") == "" {
						want["diff_"] = "0.000000"
					}
				}
				for kind, text := range want {
					if row[kind+of] != text {
						t.Fatalf("%s: %s%s of %v is not %q", name, kind, of, row, text)
					}
				}
				sums[frame][plane] += sse
				samples[frame][plane] += n
			}
		}
		for i, n := range covered {
			if n != 1 {
				t.Fatalf("%s: pixel %d is in %d cells", name, i, n)
			}
		}
		for frame, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			for plane := range c.planes {
				found := regexp.MustCompile(`mse_` + string("yuv"[plane]) + `:(\S+)`).FindStringSubmatch(line)
				w, h := pictures[0].size(plane)
				if want := fmt.Sprintf("%.2f", float64(sums[frame][plane])/float64(w*h)); found == nil || found[1] != want || samples[frame][plane] != w*h {
					t.Errorf("%s, frame %d: %d in %d samples, FFmpeg has %v", name, frame, sums[frame][plane], samples[frame][plane], found)
				}
			}
		}
	}
}

// TestByQuadForms: all forms have the same rows, of several encodes; frames without a match have none.
func TestByQuadForms(t *testing.T) {
	reference := video(t, "reference.mkv", sample, "-frames:v", "3", "-c:v", "ffv1")
	bad := video(t, "bad, short.mkv", reference, "-frames:v", "2", "-c:v", "libx264", "-crf", "45")
	o := compare.Options{Reference: reference, Encodes: []string{reference, bad}, Params: analysis.Params{Threshold: 0.1}, WorstAreas: 4}
	report, rows := byQuad(t, o)
	last := rows[len(rows)-1]
	if last["frame_index"] != "2" || last["encode"] != reference || len(report.Encodes[0].Areas[compare.Quads]) > 0 || len(report.Encodes[1].Areas[compare.Quads]) == 0 {
		t.Fatalf("%v; %+v", last, report.Encodes)
	}
	var worst map[string]string
	error := func(row map[string]string) float64 {
		return float64(whole(t, row, "sse_y")) / float64(whole(t, row, "size")*whole(t, row, "size"))
	}
	for _, row := range rows {
		if row["encode"] == bad && row["quad"] == "1" && whole(t, row, "size") >= 16 && (worst == nil || error(row) > error(worst)) {
			worst = row
		}
	}
	if q := report.Encodes[1].Areas[compare.Quads][0]; fmt.Sprint(q.Place.Index, q.Part.Min.X, q.Part.Min.Y, q.Part.Dx(), q.Error.SSE) != strings.Join([]string{worst["frame_index"], worst["x"], worst["y"], worst["size"], worst["sse_y"]}, " ") {
		t.Errorf("the worst quad is %+v, want %v", q, worst)
	}

	o.ByQuad, o.Stream, o.Form = true, decode.Best, compare.NDJSON
	var out bytes.Buffer
	o.To = &out
	if _, err := compare.Run(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if !strings.HasPrefix(lines[0], `{"format":"ffkvadrat-compare-quads","version":1,`) || len(lines) != 1+len(rows) {
		t.Fatalf("%d lines, %d rows: %s", len(lines), len(rows), lines[0])
	}
	for n, row := range rows {
		var object map[string]any
		decoder := json.NewDecoder(strings.NewReader(lines[1+n]))
		decoder.UseNumber()
		if err := decoder.Decode(&object); err != nil {
			t.Fatal(err)
		}
		object["encode"] = o.Encodes[map[string]int{"0": 0, "1": 1}[fmt.Sprint(object["encode"])]]
		got := map[string]string{}
		for name := range row {
			got[name] = ""
		}
		for name, value := range object {
			if got[name] = fmt.Sprint(value); value == nil {
				got[name] = "inf"
			}
		}
		if !maps.Equal(got, row) {
			t.Fatalf("row %d is %v in NDJSON, %v in CSV", n, got, row)
		}
	}

	o.Form, o.To, o.Out = compare.Parquet, nil, filepath.Join(t.TempDir(), "rows.parquet")
	if _, err := compare.Run(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	table := columnstest.Parquet(t, data)
	if equalRows(t, &table, rows, true); table.Header != lines[0] {
		t.Errorf("the header is %s, want %s", table.Header, lines[0])
	}
}

// TestByQuadOptions: rows by quad have no quads of edges and no VMAF.
func TestByQuadOptions(t *testing.T) {
	for _, o := range []compare.Options{{Quads: true, Form: compare.NDJSON}, {VMAF: true}} {
		o.Reference, o.Encodes, o.Params, o.ByQuad, o.To = sample, []string{sample}, edges, true, new(bytes.Buffer)
		if _, err := compare.Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "by quad") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestByQuadSteadyState: the rows of a frame reuse the memory of those of the frame before.
func TestByQuadSteadyState(t *testing.T) {
	meter, err := meters.NewMeter(edges)
	if err != nil {
		t.Fatal(err)
	}
	meter.Divide()
	var m meters.Measures
	p, q := yuvtest.Tight(yuvtest.Formats[1], 65, 63, yuvtest.Fills(1)[4]), yuvtest.Tight(yuvtest.Formats[1], 65, 63, yuvtest.Fills(1)[5])
	if err := errors.Join(meter.Begin(p), meter.Of(q, &m)); err != nil {
		t.Fatal(err)
	}
	for form := range compare.FormCount {
		rows := compare.CellRows(form, []string{"y", "u", "v"}, meter, &m)
		rows()
		if n := testing.AllocsPerRun(5, rows); n > 0 {
			t.Errorf("%v: %v allocations", form, n)
		}
	}
}

// BenchmarkCompare is the rate with rows of frames, and with rows by quad, which are not kept.
func BenchmarkCompare(b *testing.B) {
	encode := video(b, "encode.mkv", sample, "-c:v", "libx264", "-crf", "40")
	for _, c := range []struct {
		name string
		o    compare.Options
	}{
		{"by=frame", compare.Options{}},
		{"by=quad/form=ndjson", compare.Options{ByQuad: true, Form: compare.NDJSON}},
		{"by=quad/form=parquet", compare.Options{ByQuad: true, Form: compare.Parquet}},
		{"by=quad/form=ndjson/min=8", compare.Options{ByQuad: true, Form: compare.NDJSON, Params: analysis.Params{MinSize: 8}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.o.Reference, c.o.Encodes, c.o.Params.Threshold, c.o.Stream = sample, []string{encode}, 0.02, decode.Best
			frames := int64(0)
			for b.Loop() {
				c.o.To = new(discarded)
				report, err := compare.Run(b.Context(), c.o, nil)
				if err != nil {
					b.Fatal(err)
				}
				frames += report.Frames
			}
			b.ReportMetric(float64(frames)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}

type discarded struct{}

func (*discarded) Write(p []byte) (int, error) { return len(p), nil }
