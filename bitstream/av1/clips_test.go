package av1

import (
	"strings"
	"sync"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/platform"
)

// A clip is a small video that an encoder makes.
type clip struct {
	name, filter, options string
}

// Sources of clips: one that moves and has noise, one that repeats a pattern as screens do, and one that is larger.
const (
	moving  = "testsrc2=size=176x112:rate=25,noise=alls=9:allf=t"
	pattern = "color=gray:size=64x48:rate=400,noise=alls=90:all_seed=3,tile=5x3"
	large   = "testsrc2=size=320x192:rate=25,noise=alls=9:allf=t"
)

// videos has a clip for each tool of libaom and SVT-AV1 that the syntax shows.
var videos = []clip{
	{"plain", moving, "-c:v libaom-av1 -cpu-used 3 -crf 25"},
	{"slow", "mandelbrot=size=128x96:rate=25:start_scale=0.1,format=yuv420p,noise=alls=4:allf=t", "-c:v libaom-av1 -cpu-used 1 -crf 30"},
	{"odd", "testsrc2=size=131x77:rate=25", "-c:v libaom-av1 -cpu-used 4 -crf 30"},
	{"128", large, "-c:v libaom-av1 -cpu-used 5 -crf 45 -aom-params sb-size=128"},
	{"10", moving + ",format=yuv420p10", "-c:v libaom-av1 -cpu-used 5 -crf 20"},
	{"422", moving + ",format=yuv422p", "-c:v libaom-av1 -cpu-used 5 -crf 20"},
	{"444", moving + ",format=yuv444p", "-c:v libaom-av1 -cpu-used 5 -crf 20"},
	{"444-12", moving + ",format=yuv444p12", "-c:v libaom-av1 -cpu-used 6 -crf 20"},
	{"gray", moving + ",format=gray", "-c:v libaom-av1 -cpu-used 5 -crf 20"},
	{"rgb", moving + ",format=gbrp", "-c:v libaom-av1 -cpu-used 6 -crf 20"},
	{"lossless", moving, "-c:v libaom-av1 -cpu-used 6 -aom-params lossless=1"},
	{"screen", pattern, "-c:v libaom-av1 -cpu-used 4 -g 1 -lag-in-frames 0 -crf 20 -aom-params tune-content=screen"},
	{"copy", pattern + ",format=yuv444p", "-c:v libaom-av1 -cpu-used 4 -g 1 -lag-in-frames 0 -crf 10 -enable-intrabc 1 -enable-palette 0 -aom-params tune-content=screen:sb-size=128"},
	{"tiles", large, "-c:v libaom-av1 -cpu-used 6 -tiles 2x2 -aom-params sb-size=64"},
	{"resilient", moving, "-c:v libaom-av1 -cpu-used 5 -aom-params error-resilient=1"},
	{"realtime", moving, "-c:v libaom-av1 -usage realtime -cpu-used 7 -b:v 100k -aq-mode 3"},
	{"segments", moving, "-c:v libaom-av1 -cpu-used 5 -b:v 150k -aq-mode 1"},
	{"deltas", large, "-c:v libaom-av1 -cpu-used 5 -crf 30 -aom-params deltaq-mode=2:delta-lf-mode=1"},
	{"reduced", moving, "-c:v libaom-av1 -cpu-used 5 -reduced-tx-type-set 1 -aom-params enable-qm=1:cdf-update-mode=2"},
	{"still", moving, "-c:v libaom-av1 -cpu-used 6 -still-picture 1 -frames:v 1"},
	{"grain", moving, "-c:v libsvtav1 -preset 10 -svtav1-params film-grain=20"},
	{"svt", large, "-c:v libsvtav1 -preset 5"},
	{"superres", moving, "-c:v libsvtav1 -preset 8 -svtav1-params superres-mode=1:superres-denom=13"},
	{"low-delay", moving, "-c:v libsvtav1 -preset 8 -svtav1-params pred-struct=1"},
	{"forward", moving, "-c:v libsvtav1 -preset 10 -svtav1-params irefresh-type=1:keyint=4"},
}

// encoded has the packets of the clips; each clip is made once.
var encoded = make([]struct {
	sync.Mutex
	packets [][]byte
}, len(videos))

// packetsOfClip returns the packets of a clip.
func packetsOfClip(t testing.TB, index int) [][]byte {
	t.Helper()
	e, c := &encoded[index], videos[index]
	e.Lock()
	defer e.Unlock()
	if e.packets == nil {
		path := clips.Make(t, c.name+".ivf", append(append([]string{"-f", "lavfi", "-i", c.filter, "-frames:v", "9"}, strings.Fields(c.options)...), "-f", "ivf")...)
		packets, err := readIVF(path)
		if err != nil {
			t.Fatal(err)
		}
		e.packets = packets
	}
	return e.packets
}

// eachClip runs a test for each clip.
func eachClip(t *testing.T, test func(t *testing.T, packets [][]byte)) {
	for i, c := range videos {
		t.Run(c.name, func(t *testing.T) { test(t, packetsOfClip(t, i)) })
	}
}

// TestClips: every tile of the clips is parsed to its end, and blocks cover each frame.
func TestClips(t *testing.T) {
	platform.Program(t, "ffmpeg")
	used := features{}
	eachClip(t, func(t *testing.T, packets [][]byte) {
		var p Parser
		for i, packet := range packets {
			picture, err := p.Read(packet)
			if err != nil {
				t.Fatalf("packet %d: %v", i, err)
			}
			check(t, picture)
			used.of(picture)
			picture.Release()
		}
	})
	for _, name := range []string{"OBMC", "local warp", "palette", "palette of chroma", "intra block copy", "filter intra", "chroma from luma",
		"compound 0", "compound 1", "compound 2", "skip mode", "dual filter", "superres", "lossless", "segmentation", "delta q", "delta lf", "tiles",
		"superblocks of 128", "reduced tx set", "projected motion", "no adaption", "restoration 1", "hidden", "block 4×16", "block 128×128"} {
		if used[name] == 0 {
			t.Errorf("no clip has %s", name)
		}
	}
}

// check checks what holds for every picture, however damaged: blocks are inside and cover each sample once at most.
func check(t testing.TB, p *Picture) {
	t.Helper()
	if p == nil {
		return
	}
	seen := make([]bool, p.miCols*p.miRows)
	covered, bits := 0, 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		bits += int(b.Bits)
		x, y := int(b.X)/4, int(b.Y)/4
		if x >= p.miCols || y >= p.miRows {
			t.Fatalf("a block at %d, %d in %d × %d", b.X, b.Y, p.CodedWidth, p.Height)
		}
		for r := y; r < min(y+b.Size.high4(), p.miRows); r++ {
			for c := x; c < min(x+b.Size.wide4(), p.miCols); c++ {
				if seen[r*p.miCols+c] {
					t.Fatalf("a second block at %d, %d", 4*c, 4*r)
				}
				seen[r*p.miCols+c] = true
				covered++
			}
		}
		area := 0
		for _, tx := range p.Transforms[b.FirstTransform:][:b.Transforms] {
			area += tx.Size.Width() * tx.Size.Height()
			if tx.X < b.X || tx.Y < b.Y || int(tx.X)+tx.Size.Width() > int(b.X)+b.Size.Width() || int(tx.Y)+tx.Size.Height() > int(b.Y)+b.Size.Height() {
				t.Fatalf("a transform of %d × %d at %d, %d in a block of %d × %d at %d, %d", tx.Size.Width(), tx.Size.Height(), tx.X, tx.Y, b.Size.Width(), b.Size.Height(), b.X, b.Y)
			}
		}
		if area > b.Size.Width()*b.Size.Height() || b.Skip != (b.Transforms == 0) && p.Err == nil {
			t.Fatalf("transforms of %d samples in a block of %d × %d", area, b.Size.Width(), b.Size.Height())
		}
	}
	bytes, units := 0, 0
	for _, tile := range p.Tiles {
		bytes += tile.Bytes
	}
	for _, s := range p.Superblocks {
		units += int(s.Bits)
	}
	if (p.Err != nil) != (p.Faults > 0) {
		t.Fatalf("%d faults, %v", p.Faults, p.Err)
	}
	if p.Err == nil && (covered != len(seen) || bits != units || bits > 8*bytes || bits < 8*bytes-64*len(p.Tiles)) {
		t.Fatalf("%d of %d cells have a block; blocks have %d bits, superblocks %d, tiles %d", covered, len(seen), bits, units, 8*bytes)
	}
}

// TestHeaders: each syntax element of sequence, frame and tile group headers is that of FFmpeg's filter trace_headers.
func TestHeaders(t *testing.T) {
	for _, c := range videos {
		t.Run(c.name, func(t *testing.T) {
			path := clips.Make(t, c.name+".ivf", append(append([]string{"-f", "lavfi", "-i", c.filter, "-frames:v", "9"}, strings.Fields(c.options)...), "-f", "ivf")...)
			if n := compareTrace(t, path); n < 40 {
				t.Errorf("only %d elements", n)
			}
		})
	}
}
