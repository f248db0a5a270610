package av1

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inspected has what libaom's program inspect prints, with the option, of each 4 × 4 samples: value is the same of the
// block there, "" if it is not compared.
var inspected = []struct {
	option, name string
	value        func(b *Block) string
}{
	{"-bs", "blockSize", func(b *Block) string { return fmt.Sprintf("%d", b.Size) }},
	{"-s", "skip", func(b *Block) string { return digit(b.Skip) }},
	{"-si", "seg_id", func(b *Block) string { return fmt.Sprintf("%d", b.Segment) }},
	{"-m", "mode", func(b *Block) string {
		return fmt.Sprintf("%d", b.Mode.Number())
	}},
	{"-uvm", "uv_mode", func(b *Block) string {
		if b.Inter || !b.Chroma {
			return ""
		}
		return fmt.Sprintf("%d", b.UVMode)
	}},
	{"-r", "referenceFrame", func(b *Block) string { return fmt.Sprintf("[%d,%d]", b.Ref[0], b.Ref[1]) }},
	{"-mv", "motionVectors", func(b *Block) string {
		if !b.Inter {
			return ""
		}
		return fmt.Sprintf("[%d,%d,%d,%d]", b.MV[0].X, b.MV[0].Y, b.MV[1].X, b.MV[1].Y)
	}},
	{"-mm", "motion_mode", func(b *Block) string {
		if !b.Inter || b.IntraBC {
			return ""
		}
		return fmt.Sprintf("%d", b.Motion)
	}},
	{"-ct", "compound_type", func(b *Block) string {
		if b.Ref[1] <= intraFrame {
			return ""
		}
		return [...]string{CompoundWedge: "2", CompoundDiffWeighted: "3", CompoundAverage: "0", CompoundDistance: "1"}[b.Compound]
	}},
	{"-f", "filter", func(b *Block) string {
		if !b.Inter {
			return ""
		}
		return fmt.Sprintf("[%d,%d]", b.Filters[0], b.Filters[1])
	}},
	{"-ibc", "intrabc", func(b *Block) string { return digit(b.IntraBC) }},
	{"-plt", "palette", func(b *Block) string { return fmt.Sprintf("%d", b.PaletteY) }},
	{"-uvp", "uv_palette", func(b *Block) string { return fmt.Sprintf("%d", b.PaletteUV) }},
}

func digit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// TestInspect: the blocks of each frame, hidden ones too, are those of libaom's decoder. FFKVADRAT_AV1_INSPECT names the
// program inspect, which libaom makes with the option CONFIG_INSPECTION.
func TestInspect(t *testing.T) {
	program := os.Getenv("FFKVADRAT_AV1_INSPECT")
	if program == "" {
		return // FFmpeg's own headers and vectors judge the clips in any case
	}
	eachClip(t, func(t *testing.T, packets [][]byte) { compareInspect(t, program, packets) })
	if folder := os.Getenv("FFKVADRAT_AV1"); folder != "" {
		paths, _ := filepath.Glob(filepath.Join(folder, "*"))
		for _, path := range paths {
			t.Run(filepath.Base(path), func(t *testing.T) { compareInspect(t, program, packetsOf(t, path)) })
		}
	}
}

func compareInspect(t *testing.T, program string, packets [][]byte) {
	path := filepath.Join(t.TempDir(), "a.ivf")
	if err := os.WriteFile(path, ivf(packets), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{path, "-ts"}
	for _, layer := range inspected {
		args = append(args, layer.option)
	}
	command := exec.Command(program, args...)
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	record := json.NewDecoder(output)
	record.Token() // [
	frames, blocks := 0, 0
	eachDecoded(t, packets, func(p *Picture) {
		var frame map[string]json.RawMessage
		if err := record.Decode(&frame); err != nil || frame == nil {
			t.Fatalf("frame %d: %v", frames, err)
		}
		for _, layer := range inspected {
			compareLayer(t, p, layer.name, frame[layer.name], layer.value)
		}
		compareTransforms(t, p, frame["transformSize"])
		compareNames(t, frame["modeMap"])
		frames++
		blocks += len(p.Blocks)
	})
	if rest, err := record.Token(); rest != nil || err != nil {
		t.Errorf("after %d frames, libaom has %v, %v", frames, rest, err)
	}
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
	t.Logf("%d frames, %d blocks", frames, blocks)
}

// compareNames compares the names of modes with libaom's.
func compareNames(t *testing.T, data []byte) {
	names := map[string]int{}
	if err := json.Unmarshal(data, &names); err != nil || len(names) < 25 {
		t.Fatalf("%d names of modes, %v", len(names), err)
	}
	for m := DCPred; m <= NewNewMV; m++ {
		if number, ok := names[m.Name()]; m != CfLPred && (!ok || number != m.Number()) {
			t.Fatalf("mode %d is %s with the number %d, libaom's is %d", m, m.Name(), m.Number(), number)
		}
	}
}

// compareTransforms compares the sizes of transform blocks.
func compareTransforms(t *testing.T, p *Picture, data []byte) {
	var rows [][]int
	err := json.Unmarshal(data, &rows)
	cells := slices.Concat(rows...)
	if err != nil || len(cells) != p.miRows*p.miCols {
		t.Fatalf("transforms: %v, %d cells of %d × %d", err, len(cells), p.miCols, p.miRows)
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		for _, made := range p.Transforms[b.FirstTransform:][:b.Transforms] {
			x, y := int(made.X)/4, int(made.Y)/4
			for r := y; r < min(y+made.Size.high4(), p.miRows); r++ {
				for c := x; c < min(x+made.Size.wide4(), p.miCols); c++ {
					if cells[r*p.miCols+c] != int(made.Size) {
						t.Fatalf("a transform at %d, %d has the size %d, libaom has %d", 4*c, 4*r, made.Size, cells[r*p.miCols+c])
					}
				}
			}
		}
	}
}

// compareLayer compares a value of all blocks.
func compareLayer(t *testing.T, p *Picture, name string, data []byte, value func(b *Block) string) {
	var rows [][]json.RawMessage
	err := json.Unmarshal(data, &rows)
	cells := slices.Concat(rows...) // inspect mixes up their width and height if the size is not that of the IVF header
	if err != nil || len(cells) != p.miRows*p.miCols {
		t.Fatalf("%s: %v, %d cells of %d × %d", name, err, len(cells), p.miCols, p.miRows)
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		want := value(b)
		x, y := int(b.X)/4, int(b.Y)/4
		for r := y; r < min(y+b.Size.high4(), p.miRows) && want != ""; r++ {
			for c := x; c < min(x+b.Size.wide4(), p.miCols); c++ {
				if string(cells[r*p.miCols+c]) != want {
					t.Fatalf("%s at %d, %d: %s in a block of %d × %d at %d, %d, libaom has %s", name, 4*c, 4*r, want, b.Size.Width(), b.Size.Height(), b.X, b.Y, cells[r*p.miCols+c])
				}
			}
		}
	}
}

// eachDecoded runs a function for each frame of packets that is coded there, shown or not.
func eachDecoded(t *testing.T, packets [][]byte, do func(p *Picture)) {
	var p Parser
	for _, packet := range packets {
		for len(packet) > 0 {
			var r reader
			r.reset(packet)
			extension := 8 * (r.bits("", 6) & 1)
			r.bits("", 2+extension)
			size := r.leb128("")
			unit := packet[:r.at/8+size]
			packet = packet[len(unit):]
			before := p.slots
			for _, slot := range before {
				if slot != nil {
					slot.retain()
				}
			}
			if err := p.units(unit); err != nil {
				t.Fatal(err)
			}
			for _, picture := range append([]*Picture{p.shown}, p.slots[:]...) {
				if picture != nil && !slices.Contains(before[:], picture) {
					do(picture)
					break
				}
			}
			for _, slot := range append([]*Picture{p.shown}, before[:]...) {
				slot.Release()
			}
			p.shown = nil
		}
	}
}

// ivf writes an IVF file.
func ivf(packets [][]byte) []byte {
	data := []byte("DKIF\x00\x00\x20\x00AV01" + strings.Repeat("\x00", 20))
	data[12], data[14], data[16], data[20] = 64, 64, 25, 1
	for i, packet := range packets {
		n := len(packet)
		data = append(data, byte(n), byte(n>>8), byte(n>>16), byte(n>>24), byte(i), byte(i>>8), 0, 0, 0, 0, 0, 0)
		data = append(data, packet...)
	}
	return data
}
