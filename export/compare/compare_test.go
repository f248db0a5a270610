package compare_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
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
	"ffkvadrat/edge"
	"ffkvadrat/export/compare"
	"ffkvadrat/export/pipeline"
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

// film makes a film of a part of a clip.
func film(t testing.TB, name, clip string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	ffmpeg(t, append(append([]string{"-i", clip, "-an", "-sn"}, args...), out)...)
	return out
}

// run compares films, and returns the rows by the names of their columns.
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

// rounded writes a number of the table with so many digits, as FFmpeg does.
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

// TestEqualsFFmpeg compares each number of each frame, and the means, with what FFmpeg's filters psnr and
// ssim print, for encodes by x264 of formats and sizes of each kind.
func TestEqualsFFmpeg(t *testing.T) {
	clip := sample
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		clip = filepath.Join(folder, "bbb_2500ms.ts")
	}
	for _, c := range []struct {
		format string
		size   string
		planes string
		crf    int
		scale  string // of the encode
	}{
		{"yuv420p", "320:180", "yuv", 23, ""},
		{"yuv420p", "320:180", "yuv", 40, ""},
		{"yuv420p", "99:51", "yuv", 30, ""}, // odd sides only as FFV1
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
	} {
		name := fmt.Sprintf("%s %s crf %d, %s", c.format, c.size, c.crf, c.scale)
		part := []string{"-frames:v", "7", "-vf", `select=gte(n\,9),scale=` + c.size + ",format=" + c.format}
		reference := film(t, "reference.nut", clip, append(part, "-c:v", "ffv1")...)
		coder := []string{"-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", c.format, "-crf", strconv.Itoa(c.crf)}
		if strings.HasPrefix(c.size, "99") || c.planes == "y" { // x264's gray pictures decode with a chroma
			coder = []string{"-vf", "boxblur=1", "-c:v", "ffv1"}
		}
		to := "null"
		if c.scale != "" {
			coder = append(coder, "-vf", "scale="+c.scale)
			to = "scale=" + c.size + ":flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
		}
		encode := film(t, "encode.nut", reference, coder...)
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

// TestItself: a film and itself differ in nothing, whatever it is.
func TestItself(t *testing.T) {
	clips, err := filepath.Glob("../../samples/*.*")
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		more, _ := filepath.Glob(filepath.Join(folder, "*.*"))
		clips = append(clips, more...)
	}
	compared := 0
	for _, clip := range clips {
		video, err := decode.OpenVideo(t.Context(), clip, decode.Options{Stream: decode.Best})
		if err != nil {
			continue // no film
		}
		video.Close()
		compared++
		report, rows := run(t, compare.Options{Reference: clip, Encodes: []string{clip}, Params: edges, Worst: 3, Selection: pipeline.Selection{Frames: 12}})
		if e := &report.Encodes[0]; len(rows) == 0 || e.Missing != 0 || e.Left != 0 || e.Frames != int64(len(rows)) || len(e.Worst) > 0 {
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
		t.Errorf("%d films were compared", compared)
	}
}

// partners are the numbers of the frames that belong together; -1 for none.
func partners(t *testing.T, rows []map[string]string) (list []int) {
	t.Helper()
	for _, row := range rows {
		n := -1
		if text := row["encode_pts_time"]; text != "" {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			if n = int(seconds * 1000); row["encode_frame_index"] != "" {
				if n, err = strconv.Atoi(row["encode_frame_index"]); err != nil {
					t.Fatal(err)
				}
			}
		}
		list = append(list, n)
	}
	return list
}

// TestAlignment: frames find their partners with other time bases, starts and rates, and where frames are
// missing.
func TestAlignment(t *testing.T) {
	reference := film(t, "reference.mp4", sample, "-frames:v", "10", "-r", "25", "-c:v", "libx264", "-video_track_timescale", "12800")
	none := -1
	for name, c := range map[string]struct {
		file     string
		args     []string
		absolute bool
		want     []int
		left     int64
	}{
		"another time base":      {"x.mkv", nil, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		"another start":          {"x.ts", []string{"-output_ts_offset", "7"}, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		"two are missing":        {"x.mkv", []string{"-vf", `select=not(eq(n\,3)+eq(n\,4))`, "-fps_mode", "vfr"}, false, []int{0, 1, 2, none, none, 3, 4, 5, 6, 7}, 0},
		"the first is missing":   {"x.mkv", []string{"-vf", `select=gte(n\,1)`, "-fps_mode", "vfr"}, true, []int{none, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 0},
		"the end is missing":     {"x.mkv", []string{"-frames:v", "6"}, false, []int{0, 1, 2, 3, 4, 5, none, none, none, none}, 0},
		"twice as many":          {"x.mkv", []string{"-vf", "fps=50"}, false, []int{0, 2, 4, 6, 8, 10, 12, 14, 16, 18}, 10},
		"half as many":           {"x.mkv", []string{"-vf", `select=not(mod(n\,2))`, "-fps_mode", "vfr"}, false, []int{0, none, 1, none, 2, none, 3, none, 4, none}, 0},
		"a little late":          {"x.mkv", []string{"-output_ts_offset", "0.015"}, true, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		"later by a frame":       {"x.mkv", []string{"-output_ts_offset", "0.04"}, true, []int{none, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 1},
		"later than the film":    {"x.mkv", []string{"-output_ts_offset", "7"}, true, []int{none, none, none, none, none, none, none, none, none, none}, 10},
		"a still picture":        {"x.png", []string{"-frames:v", "1"}, false, []int{0, none, none, none, none, none, none, none, none, none}, 0},
		"the film, and no start": {"x.264", nil, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
	} {
		coder := []string{"-c:v", "libx264", "-bf", "0", "-qp", "20", "-pix_fmt", "yuv420p"}
		if filepath.Ext(c.file) == ".png" {
			coder = nil
		}
		encode := film(t, c.file, reference, append(c.args, coder...)...)
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Absolute: c.absolute, Scale: filepath.Ext(c.file) == ".png"})
		missing := int64(0)
		for _, n := range c.want {
			if n == none {
				missing++
			}
		}
		if got, e := partners(t, rows), &report.Encodes[0]; !slices.Equal(got, c.want) || e.Left != c.left || e.Missing != missing || e.Frames+e.Missing != 10 {
			t.Errorf("%s: %v, %d left, %d missing; want %v, %d", name, got, e.Left, e.Missing, c.want, c.left)
		}
		if e := &report.Encodes[0]; e.Missing > 0 && e.First.Index != int64(slices.Index(c.want, none)) {
			t.Errorf("%s: the first without a partner is %d", name, e.First.Index)
		}
	}
}

// TestSelections: the rows of a part are those of the whole.
func TestSelections(t *testing.T) {
	reference := film(t, "reference.mp4", sample, "-frames:v", "20", "-c:v", "libx264", "-g", "5")
	encode := film(t, "encode.mkv", reference, "-c:v", "libx264", "-crf", "40", "-g", "7")
	o := compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges}
	_, all := run(t, o)
	for _, c := range []struct {
		selection pipeline.Selection
		want      []int
	}{
		{pipeline.Selection{Every: 3}, []int{0, 3, 6, 9, 12, 15, 18}},
		{pipeline.Selection{From: decode.Position{Index: 7}, Frames: 3}, []int{7, 8, 9}},
		{pipeline.Selection{From: decode.Position{Index: 4}, Every: 4, Frames: 3}, []int{4, 8, 12}},
		{pipeline.Selection{From: decode.Position{Index: 13}, To: decode.Position{Index: 15}, HasTo: true}, []int{13, 14, 15}},
		{pipeline.Selection{From: decode.Position{Index: 17}}, []int{17, 18, 19}},
		{pipeline.Selection{From: decode.Position{Index: 5}, To: decode.Position{Index: 5}, HasTo: true}, []int{5}},
	} {
		o.Selection = c.selection
		report, rows := run(t, o)
		if report.Frames != int64(len(c.want)) || len(rows) != len(c.want) || report.Encodes[0].Missing+report.Encodes[0].Left != 0 {
			t.Errorf("%+v: %d frames, %+v", c.selection, report.Frames, report.Encodes[0])
			continue
		}
		for i, n := range c.want {
			for column, want := range all[n] {
				if got := rows[i][column]; got != want && !(column == "encode_frame_index" && got == "") {
					t.Errorf("%+v, frame %d: %s is %s, want %s", c.selection, n, column, got, want)
				}
			}
		}
	}
}

// TestForms: both forms have the same numbers of several encodes, in the order of their names, and the
// quads are as many and as large as the row says.
func TestForms(t *testing.T) {
	reference := film(t, "reference.mkv", sample, "-frames:v", "6", "-c:v", "ffv1")
	good, bad := film(t, "good, and no more.mkv", reference, "-c:v", "libx264", "-crf", "20"), film(t, "bad.mkv", reference, "-frames:v", "5", "-c:v", "libx264", "-crf", "45")
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
	reference := film(t, "reference.mkv", sample, "-frames:v", "15", "-c:v", "ffv1")
	encode := film(t, "encode.mkv", reference, "-c:v", "libx264", "-crf", "35")
	for order, column := range map[compare.Order]string{compare.BySSIM: "ssim_all", compare.ByPSNR: "psnr_avg", compare.ByIoU: "iou", compare.ByLost: "lost_pixels", compare.ByInvented: "invented_pixels"} {
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Worst: 4, Order: order})
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

// TestRefused: what cannot be compared has a reason, and leaves no file.
func TestRefused(t *testing.T) {
	reference := film(t, "reference.mkv", sample, "-frames:v", "3", "-c:v", "ffv1")
	for name, c := range map[string]struct {
		args    []string
		options compare.Options
		says    string
	}{
		"another size":      {[]string{"-vf", "scale=64:36"}, compare.Options{}, "is 64×36 yuv420p, limited range, that of the reference"},
		"another format":    {[]string{"-pix_fmt", "yuv422p10le"}, compare.Options{}, "yuv422p10le"},
		"another range":     {[]string{"-vf", "scale=out_range=full", "-color_range", "pc"}, compare.Options{}, "full range"},
		"motion and scaled": {nil, compare.Options{Scale: true, Params: analysis.Params{Operator: edge.Motion, Threshold: 0.1}}, "without scaling"},
		"colours":           {nil, compare.Options{Params: analysis.Params{Variant: analysis.CommonFeature}}, "no edges"},
		"planes":            {nil, compare.Options{Params: analysis.Params{Planes: edge.AlphaPlane, Threshold: 0.1}}, "no alpha"},
		"quads in CSV":      {nil, compare.Options{Quads: true}, "no place for quads"},
	} {
		encode := film(t, "encode.mkv", reference, append(c.args, "-c:v", "ffv1")...)
		o := c.options
		o.Reference, o.Encodes, o.Stream, o.Out = reference, []string{encode}, decode.Best, filepath.Join(t.TempDir(), "x.csv")
		if o.Params == (analysis.Params{}) {
			o.Params = edges
		}
		_, err := compare.Run(t.Context(), o, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(o.Out); err == nil {
			t.Errorf("%s: there is a file", name)
		}
	}
	o := compare.Options{Reference: reference, Encodes: []string{sample, "nowhere.mp4"}, Stream: decode.Best, Params: edges, Out: filepath.Join(t.TempDir(), "x.csv")}
	if _, err := compare.Run(t.Context(), o, nil); !os.IsNotExist(pathError(err)) {
		t.Errorf("no file: %v", err)
	}
	o.Encodes, o.Out = []string{reference}, reference
	if _, err := compare.Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "input itself") {
		t.Errorf("the reference as output: %v", err)
	}
}

// pathError returns the error about a file in a chain.
func pathError(err error) error {
	for err != nil {
		if e, ok := err.(*fs.PathError); ok {
			return e
		}
		wrapped, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err
		}
		err = wrapped.Unwrap()
	}
	return nil
}

// TestDamage: a damaged encode is compared as far as it decodes, and gives the same bytes each time.
func TestDamage(t *testing.T) {
	reference := film(t, "reference.mp4", sample, "-frames:v", "20", "-c:v", "libx264", "-g", "5")
	data, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	packets := bytes.Index(data, []byte("mdat"))
	clear(data[packets+len(data)/3 : packets+len(data)/3+300])
	damaged := filepath.Join(t.TempDir(), "damaged.mp4")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, sides := range [][2]string{{reference, damaged}, {damaged, reference}, {damaged, damaged}} {
		var first []byte
		for range 3 {
			o := compare.Options{Reference: sides[0], Encodes: []string{sides[1], sides[1]}, Stream: decode.Best, Params: edges, Out: filepath.Join(t.TempDir(), "x.csv")}
			report, err := compare.Run(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if report.Faults.Any() != (sides[0] == damaged) || report.Encodes[1].Faults.Any() != (sides[1] == damaged) {
				t.Errorf("%v: faults %+v, %+v", sides, report.Faults, report.Encodes[1].Faults)
			}
			text, err := os.ReadFile(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = text
			}
			if !bytes.Equal(text, first) {
				t.Errorf("%v: another run has other bytes", sides)
			}
		}
	}
}
