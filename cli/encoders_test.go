package cli

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// mapEncoders has a row for each encoder that takes a map, with its flags.
var mapEncoders = []struct {
	program, extension string
	command            func(f *tried, m, out string) []string // m is the map's file, or "" for none
	zones              bool                                   // the map is one over time
}{
	{"x264", ".zones.txt", func(f *tried, m, out string) []string {
		return withZones(m, "--quiet", "--preset", "fast", "--crf", "26", "-o", out+".264", f.y4m)
	}, true},
	{"x265", ".zones.txt", func(f *tried, m, out string) []string {
		return withZones(m, "--log-level", "error", "--preset", "fast", "--crf", "28", "-o", out+".265", f.y4m)
	}, true},
	{"kvazaar", ".kvzroi.txt", kvazaar, false},
	{"kvazaar", ".kvzroi.bin", kvazaar, false},
	{"SvtAv1EncApp", ".svtroi.txt", func(f *tried, m, out string) []string {
		args := []string{"-i", f.y4m, "--preset", "8", "--rc", "0", "--crf", "40", "-b", out + ".ivf"}
		if m != "" {
			args = append(args, "--roi-map-file", m)
		}
		return args
	}, false},
}

// kvazaar reads maps in coding order. Presets reorder frames, so the flag for the order comes after
// them. Workarounds for kvazaar 2.3.1: raw video, because it reads the first picture of Y4M six
// bytes early; a short name of the map, because it crashes at the end with more than 23 bytes.
func kvazaar(f *tried, m, out string) []string {
	args := []string{"-i", f.raw, "--input-res", fmt.Sprintf("%dx%d", f.width, f.height), "--input-fps", "25",
		"--preset", "veryfast", "--gop", "lp-g4d3t1", "-q", "29", "-o", out + ".265"}
	if m != "" {
		args = append(args, "--roi", filepath.Base(m))
	}
	return args
}

func withZones(m string, args ...string) []string {
	if m == "" {
		return args
	}
	text, err := os.ReadFile(m)
	if err != nil {
		panic(err)
	}
	return append(args, "--zones", strings.TrimSpace(string(text)))
}

// tried is a video for the encoders, as files and as luma.
type tried struct {
	y4m, raw      string
	width, height int
	pictures      [][]byte
}

// cutOut makes a video of 24 pictures from a clip, from a time in seconds on.
func cutOut(t *testing.T, clip, start, rate string, width, height int) *tried {
	t.Helper()
	dir := t.TempDir()
	f := &tried{filepath.Join(dir, "film.y4m"), filepath.Join(dir, "film.yuv"), width, height, nil}
	// FFmpeg 7's setpts drops the rate, and encoders refuse the rate that Y4M then states.
	ffmpegTo(t, f.y4m, "-i", clip, "-vf", fmt.Sprintf("trim=start=%s,setpts=N/%s/TB,fps=%[2]s,scale=%d:%d", start, rate, width, height), "-frames:v", "24", "-fps_mode", "passthrough",
		"-pix_fmt", "yuv420p", "-strict", "-1")
	data := decoded(t, []string{f.y4m})[0]
	if err := os.WriteFile(f.raw, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f.pictures = f.lumas(data)
	return f
}

// lumas splits data into the luma of pictures of this size.
func (f *tried) lumas(data []byte) (pictures [][]byte) {
	size := f.width*f.height + 2*((f.width+1)/2)*((f.height+1)/2)
	for ; len(data) >= size; data = data[size:] {
		pictures = append(pictures, data[:f.width*f.height])
	}
	return pictures
}

// decoded returns the pictures of several files, decoded by one ffmpeg process.
func decoded(t *testing.T, paths []string, flags ...string) (pictures [][]byte) {
	t.Helper()
	var inputs []string
	var outputs []clips.Output
	for i, path := range paths {
		inputs = append(inputs, "-i", path)
		outputs = append(outputs, clips.Output{Name: "frames", Args: slices.Concat([]string{"-map", fmt.Sprintf("%d:v", i)}, flags, []string{"-f", "rawvideo"})})
	}
	for _, path := range clips.Each(t, inputs, outputs...) {
		pictures = append(pictures, readFile(t, path))
	}
	return pictures
}

// inside reports for each block of 64×64 pixels of each picture whether a map asks for more bits.
func inside(t *testing.T, m string, zones bool, f *tried) (blocks [][]bool) {
	t.Helper()
	data, err := os.ReadFile(m)
	if err != nil {
		t.Fatal(err)
	}
	n := (f.width + 63) / 64 * ((f.height + 63) / 64)
	for range f.pictures {
		blocks = append(blocks, make([]bool, n))
	}
	if zones {
		for zone := range strings.SplitSeq(strings.TrimSpace(string(data)), "/") {
			var first, last int
			var factor float64
			if _, err := fmt.Sscanf(zone, "%d,%d,b=%f", &first, &last, &factor); err != nil {
				t.Fatal(zone, err)
			}
			for i := first; i <= last && factor > 1; i++ {
				for k := range blocks[i] {
					blocks[i][k] = true
				}
			}
		}
		return blocks
	}
	for i := range blocks {
		if columns, rows := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:]); int(columns*rows) != n {
			t.Fatalf("a map of %d×%d", columns, rows)
		}
		for k := range blocks[i] {
			blocks[i][k] = int8(data[8+k]) < 0
		}
		data = data[8+n:]
	}
	return blocks
}

// psnrs returns the PSNR of luma inside the blocks and outside.
func (f *tried) psnrs(t *testing.T, encoded [][]byte, blocks [][]bool) (in, out float64) {
	t.Helper()
	if len(encoded) != len(f.pictures) {
		t.Fatalf("%d pictures of %d", len(encoded), len(f.pictures))
	}
	var errors, pixels [2]int
	columns := (f.width + 63) / 64
	for i, picture := range f.pictures {
		for at, v := range picture {
			place := 0
			if blocks[i][at/f.width/64*columns+at%f.width/64] {
				place = 1
			}
			d := int(v) - int(encoded[i][at])
			errors[place] += d * d
			pixels[place]++
		}
	}
	psnr := func(place int) float64 {
		if pixels[place] == 0 || errors[place] == 0 {
			t.Fatalf("%d errors in %d pixels", errors[place], pixels[place])
		}
		return 10 * math.Log10(255*255*float64(pixels[place])/float64(errors[place]))
	}
	return psnr(1), psnr(0)
}

// TestEncoders encodes videos with maps, without, and with inverted maps: each encoder accepts
// them, and a part improves relative to the rest when the map asks for more bits there. With -v it
// prints the numbers of docs/how-to/encoders.md. It uses three videos of FFKVADRAT_MEDIA, with
// -short only a smaller sample.
func TestEncoders(t *testing.T) {
	t.Parallel()
	// Maps over time are tried on parts that change over time.
	type clip struct {
		path                 string
		width, height        int
		start, startForZones string // seconds
		rate                 string // pictures per second
	}
	clips := []clip{{"../samples/sample.mp4", 1280, 720, "1", "7.9", "25"}}
	if testing.Short() {
		clips[0].width, clips[0].height = 384, 216
	} else if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		clips = []clip{
			{filepath.Join(folder, "sintel_trailer-720p.mp4"), 1280, 720, "30", "5.5", "24"},
			{filepath.Join(folder, "VID_1920x1080_cabac_temporal_direct.264"), 1920, 1080, "0", "0.6", "25"},
			{filepath.Join(folder, "cockatoo.mp4"), 1280, 720, "1", "0", "20"},
		}
	}
	all, videos := t, map[string]*tried{} // by path and start
	for _, e := range mapEncoders {
		t.Run(e.program+e.extension, func(t *testing.T) {
			if _, err := exec.LookPath(e.program); err != nil {
				t.Skipf("%s is not installed", e.program)
			}
			for _, c := range clips {
				start, strength := c.start, "12"
				if e.zones {
					start, strength = c.startForZones, "24"
				}
				video := videos[c.path+start]
				if video == nil {
					video = cutOut(all, c.path, start, c.rate, c.width, c.height)
					videos[c.path+start] = video
				}
				dir := t.TempDir()
				maps := []string{filepath.Join(dir, "less"+e.extension), "", filepath.Join(dir, "more"+e.extension)}
				exportAs(t, maps[0], "--strength=-"+strength, video.y4m)
				exportAs(t, maps[2], "--strength", strength, video.y4m)
				regions := maps[2]
				if !e.zones {
					regions = filepath.Join(dir, "regions.kvzroi.bin")
					exportAs(t, regions, video.y4m)
				}
				blocks := inside(t, regions, e.zones, video)
				var encoded []string
				var sizes []float64 // kB
				for i, m := range maps {
					out := filepath.Join(dir, "encoded"+strconv.Itoa(i))
					args := e.command(video, m, out)
					cmd := exec.Command(e.program, args...)
					cmd.Dir = dir
					text, err := cmd.CombinedOutput()
					made, _ := filepath.Glob(out + ".*")
					if err != nil || len(made) != 1 {
						t.Fatalf("%s %v: %v: %s", e.program, args, err, text)
					}
					info, err := os.Stat(made[0])
					if err != nil {
						t.Fatal(err)
					}
					encoded, sizes = append(encoded, made[0]), append(sizes, float64(info.Size())/1000)
				}
				var gaps []float64
				var row strings.Builder
				for i, data := range decoded(t, encoded, "-fps_mode", "passthrough", "-pix_fmt", "yuv420p") {
					in, rest := video.psnrs(t, video.lumas(data), blocks)
					gaps = append(gaps, in-rest)
					if i > 0 {
						fmt.Fprintf(&row, " %.0f kB | %.2f | %.2f |", sizes[i], in, rest)
					}
				}
				t.Logf("| %s | %s |%s", filepath.Base(c.path), e.program+e.extension, &row)
				if !slices.IsSorted(gaps) {
					t.Errorf("%s: %.2f dB between the regions and the rest with the opposite map, none, and the map", c.path, gaps)
				}
			}
		})
	}
}
