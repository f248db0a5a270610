package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ffkvadrat/pipeline/queue"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/pairs"
)

// sampleFiles returns the samples with pictures and all clips of FFKVADRAT_MEDIA; with -short only
// the tiny samples, which cover every format.
func sampleFiles(t *testing.T) []string {
	t.Helper()
	pattern := "../samples/*.*"
	if testing.Short() {
		pattern = "../samples/tiny-*"
	}
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("FFKVADRAT_MEDIA"); dir != "" && !testing.Short() {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return slices.DeleteFunc(files, func(name string) bool {
		switch filepath.Ext(name) {
		case ".go", ".md", ".tsv":
			return true
		}
		return strings.Contains(name, "sound-only")
	})
}

// call runs the program and returns its status and output.
func call(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	// Heartbeats determine when a queue hands out a lost video again.
	return callWith(t, instead{queue: queue.Options{Heartbeat: time.Second / 2}}, args...)
}

// callWith runs the program with replacements.
func callWith(t *testing.T, other instead, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(&environment{ctx: context.Background(), stdout: &out, stderr: &errs, instead: other}, args)
	clitest.NoPackage(t, args, errs.String())
	return status, out.String(), errs.String()
}

func exportFile(t *testing.T, args ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.ndjson")
	status, _, stderr := call(t, append([]string{"export", "-o", out}, args...)...)
	if status != statusDone {
		t.Fatalf("export %v: status %d: %s", args, status, stderr)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestExportEqualsFFmpeg compares every frame's fields with ffprobe's, and the quads of some frames
// with those of the test's own builder, on samples decoded by the ffmpeg command.
func TestExportEqualsFFmpeg(t *testing.T) {
	for _, file := range sampleFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			const threshold = 0.003
			doc, err := quadfile.Read(bytes.NewReader(exportFile(t, "--engine", "cpu", "-t", "0.003", file)))
			if err != nil {
				t.Fatal(err)
			}
			stream := strconv.Itoa(doc.Header.Source.StreamIndex)
			facts := probeFrames(t, file, stream)
			if len(doc.Frames) != len(facts) {
				t.Fatalf("%d frames, ffprobe has %d", len(doc.Frames), len(facts))
			}
			step := max(len(facts)/5, 1)
			raw := startDecode(t, file, stream, doc.Header.Source.PixFmt)
			for i, f := range doc.Frames {
				want := facts[i]
				if f.Index != int64(i) || f.HasPTS != (want.PTS != nil) || f.HasPTS && f.PTS != *want.PTS ||
					f.KeyFrame != (want.KeyFrame == 1) || string(f.PictType) != want.PictType {
					t.Fatalf("frame %d is %+v without its quads, ffprobe has %+v", i, withoutQuads(f), want)
				}
				luma := raw.next(t, f.Width, f.Height)
				if i%step != 0 {
					continue
				}
				if got := f.Quads; !slices.Equal(got, luma.quads(threshold)) {
					t.Fatalf("frame %d: the quads differ from an independent builder's", i)
				}
			}
		})
	}
}

func withoutQuads(f quadfile.Frame) quadfile.Frame {
	f.Quads = nil
	return f
}

type frameFacts struct {
	PTS      *int64 `json:"pts"`
	KeyFrame int    `json:"key_frame"`
	PictType string `json:"pict_type"`
}

func probeFrames(t *testing.T, file, stream string) []frameFacts {
	t.Helper()
	out := clips.Probe(t, "-select_streams", stream, "-show_frames", "-show_entries", "frame=pts,key_frame,pict_type", "-of", "json", file)
	var doc struct{ Frames []frameFacts }
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Frames
}

// rawVideo is a raw stream of pictures from the ffmpeg command.
type rawVideo struct {
	pixFmt string
	pipe   io.Reader
	frame  []byte
}

func startDecode(t *testing.T, file, stream, pixFmt string) *rawVideo {
	t.Helper()
	switch pixFmt { // formats that are not planar
	case "pal8", "bgr0":
		pixFmt = "bgra"
	}
	cmd := exec.Command("ffmpeg", "-v", "error", "-noautorotate", "-i", file, "-map", "0:"+stream,
		"-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixFmt, "-")
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pipe.Close()
		cmd.Wait()
	})
	return &rawVideo{pixFmt: pixFmt, pipe: pipe}
}

// lumaPlane holds sample values.
type lumaPlane struct {
	width, height, depth int
	at                   []int64
}

func (v *rawVideo) next(t *testing.T, w, h int) lumaPlane {
	t.Helper()
	cw, ch := (w+1)/2, (h+1)/2
	size := map[string]int{
		"yuv420p": w*h + 2*cw*ch, "yuvj420p": w*h + 2*cw*ch, "nv12": w*h + 2*cw*ch,
		"yuv422p": w*h + 2*cw*h, "yuv444p": 3 * w * h, "gray": w * h,
		"yuv420p10le": 2 * (w*h + 2*cw*ch), "rgb24": 3 * w * h, "bgra": 4 * w * h,
	}[v.pixFmt]
	if size == 0 {
		t.Fatalf("this test does not know %s", v.pixFmt)
	}
	v.frame = slices.Grow(v.frame[:0], size)[:size]
	if _, err := io.ReadFull(v.pipe, v.frame); err != nil {
		t.Fatal(err)
	}
	p := lumaPlane{w, h, 8, make([]int64, w*h)}
	for i := range p.at {
		b := v.frame
		switch v.pixFmt {
		case "yuv420p10le":
			p.depth = 10
			p.at[i] = int64(b[2*i]) | int64(b[2*i+1])<<8
		case "rgb24":
			p.at[i] = (13933*int64(b[3*i]) + 46871*int64(b[3*i+1]) + 4732*int64(b[3*i+2]) + 32768) >> 16
		case "bgra":
			p.at[i] = (13933*int64(b[4*i+2]) + 46871*int64(b[4*i+1]) + 4732*int64(b[4*i]) + 32768) >> 16
		default:
			p.at[i] = int64(b[i])
		}
	}
	return p
}

// quads is written from the definition alone and shares no code: depth first; a square whose four
// children are whole leaves replaces them at the end of the list.
func (p lumaPlane) quads(t float64) []quadpyramid.Quad {
	m := float64(int(1)<<p.depth - 1)
	var list []quadpyramid.Quad
	var visit func(x, y, level int) bool
	visit = func(x, y, level int) bool {
		if x >= p.width || y >= p.height {
			return false
		}
		whole := true
		start := len(list)
		if level == 0 {
			whole = float64(p.difference(x, y)) < t*m*m
		} else {
			half := 1 << (level - 1)
			for _, corner := range [][2]int{{0, 0}, {half, 0}, {0, half}, {half, half}} {
				whole = visit(x+corner[0], y+corner[1], level-1) && whole
			}
		}
		if whole {
			list = append(list[:start], quadpyramid.NewQuad(x, y, level))
		}
		return whole
	}
	top := 0
	for 1<<top < p.width || 1<<top < p.height {
		top++
	}
	visit(0, 0, top)
	return list
}

func (p lumaPlane) difference(x, y int) (d int64) {
	v := p.at[y*p.width+x]
	for _, n := range [][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
		if n[0] >= 0 && n[0] < p.width && n[1] >= 0 && n[1] < p.height {
			e := v - p.at[n[1]*p.width+n[0]]
			d += e * e
		}
	}
	return d
}

// TestExportIsTheSameEverywhere: all engines, and two runs, write the same bytes for every sample,
// with -short for a few frames.
func TestExportIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	samples, err := filepath.Glob("../samples/tiny-*")
	if err != nil {
		t.Fatal(err)
	}
	samples = slices.DeleteFunc(samples, func(name string) bool { return strings.Contains(name, "sound-only") })
	settings := []string{
		"",
		"--operator sobel --invert --max-size 8",
		"--operator range --low 0.2 --threshold 0.6 --min-size 4",
		"--low 0.001 --threshold 0.05",
		"--operator colour --colour #908070 --threshold 0.05",
		"--operator box --colour 20,30.5,0-250,140,120 --invert",
		"--variant feature",
	}
	engines := []string{"cpu", "gpu", "auto"}
	type run struct{ setting, engine int }
	batches := map[run][]string{}
	for c := range pairs.Cases(len(settings), len(engines), len(samples)) {
		r := run{c[0], c[1]}
		batches[r] = append(batches[r], samples[c[2]])
	}
	exports := func(flags, engine string, samples []string) map[string][]byte {
		t.Helper()
		out := t.TempDir()
		args := append([]string{"export", "-o", out, "--engine", engine, "--jobs", "1"}, strings.Fields(flags)...)
		if testing.Short() {
			args = append(args, "--frames", "3")
		}
		if status, _, stderr := call(t, append(args, samples...)...); status != statusDone {
			t.Fatalf("%s on the %s: status %d: %s", flags, engine, status, stderr)
		}
		data := map[string][]byte{}
		for _, name := range samples {
			file, err := os.ReadFile(filepath.Join(out, filepath.Base(name)+".ndjson"))
			if err != nil {
				t.Fatal(err)
			}
			data[name] = file
		}
		return data
	}
	for i, flags := range settings {
		want := exports(flags, "cpu", samples)
		for k, engine := range engines {
			for name, got := range exports(flags, engine, batches[run{i, k}]) {
				if !bytes.Equal(got, want[name]) {
					t.Errorf("%s, %s: another file the second time, on the %s", flags, name, engine)
				}
			}
		}
	}
}
