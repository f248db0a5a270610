package trace

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/analysis/partition"
)

// vtmText is VTM's output, with pictures in coding order.
const vtmText = `# VTMBMS Block Statistics
# Sequence size: [208x 120]
# Block Statistic Type: PredMode; Integer; [0, 4]
# Block Statistic Type: Depth; Integer; [0, 7]
# Block Statistic Type: QP; Integer; [0, 51]
# Block Statistic Type: MVDL0; Vector; Scale: 4
# Block Statistic Type: MVL0; Vector; Scale: 4
# Block Statistic Type: MVL1; Vector; Scale: 16
# Block Statistic Type: AffineMVL0; AffineTFVectors; Scale: 4
# Block Statistic Type: GeoPartitioning; Line; 
# Block Statistic Type: GeoMVL0; VectorPolygon; Scale: 4
BlockStat: POC 0 @(   0,   0) [64x64] PredMode=1
BlockStat: POC 0 @(   0,   0) [64x64] Depth=0
BlockStat: POC 0 @(   0,   0) [64x64] QP=32
BlockStat: POC 0 @(  64,   0) [32x16] PredMode=1
BlockStat: POC 0 @(  64,   0) [32x16] Depth=3
BlockStat: POC 0 @(  64,   0) [32x16] QP=-3
BlockStat: POC 2 @( 120,  80) [ 8x 8] Depth=4
BlockStat: POC 2 @( 120,  80) [ 8x 8] MVL0={ -24,  -2}
BlockStat: POC 2 @( 120,  80) [ 8x 8] MVL1={   3,   0}
BlockStat: POC 2 @( 120,  80) [ 8x 8] MVDL0={   1,   1}
BlockStat: POC 2 @( 128,  80) [64x64] AffineMVL0={-324,-116,-276,-116,-324, -92}
BlockStat: POC 2 @( 128,  80) [16x32] GeoPartitioning={   5,   0,   6,  32}
BlockStat: POC 2 @[(140, 84)--(156, 84)--(156, 90)--] GeoMVL0={ 291, 233}
g_trace: another channel's line
BlockStat: POC 1 @(   0,   0) [128x128] Depth=0
`

func open(t *testing.T, text string, o Options) *File {
	t.Helper()
	f, err := New(context.Background(), strings.NewReader(text), int64(len(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func frameOf(t *testing.T, f *File, frame int64) *partition.Picture {
	t.Helper()
	var p partition.Picture
	found, err := f.Picture(frame, &p)
	if err != nil {
		t.Fatal(err)
	}
	if !found {
		return nil
	}
	return &p
}

func TestVTM(t *testing.T) {
	f := open(t, vtmText, Options{})
	if f.Damage() != nil || f.Polygons() != 1 || f.Type() != "Depth" {
		t.Errorf("damage %v, %d polygons, type %s", f.Damage(), f.Polygons(), f.Type())
	}
	if count, first, last := f.Frames(); count != 3 || first != 0 || last != 2 {
		t.Errorf("%d pictures, %d to %d", count, first, last)
	}
	for frame, want := range []*partition.Picture{
		{Width: 208, Height: 120, Blocks: []partition.Block{{Width: 64, Height: 64, QP: 32, HasQP: true, HasDepth: true}, {X: 64, Width: 32, Height: 16, QP: -3, HasQP: true, HasDepth: true, Depth: 3}}},
		{Width: 208, Height: 120, Blocks: []partition.Block{{Width: 128, Height: 128, HasDepth: true}}},
		{Width: 208, Height: 120, Blocks: []partition.Block{{X: 120, Y: 80, Width: 8, Height: 8, Type: partition.Inter, HasDepth: true, Depth: 4}}, Told: partition.Told{partition.Inter: true}, Vectors: []partition.Vector{
			{X: 120, Y: 80, Width: 8, Height: 8, DX: -24, DY: -2, Scale: 4, List: 1}, {X: 120, Y: 80, Width: 8, Height: 8, DX: 3, Scale: 16, Future: true, List: 2},
		}},
		nil,
	} {
		if diff := cmp.Diff(want, frameOf(t, f, int64(frame))); diff != "" {
			t.Errorf("frame %d: %s", frame, diff)
		}
	}
}

// VTM's format with semicolons gives the same.
func TestVTMTable(t *testing.T) {
	text := `# Sequence size: [208x 120]
# Block Statistic Type: MVL1; Vector; Scale: 16
BlockStat;0;   0;   0;64;64;Depth;0
BlockStat;0;   0;   0;64;64;QP;32
BlockStat;0;  64;   0;32;16;Depth;3
BlockStat;0;  64;   0;32;16;QP;-3
BlockStat;2; 120;  80; 8; 8;Depth;4
BlockStat;2; 120;  80; 8; 8;MVL1;   3;   0
BlockStat;2; 128;  80;16;32;GeoPartitioning;   5;   0;   6;  32;
BlockStat;2;140;84;156;84;156;90;GeoMVL0;291;233
BlockStat;2;140;84;156;84;156;90;140;95;GeoMVL0;291;233
`
	f := open(t, text, Options{})
	if f.Damage() != nil || f.Polygons() != 2 {
		t.Errorf("damage %v, %d polygons", f.Damage(), f.Polygons())
	}
	whole := open(t, vtmText, Options{})
	if diff := cmp.Diff(frameOf(t, whole, 0), frameOf(t, f, 0)); diff != "" {
		t.Error(diff)
	}
	want := frameOf(t, whole, 2)
	want.Vectors = want.Vectors[1:]
	if diff := cmp.Diff(want, frameOf(t, f, 2)); diff != "" {
		t.Error(diff)
	}
}

const yuviewHead = `%;syntax-version;v1.22
%;seq-specs;clip.mp4;0;64;32;25
%;type;9;MVL0;vector;
%;vectorColor;100;0;0;255
%;scaleFactor;4
%;type;0;Pred Mode;range;
%;defaultRange;0;1;jet
%;type;3;qP;range
`

// The same pictures, grouped by picture and by type.
func TestYUView(t *testing.T) {
	byPicture := yuviewHead + `4;0;0;32;32;0;1
4;0;0;32;32;9;-5;6
4;0;0;64;32;3;20
4; 32; 0; 16; 16; 0; 0

0;0;0;64;64;0;1
2;48;16;16;16;0;1
`
	byType := yuviewHead + `4;0;0;32;32;9;-5;6
4;0;0;64;32;3;20
4;0;0;32;32;0;1
4;32;0;16;16;0;0
0;0;0;64;64;0;1
2;48;16;16;16;0;1
`
	apart := yuviewHead + `4;0;0;32;32;9;-5;6
2;48;16;16;16;0;1
4;0;0;32;32;0;1
4;32;0;16;16;0;0
0;0;0;64;64;0;1;
4;0;0;64;32;3;20`
	for name, text := range map[string]string{"by picture": byPicture, "by type": byType, "apart": apart, "CRLF": strings.ReplaceAll(byPicture, "\n", "\r\n")} {
		f := open(t, text, Options{Step: 2})
		if f.Damage() != nil || f.Type() != "Pred Mode" {
			t.Errorf("%s: damage %v, type %s", name, f.Damage(), f.Type())
		}
		for frame, want := range []*partition.Picture{
			{Width: 64, Height: 32, Blocks: []partition.Block{{Width: 64, Height: 64}}},
			{Width: 64, Height: 32, Blocks: []partition.Block{{X: 48, Y: 16, Width: 16, Height: 16}}},
			{
				Width: 64, Height: 32,
				Blocks:  []partition.Block{{Width: 32, Height: 32, QP: 20, HasQP: true, Type: partition.Inter}, {X: 32, Width: 16, Height: 16, QP: 20, HasQP: true}},
				Vectors: []partition.Vector{{Width: 32, Height: 32, DX: -5, DY: 6, Scale: 4, List: 1}},
				Told:    partition.Told{partition.Inter: true},
			},
		} {
			if diff := cmp.Diff(want, frameOf(t, f, int64(frame))); diff != "" {
				t.Errorf("%s: frame %d: %s", name, frame, diff)
			}
		}
	}
}

// A named type is used, ignoring case; without a name only a known one.
func TestTypes(t *testing.T) {
	rows := "0;0;0;64;32;9;1;1\n0;0;0;8;8;0;1\n0;0;0;16;16;3;22\n"
	for name, want := range map[string]partition.Block{
		"":     {Width: 8, Height: 8, QP: 22, HasQP: true, Type: partition.Inter},
		"QP":   {Width: 16, Height: 16, QP: 22, HasQP: true, Type: partition.Inter},
		"mvl0": {Width: 64, Height: 32, QP: 22, HasQP: true, Type: partition.Inter},
	} {
		p := frameOf(t, open(t, yuviewHead+rows, Options{Type: name}), 0)
		if diff := cmp.Diff([]partition.Block{want}, p.Blocks); diff != "" {
			t.Errorf("type %q: %s", name, diff)
		}
	}
	for _, c := range []struct{ text, name, want string }{
		{yuviewHead + rows, "Depth", `no rows of type "Depth"; those it has are MVL0, Pred Mode, qP`},
		{yuviewHead + "0;0;0;8;8;9;1;1\n", "", "name one of these: MVL0"},
		{yuviewHead + "0;0;0;8;8;9;1;1\n", "qP", "no rows of type"},
	} {
		if _, err := New(context.Background(), strings.NewReader(c.text), int64(len(c.text)), Options{Type: c.name}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("type %q: %v, want %q", c.name, err, c.want)
		}
	}
}

// Skip flags and bits are attributes of blocks; blocks with vectors are inter, and what no row says is
// unknown.
func TestAttributes(t *testing.T) {
	const text = `%;syntax-version;v1.2
%;seq-specs;a;0;64;32;25
%;type;0;Depth;range
%;type;1;SkipFlag;range
%;type;2;Bits;range
%;type;3;MVL0;vector
0;0;0;32;32;0;1
0;32;0;16;16;0;2
0;48;0;16;16;0;2
0;32;0;16;16;1;1
0;48;0;16;16;1;0
0;0;0;32;32;2;1000
0;32;0;32;16;2;6
0;48;0;16;16;3;4;-4
`
	want := []partition.Block{
		{Width: 32, Height: 32, HasDepth: true, Depth: 1, HasRate: true, Rate: 250},
		{X: 32, Width: 16, Height: 16, Type: partition.Skipped, HasDepth: true, Depth: 2, HasRate: true, Rate: 3},
		{X: 48, Width: 16, Height: 16, Type: partition.Inter, HasDepth: true, Depth: 2, HasRate: true, Rate: 3},
	}
	p := frameOf(t, open(t, text, Options{}), 0)
	if diff := cmp.Diff(want, p.Blocks); diff != "" {
		t.Error(diff)
	}
	if want := (partition.Told{partition.Inter: true, partition.Skipped: true}); p.Told != want {
		t.Errorf("types %v are told", p.Told)
	}
	if areas := p.Areas(); areas != [partition.TypeCount]int64{partition.Unknown: 1024, partition.Skipped: 256, partition.Inter: 256} {
		t.Errorf("areas %v", areas)
	}
	if rate, ok := p.Rate(); !ok || rate != (1024*250+512*3)/1536. {
		t.Errorf("rate %v, %v", rate, ok)
	}
}

// After an IDR picture POCs begin again; pictures that are shown before it have negative ones.
func TestPeriods(t *testing.T) {
	text := "# Sequence size: [64x64]\n"
	var want []int // the width of each frame's block
	for _, period := range [][]int64{{0, 4, 2, 1, 3}, {0, -2, -1, 1}, {0}, {0, 2, 1}} {
		shown := slices.Clone(period)
		slices.Sort(shown)
		widths := map[int64]int{}
		for _, poc := range shown {
			want = append(want, len(want)+1)
			widths[poc] = len(want)
		}
		for _, poc := range period {
			text += fmt.Sprintf("BlockStat: POC %d @(   0,   0) [%2dx 8] Depth=1\n", poc, widths[poc])
			text += fmt.Sprintf("BlockStat: POC %d @(   0,   0) [%2dx 8] QP=1\n", poc, widths[poc])
			text += fmt.Sprintf("BlockStat: POC %d @(  32,   0) [32x32] Depth=1\n", poc)
		}
	}
	f := open(t, text, Options{})
	for frame, width := range want {
		if p := frameOf(t, f, int64(frame)); p == nil || len(p.Blocks) != 2 || int(p.Blocks[0].Width) != width {
			t.Errorf("frame %d: %+v, want a width of %d", frame, p, width)
		}
	}
	if count, first, last := f.Frames(); count != len(want) || first != 0 || int(last) != len(want)-1 {
		t.Errorf("%d pictures, %d to %d", count, first, last)
	}
}

// The lines before an error are kept; its line is named.
func TestDamage(t *testing.T) {
	head := yuviewHead + "0;0;0;8;8;0;1\n" // 9 lines
	long := strings.Repeat("1", longestLine+1)
	for _, c := range []struct{ text, want string }{
		{head + "0;8;0;8;8", "line 10: the file ends within a line"},
		{head + "0;8;0;8;8;0", "line 10: the file ends within a line"},
		{head + "0;8;0;8;8;0;\n", "line 10: it is malformed"},
		{head + "\n0;8;0;8;8;0;x\n", "line 11: it is malformed"},
		{head + "0;8;0;8;8;0;1;2;3;4;5\n", "line 10: it is malformed"},
		{head + "0;8;0;8;8;4;1\n", "line 10: no line before it defines type 4"},
		{head + "0;64;0;8;8;0;1\n", "line 10: (64,0) lies outside of pictures of 64×32"},
		{head + "0;0;-8;8;8;0;1\n", "line 10: (0,-8) of 8×8 is not a rectangle"},
		{head + "0;0;0;8;0;0;1\n", "line 10: (0,0) of 8×0 is not a rectangle"},
		{head + "0;0;0;8;99999999999;0;1\n", "line 10: it is malformed"},
		{head + "1;0;0;8;8;0;1\n0;8;0;8;8;0;1\n", "line 11: the rows of POC 0 and type Pred Mode are in several places"},
		{head + "0;8;0;8;8;0;" + long, "line 10: it has more than 65536 bytes"},
		{head + "%;type;0;again;range\n", "line 10: a second type with number 0"},
		{head + "%;seq-specs;x;0;32;32;25\n", "line 10: pictures of 32×32 after pictures of 64×32"},
		{vtmText + "BlockStat: POC 3 @(   0,   0) [128x12", "line 27: the file ends within a line"},
		{vtmText + "BlockStat: POC 3 @(   0,   0) [128x128] Depth\n", "line 27: it is malformed"},
		{vtmText + "BlockStat: POC 3 @(   0,   0) [128x128] Depth={1,2\n", "line 27: it is malformed"},
		{vtmText + "BlockStat: POC 3 @( 208,   0) [128x128] Depth=1\n", "line 27: (208,0) lies outside"},
		{vtmText + "# Sequence size: [64]\n", "line 27: the pictures' size is malformed"},
	} {
		f := open(t, c.text, Options{})
		if err := f.Damage(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %q", c.text[len(c.text)-min(len(c.text), 40):], err, c.want)
		}
		if p := frameOf(t, f, 0); p == nil || len(p.Blocks) == 0 {
			t.Errorf("%q: the lines before are gone", c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	many := "%;seq-specs;x;0;64;32;25\n"
	for i := range mostTypes + 1 {
		many += fmt.Sprintf("%%;type;%d;t%d;range\n", i, i)
	}
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{"", Options{}, "empty"},
		{"hello\n", Options{}, "line 1: it is neither"},
		{yuviewHead, Options{}, "no rows"},
		{"%;type;0;QP;range\n0;0;0;8;8;0;1\n", Options{}, "line 2: a row, but no line before it has the pictures' size"},
		{"%;seq-specs;x;0;a;b\n", Options{}, "line 1: seq-specs without"},
		{"%;seq-specs;x;0;16385;1\n", Options{}, "line 1: pictures of 16385×1"},
		{"%;seq-specs;x;0;0;1\n", Options{}, "line 1: pictures of 0×1"},
		{many, Options{}, "line 258: it has more than 256 types"},
		{"%;type;x;QP\n", Options{}, "line 1: a type without"},
		{"%;type;0;QP\n%;scaleFactor;0\n", Options{}, "line 2: vectors of a scale"},
		{vtmText, Options{FirstPOC: 2}, "no frame has POC 0, if the first frame has 2"},
		{yuviewHead + "0;0;0;8;8;0;1\n-1;0;0;8;8;0;1\n", Options{}, "line 10: no frame has POC -1"},
		{yuviewHead + "0;0;0;8;8;0;1\n3;0;0;8;8;0;1\n", Options{Step: 2}, "line 10: no frame has POC 3"},
		{vtmText, Options{Step: -1}, "a step of -1"},
	} {
		_, err := New(context.Background(), strings.NewReader(c.text), int64(len(c.text)), c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %q", c.text, err, c.want)
		}
	}
}

// The progress of a long file ascends.
func TestProgress(t *testing.T) {
	text := yuviewHead + strings.Repeat("0;0;0;8;8;0;1\n", 5<<18)
	var parts []float64
	open(t, text, Options{Progress: func(part float64) { parts = append(parts, part) }})
	if len(parts) != 1 || parts[0] < 0.7 || parts[0] > 0.9 {
		t.Errorf("parts %v", parts)
	}
}

// Rectangles that cover a picture too often are refused, because comparing them would be slow.
func TestCover(t *testing.T) {
	for _, kind := range []string{"0;1", "3;20"} {
		text := yuviewHead + "0;0;0;8;8;0;1\n" + strings.Repeat("0;0;0;64;64;"+kind+"\n", 4)
		if _, err := open(t, text, Options{}).Picture(0, new(partition.Picture)); (err != nil) != (kind == "0;1") {
			t.Errorf("%s, four times: %v", kind, err)
		}
		text += "0;63;31;64;64;" + kind + "\n"
		if _, err := open(t, text, Options{}).Picture(0, new(partition.Picture)); err == nil || !strings.Contains(err.Error(), "cover it more than 4 times") {
			t.Errorf("%s, more than four times: %v", kind, err)
		}
	}
}

// Files may be compressed, and truncated.
func TestOpen(t *testing.T) {
	want := frameOf(t, open(t, vtmText, Options{}), 2)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(vtmText))
	w.Flush()
	half := bytes.Clone(packed.Bytes())
	w.Close()
	folder := t.TempDir()
	for name, data := range map[string][]byte{"plain": []byte(vtmText), "gzip": packed.Bytes(), "cut": half} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(context.Background(), path, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, frameOf(t, f, 2)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if (f.Damage() != nil) != (name == "cut") {
			t.Errorf("%s: damage %v", name, f.Damage())
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		ended, end := context.WithCancel(context.Background())
		end()
		if _, err := Open(ended, path, Options{}); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
			t.Errorf("%s: %v after the end of its context", name, err)
		}
	}
	if _, err := Open(context.Background(), filepath.Join(folder, "none"), Options{}); err == nil {
		t.Error("a file that is not there was opened")
	}
}

// Once the arrays exist, reading a picture does not allocate.
func TestAllocations(t *testing.T) {
	f := open(t, vtmText, Options{})
	var p partition.Picture
	if n := testing.AllocsPerRun(20, func() {
		for frame := range int64(3) {
			if _, err := f.Picture(frame, &p); err != nil {
				t.Fatal(err)
			}
		}
	}); n > 3 { // one section of the file each
		t.Errorf("%v allocations for three pictures", n)
	}
}
