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

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/origin"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/measure/blocklist"
	"ffkvadrat/quadfile/columns/columnstest"
)

// withUnits runs a job that lists prediction units.
func withUnits(t *testing.T, name, path string) (file []byte, beside [][]byte, r blocklist.Report) {
	t.Helper()
	o := blocklist.Options{Path: path, Stream: decode.Best, Out: filepath.Join(t.TempDir(), name), Units: true, Source: &origin.Codec{Units: true}}
	o.Selection.From.Index = -1
	var err error
	if o.Form, o.Compression, err = blocklist.FormOf(o.Out); err == nil {
		r, err = blocklist.Run(t.Context(), o, nil)
	}
	if err != nil {
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
			beside = append(beside, data)
		}
	}
	return file, beside, r
}

// unitLines reads the prediction units of NDJSON, all lines of which the schema must accept.
func unitLines(t *testing.T, data []byte) (frames []line, units [][][]any) {
	t.Helper()
	_, frames = linesOf(t, data)
	for _, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:] {
		var f struct {
			Units [][]any `json:"units"`
			Count int     `json:"unit_count"`
		}
		if err := json.Unmarshal([]byte(text), &f); err != nil || f.Count != len(f.Units) {
			t.Fatalf("%d of %d units, %v", len(f.Units), f.Count, err)
		}
		units = append(units, f.Units)
	}
	return frames, units
}

// TestUnits: the modes of intra blocks are as frequent as in x265's statistics, each reference index means
// the picture that x265's list has there, and units have the vectors of their rectangles.
func TestUnits(t *testing.T) {
	path, statistics := x265(t, "256x128")
	data, _, report := withUnits(t, "a.ndjson", path)
	frames, units := unitLines(t, data)
	text, err := os.ReadFile(statistics)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cell := func(row []string, title string) string {
		i := slices.IndexFunc(rows[0], func(s string) bool { return strings.TrimSpace(s) == title })
		if i < 0 {
			return "0"
		}
		return strings.TrimSuffix(strings.TrimSpace(row[i]), "%")
	}
	read, first, merged := 0, 0, 0
	all := int64(0)
	for _, row := range rows[1:] {
		if len(row) < 10 || !strings.Contains(row[1], "SLICE") {
			continue
		}
		poc, err := strconv.Atoi(cell(row, "POC"))
		if err != nil {
			t.Fatal(err)
		}
		if poc == 0 && read > 0 {
			first = read
		}
		read++
		f, list := frames[first+poc], units[first+poc]
		all += int64(len(list))
		modes := map[string]int{}
		vectors := map[string]int{} // distance by rectangle and list
		for _, v := range f.Vectors {
			vectors[fmt.Sprint(v[:4], v[7])] = number(v[8])
		}
		for _, u := range list {
			if u[7] != nil {
				merged++
			}
			if u[4] == "intra" != (u[10] != nil) || u[10] != nil && u[10] != hevcMode(number(u[5])) || u[11] != nil || u[12] != nil {
				t.Fatalf("frame %d: unit %v", f.Index, u)
			}
			if (u[13] != nil) != (number(u[15]) > 0) || u[13] != u[14] || u[4] == "skip" && u[13] != nil {
				t.Fatalf("frame %d: transforms of %v", f.Index, u)
			}
			if (u[4] == "intra") != (u[5] != nil) || (u[4] == "intra") != (u[6] != nil) || (u[4] == "skip") && u[7] == nil || (u[4] == "intra") == (u[8] != nil || u[9] != nil) {
				t.Fatalf("frame %d: unit %v", f.Index, u)
			}
			if u[4] == "intra" && number(u[2]) >= 8 {
				modes[fmt.Sprintf("%[1]dx%[1]d %s", number(u[2]), []string{"DC", "Planar", "Ang"}[min(number(u[5]), 2)])]++ // x265's titles for modes 0 and 1 are swapped
			}
			for side := range 2 {
				ref := u[8+side]
				distance, moves := vectors[fmt.Sprint(u[:4], side)]
				if moves != (ref != nil) {
					t.Fatalf("frame %d: unit %v, list %d has a vector: %v", f.Index, u, side, moves)
				}
				if ref == nil {
					continue
				}
				pictures := strings.Fields(cell(row, fmt.Sprintf("List %d", side)))
				if want, err := strconv.Atoi(pictures[number(ref)]); err != nil || want != poc+distance {
					t.Errorf("frame %d: unit %v refers to picture %d, x265's list is %v", f.Index, u, poc+distance, pictures)
				}
			}
		}
		for _, size := range []string{"8x8", "16x16", "32x32", "64x64"} {
			for _, mode := range []string{"DC", "Planar", "Ang"} {
				want, err := strconv.ParseFloat(cell(row, "Intra "+size+" "+mode), 64)
				if got := 100 * float64(modes[size+" "+mode]) / float64(len(f.Blocks)); err != nil || math.Abs(got-want) > 0.0101 {
					t.Errorf("frame %d: %.2f%% of the blocks are %s %s, x265's %.2f%%", f.Index, got, size, mode, want)
				}
			}
		}
	}
	if read != 12 || merged == 0 || report.Units != all {
		t.Errorf("%d pictures, %d units are merged, %+v", read, merged, report)
	}
}

// hevcMode returns the name of a mode of intra prediction in table 8-1.
func hevcMode(mode int) string {
	switch mode {
	case 0:
		return "INTRA_PLANAR"
	case 1:
		return "INTRA_DC"
	}
	return fmt.Sprintf("INTRA_ANGULAR%d", mode)
}

// unitTypes are YUView's types of units, by codec, with the field of each.
var unitTypes = map[string][]struct {
	name  string
	field int
}{
	"hevc": {{"IntraModeLuma", 5}, {"IntraModeChroma", 6}, {"MergeIdx", 7}, {"RefIdxL0", 8}, {"RefIdxL1", 9}, {"TransformWidth", 13}, {"TransformHeight", 14}},
	"av1":  {{"IntraModeLuma", 5}, {"IntraModeChroma", 6}, {"RefIdxL0", 8}, {"RefIdxL1", 9}, {"InterFilterX", 11}, {"InterFilterY", 12}, {"TransformWidth", 13}, {"TransformHeight", 14}},
}

// TestFormsOfUnits: all forms have the same units, which cover each pixel once; without them the files have the
// same bytes as before.
func TestFormsOfUnits(t *testing.T) {
	t.Run("hevc", func(t *testing.T) {
		path, _ := x265(t, "178x122") // coded as 184×128
		formsOfUnits(t, path, "hevc")
	})
	t.Run("av1", func(t *testing.T) { formsOfUnits(t, libaom(t), "av1") })
}

func formsOfUnits(t *testing.T, path, codec string) {
	data, _, _ := withUnits(t, "a.ndjson", path)
	plain, _, _ := listed(t, "a.ndjson", blocklist.Options{Path: path})
	frames, units := unitLines(t, data)
	for i := range frames {
		covers(t, &line{Index: frames[i].Index, Blocks: units[i]}, 178, 122)
	}
	lines, others := strings.Split(string(data), "\n"), strings.Split(string(plain), "\n")
	for i := range lines {
		got, _, _ := strings.Cut(lines[i], map[bool]string{true: `,"unit_fields"`, false: `,"unit_count"`}[i == 0])
		if got != strings.TrimSuffix(others[i], "}") {
			t.Fatalf("line %d is %.300s, without units %.300s", i, lines[i], others[i])
		}
	}

	blocks, beside, _ := withUnits(t, "a.parquet", path)
	if len(beside) != 2 {
		t.Fatalf("%d files next to the table", len(beside))
	}
	equalTables(t, frames, columnstest.Parquet(t, blocks), columnstest.Parquet(t, beside[0]))
	table := columnstest.Parquet(t, beside[1])
	if table.Pair == "" || table.Pair != columnstest.Parquet(t, blocks).Pair {
		t.Error("the table of units belongs to no other table")
	}
	rows := table.Rows
	for i := range frames {
		for _, want := range units[i] {
			if row := rows[0]; row[0] != frames[i].Index || fmt.Sprint(row[3:]...) != fmt.Sprint(want...) {
				t.Fatalf("row %v, want %v of frame %d", row, want, frames[i].Index)
			}
			rows = rows[1:]
		}
	}
	if len(rows) != 0 {
		t.Errorf("%d further rows", len(rows))
	}

	_, beside, _ = withUnits(t, "a.csv", path)
	records, err := csv.NewReader(bytes.NewReader(beside[1])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	records = records[1:]
	for i := range frames {
		for _, want := range units[i] {
			for at, v := range want {
				text := fmt.Sprint(v)
				if v == nil {
					text = ""
				}
				if records[0][3+at] != text {
					t.Fatalf("row %v of the text, want %v of frame %d", records[0], want, frames[i].Index)
				}
			}
			records = records[1:]
		}
	}
	if len(records) != 0 {
		t.Errorf("%d further rows of the text", len(records))
	}

	statistics, _, _ := withUnits(t, "a.yuview.csv", path)
	if codec == "av1" == bytes.Contains(statistics, []byte(";MergeIdx;")) || codec == "av1" != bytes.Contains(statistics, []byte(";InterMode;")) {
		t.Errorf("%s has another codec's types: %.600s", codec, statistics)
	}
	for _, kind := range unitTypes[codec] {
		f, err := trace.New(t.Context(), bytes.NewReader(statistics), int64(len(statistics)), trace.Options{Type: kind.name})
		if err != nil {
			t.Fatal(err)
		}
		var got partition.Picture
		for i := range frames {
			want := 0
			for _, u := range units[i] {
				if u[kind.field] != nil {
					want++
				}
			}
			if found, err := f.Picture(frames[i].Index, &got); err != nil || !found || len(got.Blocks) != want {
				t.Errorf("%s, frame %d: %d rectangles, want %d; %v", kind.name, i, len(got.Blocks), want, err)
			}
		}
	}
}

// TestNoUnits: a codec whose prediction units are not known is an error.
func TestNoUnits(t *testing.T) {
	o := blocklist.Options{Path: sample, Stream: decode.Best, Out: filepath.Join(t.TempDir(), "a.ndjson"), Units: true, Source: &origin.Codec{Units: true}}
	o.Selection.From.Index = -1
	if _, err := blocklist.Run(t.Context(), o, nil); !errors.Is(err, blocklist.ErrNoUnits) {
		t.Error(err)
	}
}
