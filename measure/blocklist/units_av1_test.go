package blocklist_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// libaom makes a clip of AV1 with noise and a zoom, so that it has all filters and modes of many kinds.
func libaom(t *testing.T) string {
	t.Helper()
	return clips.Make(t, "clip.ivf", "-f", "lavfi", "-i", "mandelbrot=size=178x122:rate=25:start_scale=0.1,format=yuv420p,noise=alls=4:allf=t", "-frames:v", "9",
		"-c:v", "libaom-av1", "-cpu-used", "1", "-crf", "30", "-f", "ivf")
}

// av1Modes are the standard's names of luma modes, in the order of their values.
var av1Modes = strings.Fields(`DC_PRED V_PRED H_PRED D45_PRED D135_PRED D113_PRED D157_PRED D203_PRED D67_PRED SMOOTH_PRED SMOOTH_V_PRED SMOOTH_H_PRED
	PAETH_PRED NEARESTMV NEARMV GLOBALMV NEWMV NEAREST_NEARESTMV NEAR_NEARMV NEAREST_NEWMV NEW_NEARESTMV NEAR_NEWMV NEW_NEARMV GLOBAL_GLOBALMV NEW_NEWMV`)

// TestUnitsOfAV1: each unit of AV1 is a block, and what it has fits its type: intra blocks have a luma mode under the standard's
// name, inter blocks a mode and filters, those with a mode for two vectors two references, and skipped blocks no transforms.
// YUView's numbers are those of the names.
func TestUnitsOfAV1(t *testing.T) {
	path := libaom(t)
	data, _, report := withUnits(t, "a.ndjson", path)
	frames, units := unitLines(t, data)
	statistics, _, _ := withUnits(t, "a.yuview.csv", path)
	shown := map[string]string{} // value of InterMode by frame and place
	for _, row := range regexp.MustCompile(`(?m)^(\d+;\d+;\d+);\d+;\d+;12;(\d+)$`).FindAllStringSubmatch(string(statistics), -1) {
		shown[row[1]] = row[2]
	}
	found := map[string]int{}
	all := int64(0)
	for i := range frames {
		all += int64(len(units[i]))
		if len(units[i]) != len(frames[i].Blocks) {
			t.Fatalf("frame %d has %d units in %d blocks", i, len(units[i]), len(frames[i].Blocks))
		}
		for at, u := range units[i] {
			mode, _ := u[10].(string)
			number, intra := slices.Index(av1Modes, mode), u[4] == "intra"
			two := strings.HasPrefix(mode, "NE") && strings.Contains(mode, "_") || mode == "GLOBAL_GLOBALMV"
			for _, c := range []struct {
				what string
				ok   bool
			}{
				{"is the block", slices.Equal(u[:4], frames[i].Blocks[at][:4]) && u[4] == frames[i].Blocks[at][5]},
				{"has a mode of its type", number >= 0 && intra == (number < 13)},
				{"has the number of its mode", intra && fmt.Sprint(u[5]) == fmt.Sprint(number) || !intra && u[5] == nil && shown[fmt.Sprintf("%d;%v;%v", i, u[0], u[1])] == fmt.Sprint(number)},
				{"has the mode's references", intra != (u[8] != nil) && two == (u[9] != nil)},
				{"has filters if it is inter", intra == (u[11] == nil) && intra == (u[12] == nil)},
				{"has transforms if it is not skipped", (u[13] != nil) == (u[15] != 0.0) && (u[14] != nil) == (u[15] != 0.0) && (u[4] == "intra" || (u[13] != nil) == (u[4] == "inter"))},
				{"has no merge index", u[7] == nil},
			} {
				if !c.ok {
					t.Errorf("frame %d: not true that %v %s", i, u, c.what)
				}
			}
			found[mode]++
			found[fmt.Sprint(u[11])]++
			found[fmt.Sprint(u[13], "x", u[14])]++
		}
	}
	for _, name := range []string{"DC_PRED", "PAETH_PRED", "NEARESTMV", "NEARMV", "NEWMV", "NEAREST_NEARESTMV", "EIGHTTAP", "EIGHTTAP_SMOOTH", "EIGHTTAP_SHARP", "8x8", "16x8", "16x16"} {
		if found[name] == 0 {
			t.Errorf("no unit has %s: %v", name, found)
		}
	}
	if report.Units != all {
		t.Errorf("%+v, want %d units", report, all)
	}
}

// inspected is what libaom's program inspect prints of a frame: grids of units of 4 × 4 samples, and the names of values.
type inspected struct {
	Mode       [][]int
	References [][][2]int `json:"referenceFrame"`
	Filter     [][][2]int
	Skip       [][]int
	Transform  [][]int        `json:"transformSize"`
	Modes      map[string]int `json:"modeMap"`
	Sizes      map[string]int `json:"transformSizeMap"`
}

// TestUnitsOfLibaom: modes, references, filters and transforms of all blocks are those of libaom's decoder. FFKVADRAT_AV1_INSPECT
// names its program inspect.
func TestUnitsOfLibaom(t *testing.T) {
	program := os.Getenv("FFKVADRAT_AV1_INSPECT")
	if program == "" {
		return // package av1 compares more, with the same program
	}
	path := libaom(t)
	data, _, _ := withUnits(t, "a.ndjson", path)
	_, units := unitLines(t, data)
	output, err := exec.Command(program, path, "-m", "-r", "-f", "-s", "-ts").Output()
	if err != nil {
		t.Fatal(err)
	}
	var decoded []*inspected
	if err := json.Unmarshal(output, &decoded); err != nil {
		t.Fatal(err)
	}
	decoded = decoded[:len(decoded)-1] // the last one is null
	for i := range units {
		at := slices.IndexFunc(decoded, func(f *inspected) bool { return f.has(units[i]) == "" })
		if at < 0 { // decoded holds hidden frames, too, which are shown later
			t.Fatalf("frame %d of %d is none of libaom's %d frames; the first has %s", i, len(units), len(decoded), decoded[0].has(units[i]))
		}
		decoded = slices.Delete(decoded, at, at+1)
	}
}

// has returns what differs between a frame and units.
func (f *inspected) has(units [][]any) string {
	for _, u := range units {
		x, y := number(u[0])/4, number(u[1])/4
		reference := func(list int) int {
			if u[8+list] == nil {
				return 0 // intra
			}
			return number(u[8+list]) + 1
		}
		refs, filters := f.References[y][x], f.Filter[y][x]
		named := []string{"EIGHTTAP", "EIGHTTAP_SMOOTH", "EIGHTTAP_SHARP", "BILINEAR"}
		switch {
		case f.Modes[u[10].(string)] != f.Mode[y][x]:
			return fmt.Sprintf("%v: mode %d", u, f.Mode[y][x])
		case reference(0) != refs[0], reference(1) != max(refs[1], 0):
			return fmt.Sprintf("%v: references %v", u, refs)
		case u[4] != "intra" && (u[11] != named[filters[1]] || u[12] != named[filters[0]]):
			return fmt.Sprintf("%v: filters %v, vertical first", u, filters)
		case u[4] != "intra" && (u[4] == "skip") != (f.Skip[y][x] == 1):
			return fmt.Sprintf("%v: skip %v", u, f.Skip[y][x])
		case number(u[15]) == 1 && f.Sizes[fmt.Sprintf("TX_%vX%v", u[13], u[14])] != f.Transform[y][x]:
			return fmt.Sprintf("%v: transform size %v", u, f.Transform[y][x])
		}
	}
	return ""
}
