package quadfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

func randomColours(n int) []Colour {
	rnd := rand.New(rand.NewPCG(31, uint64(n)))
	colours := make([]Colour, n)
	for i := range colours {
		v := rnd.Uint32()
		colours[i] = Colour{uint8(v), uint8(v >> 8), uint8(v >> 16)}
	}
	return colours
}

// exportPLY writes frames to a file after bytes that are there already.
func exportPLY(t *testing.T, h Header, frames ...Frame) []byte {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "a.ply"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const before = "some bytes"
	file.WriteString(before)
	w, err := NewWriter(file, PLY, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.WriteFrame(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file.WriteString("and more")
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	text, ok := bytes.CutPrefix(text, []byte(before))
	text, more := bytes.CutSuffix(text, []byte("and more"))
	if !ok || !more {
		t.Errorf("what is around it changed: %.20q…", text)
	}
	return text
}

func TestWritePLY(t *testing.T) {
	f := sampleFrames()[0]
	f.Colours = []Colour{{1, 2, 3}, {4, 5, 6}, {250, 251, 252}}
	const head = `ply
format binary_little_endian 1.0
comment ffkvadrat-quads, edge-threshold
comment x y: pixels, y downwards; z: frame; time: seconds
comment -------------------
element vertex 3
property float x
property float y
property float z
property double time
property ushort size
property uchar red
property uchar green
property uchar blue
end_header
`
	want := []byte(head)
	for i, c := range [][3]float32{{4, 4, 8}, {10, 2, 4}, {13, 1, 2}} {
		for _, v := range []any{c[0], c[1], float32(0), float64(0), uint16(c[2]), f.Colours[i]} {
			var err error
			if want, err = binary.Append(want, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := exportPLY(t, sample(), f); !bytes.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	// The head has the same length with no quads and with counts of any number of digits.
	if got := exportPLY(t, sample()); len(got) != len(head) || !strings.Contains(string(got), "\nelement vertex 0\n") {
		t.Errorf("without frames %q", got)
	}
	e := plyEncoder{output: &output{header: sample()}}
	for e.quads = 1; e.quads < math.MaxInt64/10; e.quads *= 10 {
		text := string(e.preamble())
		if len(text) != len(head) || !strings.Contains(text, fmt.Sprintf("\nelement vertex %d\n", e.quads)) {
			t.Errorf("%d: %q", e.quads, text)
		}
	}
	e.quads = math.MaxInt64
	text := string(e.preamble())
	if len(text) != len(head) {
		t.Errorf("the largest number: %q", text)
	}
}

// TestPLYNeedsAFile: an output that cannot seek is refused before anything is written.
func TestPLYNeedsAFile(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	packed, err := streams.Compress(&seeking{}, streams.Gzip)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := streams.Compress(io.Discard, streams.Plain)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.Writer{io.Discard, write, packed, plain} {
		if _, err := NewWriter(w, PLY, sample()); !errors.Is(err, ErrNotSeekable) {
			t.Errorf("%T: %v", w, err)
		}
	}
	if plain, err = streams.Compress(&seeking{}, streams.Plain); err == nil {
		_, err = NewWriter(plain, PLY, sample())
	}
	if err != nil {
		t.Errorf("a file that is not compressed: %v", err)
	}
	for name, spoil := range map[string]func(*Frame){
		"a colour too few":  func(f *Frame) { f.Colours = f.Colours[1:] },
		"without its index": func(f *Frame) { f.Index = -1 },
	} {
		f := sampleFrames()[0]
		f.Colours = randomColours(len(f.Quads))
		spoil(&f)
		w, err := NewWriter(&seeking{}, PLY, sample())
		if err != nil {
			t.Fatal(err)
		}
		if w.WriteFrame(&f) == nil {
			t.Errorf("%s: no error", name)
		}
	}
	failing := &seeking{fails: true}
	w, err := NewWriter(failing, PLY, sample())
	if err == nil {
		err = w.Close()
	}
	if !errors.Is(err, errSeek) {
		t.Errorf("an error in going back: %v", err)
	}
}

var errSeek = errors.New("lost the way")

// seeking discards what is written. Its seeks succeed, or fail.
type seeking struct{ fails bool }

func (*seeking) Write(p []byte) (int, error) { return len(p), nil }

func (s *seeking) Seek(_ int64, whence int) (int64, error) {
	if s.fails && whence == io.SeekStart {
		return 0, errSeek
	}
	return 0, nil
}

// TestColours compares with a whole picture's channels at the centres, rounded in floating point.
func TestColours(t *testing.T) {
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 65, 63, yuvtest.Above(yuvtest.Fills(1)[5]))
		p.Colour = yuv.Colour{}.Resolve(1280, 720)
		pixels, err := channel.Pixels(nil, p, channel.RGB)
		if err != nil {
			t.Fatal(err)
		}
		quads := randomQuads(rand.New(rand.NewPCG(1, 2)), 65, 63)
		quads = append(quads, quad(64, 62, 0), quad(0, 0, 0), quad(0, 0, 5))
		for i, got := range Colours(nil, p, quads) {
			q := quads[i]
			x, y := q.X(), q.Y()
			if s := q.Size(); s > 1 {
				x, y = x+s/2, y+s/2
			}
			for k, v := range pixels[y*65+x] {
				if want := uint8(math.Floor(float64(v)*255/16383 + 0.5)); got[k] != want {
					t.Fatalf("%s: channel %d of quad %v is %d, want %d", f.Name, k, q, got[k], want)
				}
			}
		}
	}
	for v := range channel.Peak + 1 {
		if got, want := colourOf(channel.Vector{uint16(v)})[0], uint8(math.Floor(float64(v)*255/16383+0.5)); got != want {
			t.Fatalf("%d becomes %d, want %d", v, got, want)
		}
	}
}

// parsed reads a PLY file by its own head: the vertices' properties by name.
func parsed(t *testing.T, file []byte) (names []string, vertices []map[string]float64) {
	t.Helper()
	in := bufio.NewReader(bytes.NewReader(file))
	var types []string
	count := -1
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(line)
		switch {
		case words[0] == "element":
			fmt.Sscan(words[2], &count)
		case words[0] == "property":
			types, names = append(types, words[1]), append(names, words[2])
		}
		if words[0] == "end_header" {
			break
		}
	}
	for range count {
		v := map[string]float64{}
		for i, kind := range types {
			read := func(to any) {
				if err := binary.Read(in, binary.LittleEndian, to); err != nil {
					t.Fatal(err)
				}
			}
			switch kind {
			case "float":
				var x float32
				read(&x)
				v[names[i]] = float64(x)
			case "double":
				var x float64
				read(&x)
				v[names[i]] = x
			case "ushort":
				var x uint16
				read(&x)
				v[names[i]] = float64(x)
			case "uchar":
				var x uint8
				read(&x)
				v[names[i]] = float64(x)
			default:
				t.Fatalf("a property of type %s", kind)
			}
		}
		vertices = append(vertices, v)
	}
	if rest, _ := io.ReadAll(in); len(rest) > 0 {
		t.Errorf("%d bytes behind the last vertex", len(rest))
	}
	return names, vertices
}

// TestCubesAsCloud: a cube's vertex is its centre in space and time, also in pieces.
func TestCubesAsCloud(t *testing.T) {
	rnd := rand.New(rand.NewPCG(41, 42))
	for _, every := range []int64{0, 2, 7} {
		h := cubeSample()
		h.Analysis.Every = every
		var frames []Frame
		for i, window := range []int{16, 16, 5, 1} {
			f := Frame{Index: int64(16*i) * max(1, every), HasPTS: true, Width: 65, Height: 63, Window: window, Times: make([]float64, window)}
			setCubes(&f, randomCubes(rnd, 65, 63, window)...)
			f.Colours = randomColours(len(f.Quads))
			for k := range f.Times {
				f.Times[k] = rnd.Float64() - 0.5
			}
			frames = append(frames, f)
		}
		text := exportPLY(t, h, frames...)
		head, _, _ := strings.Cut(string(text), "end_header")
		if want := fmt.Sprintf("size: pixels, and frames %d apart\n", max(1, every)); !strings.Contains(head, want) {
			t.Errorf("%q without %q", head, want)
		}
		names, vertices := parsed(t, text)
		if got := strings.Join(names, " "); got != "x y z time size red green blue" {
			t.Fatalf("vertices of %s", got)
		}
		for _, f := range frames {
			for i := range f.Quads {
				c := f.cube(i)
				// Twice the coordinates, so that centres are whole numbers.
				ends := [3]int{2*c.X() + c.Size(), 2*c.Y() + c.Size(), 2*c.Frame() + c.Size()}
				colour := f.Colours[i]
				want := map[string]float64{
					"x": float64(ends[0]) / 2, "y": float64(ends[1]) / 2, "z": float64(2*f.Index+int64(ends[2])*max(1, every)) / 2,
					"time": f.Times[ends[2]/2], "size": float64(c.Size()),
					"red": float64(colour[0]), "green": float64(colour[1]), "blue": float64(colour[2]),
				}
				if len(vertices) == 0 || !maps.Equal(vertices[0], want) {
					t.Fatalf("%v of the window from %d on: want %v of %d more", c, f.Index, want, len(vertices))
				}
				vertices = vertices[1:]
			}
		}
		if len(vertices) != 0 {
			t.Errorf("%d vertices too many", len(vertices))
		}
	}
	f := cubeFrames()[0]
	f.Colours, f.Times = randomColours(len(f.Quads)), make([]float64, f.Window-1)
	w, err := NewWriter(&seeking{}, PLY, cubeSample())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteFrame(&f); err == nil || !strings.Contains(err.Error(), "12 times of a window of 13 frames") {
		t.Errorf("a time too few: %v", err)
	}
}

// TestPLYProperties: sizes, times, values and classes, which assimp does not show.
func TestPLYProperties(t *testing.T) {
	for _, c := range []struct {
		header Header
		frame  Frame
		names  string
	}{
		{sample(), sampleFrames()[1], "x y z time size red green blue"},
		{featureSample(), featureFrames()[1], "x y z time size red green blue"},
		{pointSample(), pointFrames()[0], "x y z time size value red green blue"},
		{classSample(), classFrames()[0], "x y z time size red green blue class"},
	} {
		f := c.frame
		if PLY.NeedsColours(&c.header.Analysis) {
			f.Colours = randomColours(len(f.Quads))
		}
		names, vertices := parsed(t, exportPLY(t, c.header, f))
		if got := strings.Join(names, " "); got != c.names || len(vertices) != len(f.Quads) {
			t.Fatalf("%s: %d vertices of %s, want %d of %s", c.header.Analysis.Variant, len(vertices), got, len(f.Quads), c.names)
		}
		for i, v := range vertices {
			q := f.Quads[i]
			want := map[string]float64{
				"x": float64(q.X()) + float64(q.Size())/2, "y": float64(q.Y()) + float64(q.Size())/2, "z": float64(f.Index),
				"time": float64(f.PTS) * float64(c.header.Source.TimeBase.Num) / float64(c.header.Source.TimeBase.Den), "size": float64(q.Size()),
			}
			if len(f.Values) != 0 {
				want["value"] = float64(f.Values[i])
			}
			if len(f.Classes) != 0 {
				want["class"] = float64(f.Classes[i])
			}
			for name, number := range want {
				if v[name] != number {
					t.Errorf("%s: %s of vertex %d is %v, want %v", c.header.Analysis.Variant, name, i, v[name], number)
				}
			}
		}
	}
}

func BenchmarkWritePLY(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	h := sample()
	h.Source.Width, h.Source.Height = 1920, 1080
	quads := randomQuads(rnd, 1920, 1080)
	f := Frame{HasPTS: true, Quads: slices.Clip(quads), Colours: randomColours(len(quads))}
	w, err := NewWriter(&seeking{}, PLY, h)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(quads)) * (maxVertex - 3))
	b.ReportMetric(float64(len(quads)), "quads")
	for b.Loop() {
		f.Index++
		f.PTS += 512
		if err := w.WriteFrame(&f); err != nil {
			b.Fatal(err)
		}
	}
}
