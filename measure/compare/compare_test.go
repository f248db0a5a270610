package compare_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	"ffkvadrat/pipeline"
	"ffkvadrat/tests/clips"
)

const sample = "../../samples/tiny-420.mp4"

// edges are the parameters with which most tests compare.
var edges = analysis.Params{Threshold: 0.01}

func ffmpeg(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command("ffmpeg", append([]string{"-v", "info", "-nostdin", "-y", "-cpuflags", "0"}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("ffmpeg %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// video makes a video of a part of a clip.
func video(t testing.TB, name, clip string, args ...string) string {
	t.Helper()
	return clips.Make(t, name, append([]string{"-cpuflags", "0", "-i", clip, "-an", "-sn"}, args...)...)
}

// run compares videos, and returns the rows by the names of their columns.
func run(t testing.TB, o compare.Options) (*compare.Report, []map[string]string) {
	t.Helper()
	o.Out = filepath.Join(t.TempDir(), "rows.csv")
	o.Stream = decode.Best
	report, err := compare.Run(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table, err := csv.NewReader(file).ReadAll()
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

// rounded formats a number of the table with a number of digits, as FFmpeg does.
func rounded(t *testing.T, text string, digits int) string {
	t.Helper()
	if text == "inf" {
		return text
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// TestEqualsFFmpeg compares each number of each frame, and the means, with the output of FFmpeg's
// filters psnr and ssim, for encodes by x264 of all kinds of formats and sizes.
func TestEqualsFFmpeg(t *testing.T) {
	clip := sample
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		clip = filepath.Join(folder, "bbb_2500ms.ts")
	}
	all := []struct {
		format string
		size   string
		planes string
		crf    int
		scale  string // of the encode
	}{
		{"yuv420p", "320:180", "yuv", 23, ""},
		{"yuv420p", "320:180", "yuv", 40, ""},
		{"yuv420p", "99:51", "yuv", 30, ""}, // odd sides only with FFV1
		{"yuv422p", "128:72", "yuv", 30, ""},
		{"yuv444p", "67:45", "yuv", 30, ""},
		{"yuv420p10le", "128:72", "yuv", 30, ""},
		{"yuv422p10le", "64:40", "yuv", 30, ""},
		{"gray", "67:45", "y", 30, ""},
		{"gray10le", "64:40", "y", 30, ""},
		{"yuv420p", "320:180", "yuv", 23, "160:90"},
		{"yuv444p", "128:72", "yuv", 30, "64:36"},
		{"yuv420p10le", "128:72", "yuv", 30, "96:54"},
		{"gray", "64:40", "y", 30, "32:20"},
	}
	// One process makes the references, one the encodes.
	dir := t.TempDir()
	file := func(kind string, i int) string { return filepath.Join(dir, fmt.Sprintf("%s%d.nut", kind, i)) }
	references, sources, encodes := []string{"-i", clip}, []string{}, []string{}
	for i, c := range all {
		references = append(references, "-an", "-sn", "-frames:v", "7", "-vf", `select=gte(n\,9),scale=`+c.size+",format="+c.format, "-c:v", "ffv1", file("reference", i))
		coder := []string{"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", c.format, "-crf", strconv.Itoa(c.crf)}
		if strings.HasPrefix(c.size, "99") || c.planes == "y" { // x264's gray pictures decode with chroma
			coder = []string{"-vf", "boxblur=1", "-c:v", "ffv1"}
		}
		if c.scale != "" {
			coder = append(coder, "-vf", "scale="+c.scale)
		}
		sources = append(sources, "-i", file("reference", i))
		encodes = append(append(append(encodes, "-map", strconv.Itoa(i)), coder...), file("encode", i))
	}
	ffmpeg(t, references...)
	ffmpeg(t, append(sources, encodes...)...)
	for i, c := range all {
		name := fmt.Sprintf("%s %s crf %d, %s", c.format, c.size, c.crf, c.scale)
		reference, encode := file("reference", i), file("encode", i)
		to := "null"
		if c.scale != "" {
			to = "scale=" + c.size + ":flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
		}
		psnr, ssim := filepath.Join(t.TempDir(), "psnr"), filepath.Join(t.TempDir(), "ssim")
		printed := ffmpeg(t, "-i", encode, "-i", reference, "-lavfi",
			fmt.Sprintf("[0]%s,format=%s,split[a][b];[1]split[c][d];[a][c]psnr=f=%s[p];[b][d]ssim=f=%s[s]", to, c.format, psnr, ssim), "-map", "[p]", "-f", "null", "-", "-map", "[s]", "-f", "null", "-")
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Scale: c.scale != ""})
		if len(rows) != 7 {
			t.Fatalf("%s: %d rows", name, len(rows))
		}
		for i, values := range [][]map[string]string{stats(t, psnr), stats(t, ssim)} {
			for n, want := range values {
				for key, theirs := range want {
					column, digits := strings.ToLower(key), 2
					if i == 1 {
						column, digits = "ssim_"+column, 6
					}
					if ours := rounded(t, rows[n][column], digits); ours != theirs {
						t.Errorf("%s, frame %d: %s is %s, FFmpeg has %s", name, n, column, ours, theirs)
					}
				}
				if len(want) != 1+len(c.planes) {
					t.Fatalf("%s: FFmpeg says %v", name, want)
				}
			}
			if len(values) != 7 {
				t.Fatalf("%s: FFmpeg has %d frames", name, len(values))
			}
		}
		m := report.Encodes[0].Means
		ratio := func(v float64) string { return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%.6f", v), "+")) }
		ours := []string{ratio(m.PSNR)}
		similar := []string{}
		for i := range c.planes {
			ours = append(ours, ratio(m.Planes[i].PSNR))
			similar = append(similar, fmt.Sprintf("%.6f", m.Planes[i].SSIM))
		}
		ours = append(append(ours, similar...), fmt.Sprintf("%.6f", m.SSIM))
		find := func(pattern string) string {
			found := regexp.MustCompile(pattern).FindStringSubmatch(printed)
			if found == nil {
				t.Fatalf("%s: FFmpeg says %s", name, printed)
			}
			return found[1]
		}
		theirs := []string{find(`PSNR.* average:(\S+)`)}
		for _, plane := range c.planes {
			theirs = append(theirs, find(`PSNR.* `+string(plane)+`:(\S+)`))
		}
		for _, plane := range strings.ToUpper(c.planes) {
			theirs = append(theirs, find(`SSIM.* `+string(plane)+`:(\S+)`))
		}
		if theirs = append(theirs, find(`SSIM.* All:(\S+)`)); !slices.Equal(ours, theirs) {
			t.Errorf("%s: means %v, FFmpeg has %v", name, ours, theirs)
		}
	}
}

// stats reads the numbers that a filter wrote, a line a frame.
func stats(t *testing.T, name string) (list []map[string]string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		values := map[string]string{}
		for _, found := range regexp.MustCompile(`(psnr_\w+|\b[YUV]|All):(\S+)`).FindAllStringSubmatch(line, -1) {
			values[found[1]] = found[2]
		}
		list = append(list, values)
	}
	return list
}

// TestItself: a video equals itself, whatever it is.
func TestItself(t *testing.T) {
	clips, err := filepath.Glob("../../samples/*.*")
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		more, _ := filepath.Glob(filepath.Join(folder, "*.*"))
		clips = append(clips, more...)
	}
	compared, frames := 0, int64(12)
	if testing.Short() {
		frames = 3
	}
	for _, clip := range clips {
		video, err := decode.OpenVideo(t.Context(), clip, decode.Options{Stream: decode.Best})
		if err != nil {
			continue // not a video
		}
		video.Close()
		compared++
		report, rows := run(t, compare.Options{Reference: clip, Encodes: []string{clip}, Params: edges, Worst: 3, Selection: pipeline.Selection{Frames: frames}})
		if e := &report.Encodes[0]; e.Shifted || len(rows) == 0 || e.Missing != 0 || e.Left != 0 || e.Frames != int64(len(rows)) || len(e.Worst) > 0 {
			t.Errorf("%s: %d rows, %+v", clip, len(rows), *e)
		}
		for _, row := range rows {
			for column, value := range row {
				switch {
				case strings.HasPrefix(column, "psnr_") && value != "inf",
					strings.HasPrefix(column, "ssim_") && value != "1.000000" && value != "",
					column == "iou" && value != "1.000000",
					(strings.HasPrefix(column, "lost") || strings.HasPrefix(column, "invented")) && value != "0":
					t.Fatalf("%s: %v", clip, row)
				}
			}
			if row["frame_index"] != row["encode_frame_index"] || row["edges"] != row["common_edges"] {
				t.Fatalf("%s: %v", clip, row)
			}
		}
	}
	if compared < 5 {
		t.Errorf("%d videos were compared", compared)
	}
}

// TestForms: both forms have the same numbers of several encodes, in the order of their names, and
// the number and size of the quads match the row.
func TestForms(t *testing.T) {
	reference := video(t, "reference.mkv", sample, "-frames:v", "6", "-c:v", "ffv1")
	good, bad := video(t, "good, and no more.mkv", reference, "-c:v", "libx264", "-crf", "20"), video(t, "bad.mkv", reference, "-frames:v", "5", "-c:v", "libx264", "-crf", "45")
	o := compare.Options{Reference: reference, Encodes: []string{good, bad}, Params: edges, Worst: 2}
	report, rows := run(t, o)
	o.Form, o.Quads, o.Stream = compare.NDJSON, true, decode.Best
	var out bytes.Buffer
	o.To = &out
	if _, err := compare.Run(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	var header struct {
		Format  string
		Encodes []struct{ Path string }
	}
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header.Format != "ffkvadrat-compare" || header.Encodes[1].Path != bad {
		t.Fatalf("%v: %s", err, lines[0])
	}
	if len(lines) != 1+len(rows) || len(rows) != 12 {
		t.Fatalf("%d lines, %d rows", len(lines), len(rows))
	}
	for n, row := range rows {
		var object map[string]any
		decoder := json.NewDecoder(strings.NewReader(lines[1+n]))
		decoder.UseNumber()
		if err := decoder.Decode(&object); err != nil {
			t.Fatal(err)
		}
		for _, side := range []string{"lost", "invented"} {
			list, _ := object[side].([]any)
			area := 0
			for _, quad := range list {
				size, _ := quad.([]any)[2].(json.Number).Int64()
				area += int(size * size)
			}
			if row["psnr_avg"] != "" && (fmt.Sprint(len(list)) != row[side+"_quads"] || fmt.Sprint(area) != row[side+"_pixels"]) {
				t.Errorf("row %d: %d quads of %d pixels are %s", n, len(list), area, side)
			}
			delete(object, side)
		}
		object["encode"] = o.Encodes[n%2]
		for column, text := range row {
			value, ok := object[column]
			if value == nil && ok {
				value = "inf"
			}
			if (text == "") != !ok || ok && fmt.Sprint(value) != text {
				t.Errorf("row %d: %s is %v in NDJSON and %q in CSV", n, column, value, text)
			}
			delete(object, column)
		}
		if len(object) > 0 {
			t.Errorf("row %d: NDJSON alone has %v", n, object)
		}
	}
	if e := report.Encodes[1]; e.Missing != 1 || e.First.Index != 5 || len(e.Worst) != 2 || e.Worst[0].Value > e.Worst[1].Value {
		t.Errorf("the bad encode: %+v", e)
	}
}

// TestWorst: for each order the first frames are those of the table.
func TestWorst(t *testing.T) {
	reference := video(t, "reference.mkv", sample, "-frames:v", "15", "-c:v", "ffv1")
	encode := video(t, "encode.mkv", reference, "-c:v", "libx264", "-crf", "35")
	for order, column := range map[compare.Order]string{compare.BySSIM: "ssim_all", compare.ByPSNR: "psnr_avg", compare.ByIoU: "iou", compare.ByLost: "lost_pixels", compare.ByInvented: "invented_pixels"} {
		var each []compare.Compared
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Worst: 4, Order: order, QP: order == compare.BySSIM, Compared: func(c compare.Compared) { each = append(each, c) }})
		for n, c := range each {
			if asked := order == compare.BySSIM; c.Coded.QP.Known != asked || asked && (c.Coded.QP.Value < 20 || c.Coded.QP.Value > 51) {
				t.Errorf("frame %d has the QP %+v, asked for: %v", n, c.Coded.QP, asked)
			}
			if c.Place.Index != int64(n) || c.Bytes <= 0 || (c.Type == 'I') != (n == 0) || c.Duration <= 0 || fmt.Sprintf("%.6f", c.PSNR) != rows[n]["psnr_avg"] {
				t.Errorf("frame %d is %+v, with %s dB", n, c, rows[n]["psnr_avg"])
			}
		}
		if len(each) != 15 {
			t.Errorf("%d frames", len(each))
		}
		value := func(n int) float64 {
			v, err := strconv.ParseFloat(rows[n][column], 64)
			if err != nil {
				t.Fatal(err)
			}
			if order == compare.ByLost || order == compare.ByInvented {
				return -v
			}
			return v
		}
		numbers := make([]int, len(rows))
		for n := range numbers {
			numbers[n] = n
		}
		slices.SortStableFunc(numbers, func(a, b int) int {
			if value(a) < value(b) {
				return -1
			} else if value(a) > value(b) {
				return 1
			}
			return 0
		})
		for i, f := range report.Encodes[0].Worst {
			if int(f.Place.Index) != numbers[i] {
				t.Errorf("%v: frame %d is %d, want %v", order, i, f.Place.Index, numbers[:4])
			}
		}
		if len(report.Encodes[0].Worst) != 4 {
			t.Errorf("%v: %d frames", order, len(report.Encodes[0].Worst))
		}
	}
}
