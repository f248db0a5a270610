package cli

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// measured runs the command and returns its rows.
func measured(t *testing.T, args ...string) [][]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "m.csv")
	if status, _, err := call(t, append([]string{"measure", "-o", out}, args...)...); status != statusDone {
		t.Fatalf("%v: status %d, %s", args, status, err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestMeasure: the columns and digits of siti-tools 0.5.0, with its table.
func TestMeasure(t *testing.T) {
	file, err := os.Open("../analysis/siti/testdata/table.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, clip := range []string{"tiny-420.mp4", "tiny-10bit.mp4", "tiny-full-range.mp4", "tiny-gray.mp4", "tiny-odd-175x143.mp4"} {
		for _, domain := range []string{"pq", "legacy"} {
			rows := measured(t, "--domain", domain, "--frames", "4", "../samples/"+clip)
			if want := []string{"input_file", "n", "si", "ti"}; !slices.Equal(rows[0], want) || len(rows) != 5 {
				t.Fatalf("%s: %d rows with %v", clip, len(rows), rows[0])
			}
			for _, want := range table {
				if want[0] != clip || want[1] != "sdr" || want[2] != domain {
					continue
				}
				n, err := strconv.Atoi(want[3])
				if err != nil {
					t.Fatal(err)
				}
				if row := rows[n]; !slices.Equal(row, []string{clip, want[3], thousandths(t, want[4]), thousandths(t, want[5])}) {
					t.Errorf("%s, %s: %v, want %v", clip, domain, row, want)
				}
				compared++
			}
		}
	}
	if compared != 40 {
		t.Errorf("%d rows were compared", compared)
	}
}

// thousandths formats a number rounded to three decimals by NumPy, as Python does.
func thousandths(t *testing.T, text string) string {
	t.Helper()
	if text == "" {
		return ""
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	text = strings.TrimRight(strconv.FormatFloat(v, 'f', 3, 64), "0")
	if strings.HasSuffix(text, ".") {
		text += "0"
	}
	return text
}

// TestMeasureEqualsFFmpeg compares the legacy domain with the filter siti, which prints two
// decimals and takes 4:2:0 and 4:2:2. It first rounds limited range to full range, so one such clip
// is compared after another filter has done that.
func TestMeasureEqualsFFmpeg(t *testing.T) {
	converted := filepath.Join(t.TempDir(), "full.mkv")
	ffmpegTo(t, converted, "-i", "../samples/tiny-420.mp4", "-vf", "scale=in_range=limited:out_range=full,format=yuv420p", "-color_range", "pc", "-c:v", "ffv1")
	videos := []string{"../samples/tiny-full-range.mp4", converted}
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		videos = append(videos, filepath.Join(folder, "bt709_full_range.mp4"))
	}
	for _, clip := range videos {
		out := clips.Raw(t, "-noautorotate", "-i", clip, "-vf", "siti,metadata=print:file=-", "-frames:v", "30", "-f", "null")
		found := regexp.MustCompile(`siti\.(si|ti)=([0-9.]+)`).FindAllStringSubmatch(string(out), -1)
		rows := measured(t, "--domain", "legacy", "--frames", "30", clip)[1:]
		if len(found) != 2*len(rows) || len(rows) < 12 {
			t.Fatalf("%s: %d rows, FFmpeg has %d numbers", clip, len(rows), len(found))
		}
		for i, match := range found {
			ours := rows[i/2][2+i%2]
			if i == 1 && ours == "" {
				ours = "0"
			}
			theirs, err1 := strconv.ParseFloat(match[2], 64)
			v, err2 := strconv.ParseFloat(ours, 64)
			if err1 != nil || err2 != nil || math.Abs(theirs-v) > 0.00501+0.0005 {
				t.Errorf("%s: frame %d has the %s %v, FFmpeg says %v", clip, i/2, match[1], ours, match[2])
			}
		}
	}
}

// TestMeasureParts: frames of a selection have the numbers and values that they have in the whole
// video. A summary has the same values with more digits.
func TestMeasureParts(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	whole := measured(t, clip)
	part := measured(t, "--from", "#3", "--every", "2", "--frames", "2", clip)
	if !slices.EqualFunc(part[1:], [][]string{whole[4], whole[6]}, slices.Equal) {
		t.Errorf("%v", part)
	}
	if rows := measured(t, "../samples/tiny-still.png"); len(rows) != 2 || rows[1][2] == "" || rows[1][3] != "" {
		t.Errorf("a picture has %v", rows)
	}
	for _, domain := range []string{"pq", "legacy"} {
		rows := measured(t, "--domain", domain, clip)
		lines := strings.Split(strings.TrimSpace(exportAs(t, filepath.Join(t.TempDir(), "a.ndjson"), "--summary", "--siti", "--domain", domain, clip)), "\n")
		if !strings.Contains(lines[0], `"siti":"`+domain+`"`) || len(lines) != len(rows) {
			t.Fatalf("%d lines, %s", len(lines), lines[0])
		}
		for i, line := range lines[1:] {
			var frame struct{ SI, TI *float64 }
			if err := json.Unmarshal([]byte(line), &frame); err != nil {
				t.Fatal(err)
			}
			for k, v := range []*float64{frame.SI, frame.TI} {
				text := ""
				if v != nil {
					text = thousandths(t, strconv.FormatFloat(*v, 'f', -1, 64))
				}
				if text != rows[i+1][2+k] {
					t.Errorf("frame %d: %s, measure has %v", i, line, rows[i+1])
				}
			}
		}
	}
}

// TestFlagsOfMeasure: wrong flags are refused with a reason. The table can go to standard output.
func TestFlagsOfMeasure(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for args, want := range map[string]string{
		"measure -o x.json":                                   "does not end in .csv",
		"measure -o x.csv --domain pu21":                      "--domain",
		"measure -o x.csv --every 0":                          "--every: 0 is not positive",
		"export -o x.ndjson --siti":                           "--siti is for --summary",
		"export -o x.ndjson --summary --siti --cube 8":        "not of windows",
		"export -o x.ndjson --summary --siti --domain linear": "--domain",
	} {
		if status, _, err := call(t, append(strings.Fields(args), clip)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", args, status, err)
		}
	}
	if status, out, err := call(t, "measure", "-o", "-", "--frames", "1", clip); status != statusDone || !strings.HasPrefix(out, "input_file,n,si,ti\r\ntiny-420.mp4,1,62.235,\r\n") || !strings.Contains(err, "1 frame, SI up to 62.235\n") {
		t.Errorf("to standard output: %d, %q, %q", status, out, err)
	}
}
