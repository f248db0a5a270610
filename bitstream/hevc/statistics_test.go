package hevc

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/bitstream/nal"
	"ffkvadrat/tests/clips"
)

// TestStatistics: x265's own statistics of each picture are ours: type, order count, reference picture
// lists, bits, mean QP, and the percentages of coding units by depth, mode and partition.
func TestStatistics(t *testing.T) {
	for _, params := range []string{
		"ctu=64:rect=1:amp=1:bframes=3:keyint=6:aq-mode=2:aq-strength=2:qg-size=16",
		"ctu=32:min-cu-size=8:b-pyramid=1:ref=4:open-gop=1:keyint=5:b-intra=1:rd=5:aq-mode=3:qg-size=32",
		"ctu=16:bframes=2:crf=18:aq-mode=1:qg-size=8:weightb=1:weightp=1",
		"ctu=64:min-cu-size=16:crf=40:aq-mode=0",
	} {
		t.Run(params, func(t *testing.T) {
			t.Parallel()
			table := filepath.Join(t.TempDir(), "x265.csv")
			path := clips.Make(t, "clip.hevc", "-f", "lavfi", "-i", "testsrc2=size=256x128:rate=25:d=0.44,noise=alls=14:allf=t", "-c:v", "libx265", "-preset", "fast",
				"-x265-params", "log-level=none:pools=1:frame-threads=1:csv-log-level=2:csv="+table+":"+params, "-f", "hevc")
			stream, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rows := statistics(t, table)
			n := 0
			parsed(t, stream, func(p *Picture, accessUnit []byte) {
				if n < len(rows) {
					compareStatistics(t, p, accessUnit, rows[n])
				}
				n++
			})
			if n != len(rows) || n == 0 {
				t.Errorf("%d pictures, x265 has %d", n, len(rows))
			}
		})
	}
}

// statistics returns the rows of x265's table, with its titles as keys.
func statistics(t *testing.T, path string) (rows []map[string]string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range all[1:] {
		row := map[string]string{}
		for i, value := range record {
			if title := strings.TrimSpace(all[0][min(i, len(all[0])-1)]); row[title] == "" { // the first of that title
				row[title] = strings.TrimSpace(value)
			}
		}
		if row["POC"] != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

func compareStatistics(t *testing.T, p *Picture, accessUnit []byte, row map[string]string) {
	t.Helper()
	h := &p.Segments[0].SliceHeader
	if got := []string{"b-SLICE", "p-SLICE", "i-SLICE"}[h.Type]; !strings.EqualFold(got, row["Type"]) || row["POC"] != strconv.Itoa(int(p.POC)) {
		t.Fatalf("picture %d is %s; x265 has %s of picture %s", p.POC, got, row["Type"], row["POC"])
	}
	for list := range 2 {
		var got []string
		for _, ref := range h.Lists[list][:h.Active[list]] {
			got = append(got, strconv.Itoa(int(ref.POC)))
		}
		want := strings.Fields(strings.ReplaceAll(row[fmt.Sprintf("List %d", list)], "-", ""))
		if !slices.Equal(got, want) {
			t.Errorf("picture %d: list %d is %v, x265's %v", p.POC, list, got, want)
		}
	}
	want := func(title string) float64 {
		value, err := strconv.ParseFloat(strings.TrimSuffix(row[title], "%"), 64)
		if err != nil && row[title] != "" {
			t.Fatal(err)
		}
		return value
	}
	bits := 0
	for _, data := range nal.Split(nil, accessUnit) {
		if kind, _, _ := unit(data); kind.slice() || kind >= unitVPS && kind <= unitPPS {
			bits += 8 * len(data) // without start codes
		}
	}
	if int(want("Bits")) != bits {
		t.Errorf("picture %d: %d bits, x265 has %s", p.POC, bits, row["Bits"])
	}
	counts := map[string]int{}
	qp := 0
	for i := range p.CUs {
		cu := &p.CUs[i]
		counts[title(p, cu)]++
		qp += int(cu.QP) << (2 * cu.Log2)
	}
	if mean := float64(qp) / float64(p.SPS.Width*p.SPS.Height); math.Abs(mean-want("QP")) > 0.0051 {
		t.Errorf("picture %d: mean QP %.3f, x265's %s", p.POC, mean, row["QP"])
	}
	compared := 0
	for title := range row {
		if !ofUnits.MatchString(title) {
			continue
		}
		compared++
		theirs := want(title)
		if size, ok := strings.CutPrefix(title, "Skip "); ok { // x265 counts some as merged, by the first unit of the tree
			theirs += want("Merge " + size)
		}
		if ours := 100 * float64(counts[title]) / float64(len(p.CUs)); math.Abs(ours-theirs) > 0.0101 {
			t.Errorf("picture %d: %s is %.3f%%, x265's %.2f%%", p.POC, title, ours, theirs)
		}
	}
	if compared < 10 {
		t.Errorf("x265 has only %d percentages", compared)
	}
}

// ofUnits are the titles of percentages of coding units.
var ofUnits = regexp.MustCompile(`^(4x4|Intra \d+x\d+ (DC|Planar|Ang)|Inter (64x64|32x32|16x16|8x8)( \((Rect|Amp)\))?|Skip \d+x\d+)$`)

// title returns the column of x265's table that counts a coding unit.
func title(p *Picture, cu *CU) string {
	size := fmt.Sprintf("%dx%d", 1<<cu.Log2, 1<<cu.Log2)
	switch {
	case cu.Mode == Skip:
		return "Skip " + size
	case cu.Mode == Inter && cu.Part == Part2Nx2N:
		return "Inter " + size
	case cu.Mode == Inter && cu.Part >= Part2NxnU:
		return "Inter " + size + " (Amp)"
	case cu.Mode == Inter:
		return "Inter " + size + " (Rect)"
	case cu.Part == PartNxN:
		return "4x4"
	}
	// The table's titles of the first two directions are the other way round.
	return "Intra " + size + " " + [3]string{"DC", "Planar", "Ang"}[min(p.PUs[cu.FirstPU].Luma, 2)]
}
