package hevc

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/full"
	"ffkvadrat/tests/platform"
)

// moving are clips of things that move, coded in ways that need each rule of motion vectors.
var moving = []clip{
	{"p", "yuv420p", "bframes=0"},
	{"b", "yuv420p", "bframes=4:b-adapt=0:b-pyramid=1:ref=4"},
	{"b-flat", "yuv420p", "bframes=3:b-adapt=0:b-pyramid=0:ref=2"},
	{"no-temporal", "yuv420p", "bframes=3:b-adapt=0:temporal-mvp=0:ref=3"},
	{"no-temporal-p", "yuv420p", "bframes=0:temporal-mvp=0:ref=3"},
	{"ctu16", "yuv420p", "ctu=16:min-cu-size=8:max-tu-size=16:rect=1:amp=1:rd=5:bframes=3:b-adapt=0"},
	{"ctu32", "yuv420p", "ctu=32:rect=1:amp=1:rd=4:limit-modes=0:limit-refs=0:ref=4:bframes=2:b-adapt=0"},
	{"ctu64", "yuv420p", "ctu=64:rect=1:amp=1:rd=5:limit-modes=0:limit-refs=0:bframes=4:b-adapt=0:ref=3"},
	{"rect-p", "yuv420p", "ctu=16:rect=1:amp=1:rd=5:limit-modes=0:limit-refs=0:bframes=0:ref=5"},
	{"cu32", "yuv420p", "ctu=64:min-cu-size=32:bframes=2"},
	{"slices", "yuv420p", "pools=2:ctu=16:slices=4:bframes=3:b-adapt=0:rect=1:amp=1"},
	{"slices64", "yuv420p", "pools=2:ctu=32:slices=3:bframes=0:ref=3"},
	{"merge1", "yuv420p", "max-merge=1:bframes=3:b-adapt=0"},
	{"merge2", "yuv420p", "max-merge=2:bframes=3:b-adapt=0:rect=1"},
	{"merge3", "yuv420p", "max-merge=3:bframes=3:b-adapt=0"},
	{"merge4", "yuv420p", "max-merge=4:bframes=3:b-adapt=0:rect=1:rd=5"},
	{"merge5", "yuv420p", "max-merge=5:bframes=5:b-adapt=0:ref=5:rect=1:amp=1:rd=5:ctu=32"},
	{"merge5-p", "yuv420p", "max-merge=5:bframes=0:ref=5:rect=1:amp=1:rd=5:ctu=32"},
	{"weights-p", "yuv420p", "bframes=0:weightp=1:ref=3"},
	{"weights-b", "yuv420p", "bframes=3:b-adapt=0:weightp=1:weightb=1:ref=3:b-pyramid=1"},
	{"long", "yuv420p", "keyint=-1:bframes=8:b-adapt=0:b-pyramid=1:ref=6"},
	{"open", "yuv420p", "open-gop=1:keyint=6:min-keyint=2:bframes=3:b-adapt=0:b-pyramid=1:ref=3"},
	{"closed", "yuv420p", "open-gop=0:keyint=5:min-keyint=5:bframes=2:b-adapt=0"},
	{"refresh", "yuv420p", "intra-refresh=1:keyint=5:bframes=0"},
	{"far", "yuv420p", "merange=57:me=star:subme=5:bframes=3:b-adapt=0:qp=26"},
	{"fine", "yuv420p", "qp=22:rd=5:subme=5:bframes=3:b-adapt=0:rect=1:amp=1"},
	{"filtered", "yuv420p", "no-deblock=0:sao=1:bframes=3:b-adapt=0:ctu=64"},
	{"main10", "yuv420p10le", "bframes=3:b-adapt=0:rect=1:weightp=1:weightb=1"},
	{"main12", "yuv420p12le", "bframes=3:b-adapt=0"},
	{"gray", "gray", "bframes=3:b-adapt=0"},
	{"422", "yuv422p", "bframes=2:b-adapt=0:amp=1:rect=1"},
	{"444", "yuv444p10le", "bframes=2:b-adapt=0"},
	{"layers", "yuv420p", "temporal-layers=1:bframes=3:b-adapt=0:ref=3"},
}

// TestVectors: blocks predicted by our motion vectors from FFmpeg's pictures are FFmpeg's pictures.
func TestVectors(t *testing.T) {
	const width, height, frames = 208, 136, 13
	path := filepath.Join(t.TempDir(), "moving.yuv")
	if err := os.WriteFile(path, movingVideo(width, height, frames), 0o666); err != nil {
		t.Fatal(err)
	}
	var outputs []clips.Output
	for _, c := range moving {
		params := "log-level=none:pools=none:frame-threads=1:no-deblock=1:no-sao=1:" + c.params
		if !strings.Contains(params, "qp=") {
			params += ":qp=38"
		}
		outputs = append(outputs, clips.Output{Name: c.name + ".hevc", Args: []string{
			"-map", "0", "-pix_fmt", c.pixels, "-c:v", "libx265", "-preset", "medium", "-x265-params", params, "-f", "hevc"}})
	}
	input := []string{"-f", "rawvideo", "-pix_fmt", "gray", "-s", strconv.Itoa(width) + "x" + strconv.Itoa(height), "-r", "25", "-i", path}
	streams := clips.Each(t, input, outputs...)
	for i, c := range moving {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			stream, err := os.ReadFile(streams[i])
			if err != nil {
				t.Fatal(err)
			}
			total, err := reconstruct(t, stream, streams[i])
			if err != nil {
				t.Fatal(err)
			}
			t.Log(total)
			if total.pictures != frames || total.doubted != 0 {
				t.Errorf("%d pictures of %d; %d without exact vectors", total.pictures, frames, total.doubted)
			}
			if total.compared < 70 || total.samples < 5000 {
				t.Errorf("too few units to compare: %v", total)
			}
		})
	}
}

// TestVectorsOfWrittenStreams: the same for random streams that the test writes, with what libx265 does not
// have. Each sample of each inter unit is compared.
func TestVectorsOfWrittenStreams(t *testing.T) {
	platform.Program(t, "ffmpeg")
	plain := motionTools{width: 208, height: 112, ctbLog2: 5, minCBLog2: 3, parallelMerge: 2, amp: true, temporal: true, columns: 1, rows: 1, slices: 1, stride: 1}
	seeds := 5
	if testing.Short() {
		seeds = 1
	}
	for _, c := range []struct {
		name string
		set  func(*motionTools)
	}{
		{"plain", func(*motionTools) {}},
		{"p", func(t *motionTools) { t.p = true }},
		{"low delay", func(t *motionTools) { t.lowDelay = true }},
		{"low delay p", func(t *motionTools) { t.lowDelay, t.p = true, true }},
		{"no temporal", func(t *motionTools) { t.temporal = false }},
		{"small units", func(t *motionTools) { t.ctbLog2 = 4 }},
		{"large units", func(t *motionTools) { t.ctbLog2, t.minCBLog2 = 6, 4 }},
		{"quarters", func(t *motionTools) { t.minCBLog2 = 4 }},
		{"no amp", func(t *motionTools) { t.amp = false }},
		{"merge region 8", func(t *motionTools) { t.parallelMerge = 3 }},
		{"merge region 16", func(t *motionTools) { t.parallelMerge = 4 }},
		{"merge region 32", func(t *motionTools) { t.parallelMerge = 5 }},
		{"merge region 64", func(t *motionTools) { t.ctbLog2, t.parallelMerge = 6, 6 }},
		{"merge region, quarters", func(t *motionTools) { t.minCBLog2, t.parallelMerge = 4, 4 }},
		{"long-term", func(t *motionTools) { t.longTerm = true }},
		{"long-term, low delay", func(t *motionTools) { t.longTerm, t.lowDelay, t.slices = true, true, 3 }},
		{"modified lists", func(t *motionTools) { t.modified, t.slices = true, 3 }},
		{"weights", func(t *motionTools) { t.weighted = true }},
		{"no second difference", func(t *motionTools) { t.mvdL1Zero = true }},
		{"slices", func(t *motionTools) { t.ctbLog2, t.slices = 4, 6 }},
		{"tiles", func(t *motionTools) { t.columns, t.rows = 3, 2 }},
		{"tiles, slices", func(t *motionTools) { t.columns, t.rows, t.perTile, t.ctbLog2 = 2, 3, true, 4 }},
		{"far", func(t *motionTools) { t.stride, t.slices = 37, 2 }},
		{"farther", func(t *motionTools) { t.stride, t.longTerm, t.modified = 211, true, true }},
		{"all", func(t *motionTools) {
			t.parallelMerge, t.longTerm, t.modified, t.weighted, t.mvdL1Zero, t.ctbLog2, t.slices = 3, true, true, true, true, 4, 4
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			set := plain
			c.set(&set)
			path := filepath.Join(t.TempDir(), "written.hevc")
			for seed := range uint64(seeds) {
				stream := write(set, seed)
				if err := os.WriteFile(path, stream, 0o666); err != nil {
					t.Fatal(err)
				}
				total, err := reconstruct(t, stream, path)
				if err != nil {
					t.Fatal(err)
				}
				t.Log(total)
				if total.pictures != writtenPictures || total.doubted != 0 || total.compared != total.units || total.units < 500 {
					t.Errorf("%v", total)
				}
			}
		})
	}
}

// movingVideo returns gray frames of textures that move in several directions, in front of each other, at
// fractions of a sample, and grow darker.
func movingVideo(width, height, frames int) []byte {
	const size = 256 // of a texture
	state := uint32(1)
	texture := func() (t [size * size]int) {
		var noise [size * size]int
		for i := range noise {
			state = state*1664525 + 1013904223
			noise[i] = int(state >> 24)
		}
		for i := range t { // of some smoothness, else nothing is predicted well
			x, y, sum := i%size, i/size, 0
			for j := range 9 {
				sum += noise[(y+j/3)%size*size+(x+j%3)%size]
			}
			t[i] = max(0, min(255, 128+(sum/9-128)*2))
		}
		return t
	}
	objects := []struct{ x, y, width, height, dx, dy int }{ // in samples, and quarters of one a frame
		{0, 0, width, height, 5, 2},
		{20, 16, 70, 50, 17, 6},
		{120, 30, 60, 80, -13, 3},
		{60, 80, 90, 40, 2, -9},
		{150, 4, 24, 24, -31, 14},
		{10, 100, 31, 17, 40, -11},
	}
	video := make([]byte, width*height*frames)
	for o, object := range objects {
		content := texture()
		for frame := range frames {
			dx, dy := object.dx*frame, object.dy*frame
			left, top := object.x, object.y
			if o > 0 {
				left, top = left+dx/4, top+dy/4
			}
			for y := max(top, 0); y < min(top+object.height, height); y++ {
				for x := max(left, 0); x < min(left+object.width, width); x++ {
					u, v := 4*x-dx+4*size*16, 4*y-dy+4*size*16
					fx, fy := u&3, v&3
					u, v = u>>2, v>>2
					at := func(i, j int) int { return content[(v+j)%size*size+(u+i)%size] }
					value := (4-fy)*((4-fx)*at(0, 0)+fx*at(1, 0)) + fy*((4-fx)*at(0, 1)+fx*at(1, 1))
					video[(frame*height+y)*width+x] = byte(value / 16 * (24 - frame) / 24)
				}
			}
		}
	}
	return video
}

// TestVectorsOfStreams: the same for the byte streams in the folder that FFKVADRAT_HEVC names, such as the
// conformance streams. A stream may have pictures that FFmpeg does not put out.
func TestVectorsOfStreams(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_HEVC")
	if folder == "" {
		return
	}
	full.Only(t, "TestVectors has small streams")
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, path := range paths {
		if !slices.Contains([]string{".bit", ".bin", ".hevc", ".h265", ".265"}, filepath.Ext(path)) {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			stream, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			total, err := reconstruct(t, stream, path)
			if t.Log(total); err != nil {
				t.Logf("not compared: %v", err) // TestFolder judges faults
			} else {
				compared += total.pictures
			}
		})
	}
	if compared == 0 {
		t.Errorf("no picture of %d files was compared", len(paths))
	}
}
