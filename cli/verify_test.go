package cli

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/feature"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
)

// TestVerifyExports: verify accepts exports, alone and against the video: each variant, limits,
// selections, compressions, and the GPU's. With -short nearly all videos are small.
func TestVerifyExports(t *testing.T) {
	t.Parallel()
	large := []exported{
		{"sample.mp4", "a.ndjson", "--to 0.2 --quads 2000"},
		{"sample.mp4", "a.json.gz", "--to 0.2 --quads 2000 --each"},
		{"sample.mp4", "a.ffq", "--to 1.5"},
	}
	if testing.Short() {
		for i := range large {
			large[i].clip, large[i].flags = "tiny-420.mp4", strings.Replace(large[i].flags, "2000", "200", 1)
		}
	}
	for _, c := range append(large, []exported{
		{"tiny-420.mp4", "a.json", ""},
		{"tiny-420.mp4", "a.ndjson.gz", "--threshold 0.003 --engine gpu"},
		{"tiny-10bit.mp4", "a.ndjson.zst", "--operator sobel --planes yuv --invert"},
		{"tiny-odd-175x143.mp4", "a.ndjson", "--min-size 2 --max-size 8 --threshold 0.1"},
		{"tiny-444.mp4", "a.ndjson", "--operator range --low 0.2 --threshold 0.6"},
		{"tiny-422.mp4", "a.ndjson", "--operator scharr --low 0.001 --threshold 0.05"},
		{"tiny-10bit.mp4", "a.ndjson", "--operator box --colour 20,30.5,0-250,140,120 --features yuv"},
		{"tiny-rgb.mkv", "a.json.gz", "--operator colour --colour #908070 --threshold 0.05 --engine gpu"},
		{"tiny-rgb.mkv", "a.ndjson", "--variant feature"},
		{"tiny-420.mp4", "a.json.zst", "--variant feature --features yuv --threshold 0.1 --max-size 16"},
		{"tiny-422.mp4", "a.ndjson", "--variant feature --min-size 4"},
		{"tiny-open-gop.mp4", "a.ndjson", "--from #9 --every 7"},
		{"tiny-mpeg2.ts", "a.ndjson", "--from 0.5 --frames 4"},
		{"sample.mp4", "a.ndjson", "--from 7 --frames 3"},
		{"tiny-422.mp4", "a.ndjson", "--variant feature --features yuv --quads 300 --each"},
		{"tiny-444.mp4", "a.ndjson", "--operator range --low 0.2 --threshold 0.6 --quads 100 --each"},
		{"tiny-422.mp4", "a.ffq.zst", "--variant feature --features yuv --quads 300 --each"},
		{"tiny-444.mp4", "a.ffq", "--variant points --order value"},
		{"tiny-palette.gif", "a.json", ""},
		{"tiny-still.png", "a.ndjson", ""},
	}...) {
		c.verify(t, regexp.MustCompile("all correct"))
	}
}

// exported is an export of a sample, with its file name and flags.
type exported struct{ clip, name, flags string }

// verify exports the sample and verifies the export, alone and against the sample; says must match the
// output.
func (e exported) verify(t *testing.T, says *regexp.Regexp) {
	t.Helper()
	clip := "../samples/" + e.clip
	out := filepath.Join(t.TempDir(), e.name)
	args := append([]string{"export", "--engine", "cpu", "-o", out, clip}, strings.Fields(e.flags)...)
	if status, _, stderr := call(t, args...); status != statusDone {
		t.Fatalf("%s %s: status %d, %q", e.clip, e.flags, status, stderr)
	}
	for _, args := range [][]string{{"verify", out}, {"verify", out, clip}} {
		status, stdout, stderr := call(t, args...)
		if status != statusDone || !says.MatchString(stdout) || stderr != "" {
			t.Errorf("%s %s: status %d, %q, %q", e.clip, e.flags, status, stdout, stderr)
		}
	}
}

// rewritten returns an export changed by a function.
func rewritten(t *testing.T, data []byte, change func(h *quadfile.Header, f []quadfile.Frame)) []byte {
	t.Helper()
	doc, err := quadfile.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	change(&doc.Header, doc.Frames)
	var b bytes.Buffer
	w, err := quadfile.NewWriter(&b, quadfile.NDJSON, doc.Header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range doc.Frames {
		if err := w.WriteFrame(&doc.Frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// split replaces the first quad of side 4 or more by its quarters.
func split(f *quadfile.Frame) {
	i := slices.IndexFunc(f.Quads, func(q quadpyramid.Quad) bool { return q.Size() >= 4 })
	q := f.Quads[i]
	half, level := q.Size()/2, q.Level()-1
	f.Quads = slices.Replace(f.Quads, i, i+1,
		quadpyramid.NewQuad(q.X(), q.Y(), level), quadpyramid.NewQuad(q.X()+half, q.Y(), level),
		quadpyramid.NewQuad(q.X(), q.Y()+half, level), quadpyramid.NewQuad(q.X()+half, q.Y()+half, level))
	if len(f.Means) != 0 {
		f.Means = slices.Replace(f.Means, i, i+1, f.Means[i], f.Means[i], f.Means[i], f.Means[i])
	}
}

// TestVerifyFaults: verify finds each fault without the video if it breaks a rule of the format,
// otherwise with it.
func TestVerifyFaults(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	edge := exportFile(t, "--engine", "cpu", clip)
	colours := exportFile(t, "--engine", "cpu", "--variant", "feature", clip)
	text := func(data []byte, old, new string) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) }
	coverage := string(edge[bytes.Index(edge, []byte(`"coverage"`)):][:len(`"coverage":0.123456`)])
	count := string(edge[bytes.Index(edge, []byte(`"quad_count"`)):][:len(`"quad_count":12`)])
	for name, c := range map[string]struct {
		data  []byte
		alone bool // found without the video
		says  string
	}{
		"cut":           {edge[:len(edge)-9], true, "the file ends in it"},
		"cut, gzip":     {gzipped(t, edge), true, "the file ends in it"},
		"not an export": {[]byte("frame_index,pts\n"), true, "it is text"},
		"a summary":     {exportFile(t, "--engine", "cpu", "--summary", clip), true, "a summary"},
		"nothing":       {nil, true, "it is empty"},
		"coverage":      {text(edge, coverage, `"coverage":0.999999`), true, "coverage 0.999999"},
		"count":         {text(edge, count, `"quad_count":77`), true, "quad_count 77"},
		"overlap": {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[2].Quads[8] = f[2].Quads[7]
		}), true, "Morton order"},
		"order": {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) {
			q := f[2].Quads
			q[3], q[4] = q[4], q[3]
		}), true, "Morton order"},
		"mergeable":        {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) { split(&f[4]) }), true, "frame 4: quads"},
		"mergeable colour": {rewritten(t, colours, func(_ *quadfile.Header, f []quadfile.Frame) { split(&f[4]) }), true, "should be one"},
		"a hole": {rewritten(t, colours, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[1].Quads, f[1].Means = f[1].Quads[1:], f[1].Means[1:]
		}), true, "cover"},
		"largest":  {rewritten(t, edge, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.MaxSize = 2 }), true, "larger than max_size 2"},
		"smallest": {rewritten(t, edge, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.MinSize = 2 }), true, "smaller than min_size 2"},
		"another quad": {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[5].Quads = f[5].Quads[1:]
		}), false, "frame 5: quad 0 is"},
		"a quad less": {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[5].Quads = f[5].Quads[:len(f[5].Quads)-1]
		}), false, "frame 5: "},
		"another mean": {rewritten(t, colours, func(_ *quadfile.Header, f []quadfile.Frame) {
			v := f[5].Means[0].Vector()
			v[2] ^= 1
			f[5].Means[0] = feature.NewMean(v)
		}), false, "frame 5: the mean of quad 0"},
		"another threshold": {rewritten(t, edge, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.Threshold *= 1.5 }), false, "more faults follow"},
		"another time":      {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) { f[3].PTS++ }), false, "frame 3: its pts"},
		"another type":      {rewritten(t, edge, func(_ *quadfile.Header, f []quadfile.Frame) { f[3].PictType = 'S' }), false, "frame 3: key_frame and pict_type"},
		"too many frames":   {rewritten(t, exportFile(t, "--engine", "cpu", "--from", "#29", clip), func(_ *quadfile.Header, f []quadfile.Frame) { f[len(f)-1].Index++ }), false, "frame 30: the video ends with frame 29"},
		"unknown operator":  {text(edge, `"cross"`, `"canny"`), true, `header: unsupported operator "canny"`},
		"beyond the scale":  {text(edge, `"threshold":0.01`, `"threshold":9.01`), true, "header: threshold 9.01 is not between 0 and 4"},
		"another time base": {rewritten(t, edge, func(h *quadfile.Header, f []quadfile.Frame) { h.Source.TimeBase.Den = 90000 }), false, "the export's 1/90000"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "quads")
			if err := os.WriteFile(file, c.data, 0o644); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := call(t, "verify", file)
			if seen := status == statusFailed && strings.Contains(stdout+stderr, c.says); seen != c.alone || !seen && status != statusDone {
				t.Errorf("alone: status %d, %q, %q; want %q: %v", status, stdout, stderr, c.says, c.alone)
			}
			status, stdout, stderr = call(t, "verify", file, clip)
			if status != statusFailed || !strings.Contains(stdout+stderr, c.says) || strings.Count(stderr, "\n") != 1 || strings.Count(stdout, "\n") > printedFaults+1 {
				t.Errorf("with the video: status %d, %q, %q; want %q", status, stdout, stderr, c.says)
			}
		})
	}
}

// gzipped compresses data and truncates the result.
func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := streams.Compress(&b, streams.Gzip)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()[:b.Len()-6]
}

// TestVerifyDamagedVideo: verify prints the faults of a damaged video, and accepts the frames that
// decode.
func TestVerifyDamagedVideo(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(20070107, 2))
	for range 30 {
		data[len(data)/3+random.IntN(len(data)/3)] ^= byte(1 << random.IntN(8))
	}
	dir := t.TempDir()
	clip, out := filepath.Join(dir, "damaged.ts"), filepath.Join(dir, "a.ndjson")
	if err := os.WriteFile(clip, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "export", "--engine", "cpu", "-o", out, clip); status != statusPartly {
		t.Fatalf("export: status %d, %q", status, stderr)
	}
	status, stdout, stderr := call(t, "verify", out, clip)
	if status != statusPartly || !strings.Contains(stdout, "all correct") || !strings.Contains(stderr, "agrees") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

// TestVerifyErrors: an unreadable input is one line with the status of a failure; a signal
// interrupts verify.
func TestVerifyErrors(t *testing.T) {
	export := filepath.Join(t.TempDir(), "a.ndjson")
	if err := os.WriteFile(export, exportFile(t, "--engine", "cpu", "../samples/tiny-420.mp4"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"no export":     {[]string{"nowhere.ndjson"}, statusFailed, "nowhere.ndjson"},
		"a folder":      {[]string{"."}, statusFailed, "it is a folder"},
		"no video":      {[]string{export, "nowhere.mp4"}, statusFailed, "nowhere.mp4"},
		"not a video":   {[]string{export, "verify_test.go"}, statusFailed, "not a video"},
		"another video": {[]string{export, "../samples/tiny-10bit.mp4"}, statusFailed, "31 faults in 30 frames"},
		"nothing":       {nil, statusUsage, "export"},
	} {
		status, _, stderr := call(t, append([]string{"verify"}, c.args...)...)
		if status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q; want %d and %q", name, status, stderr, c.status, c.says)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if status := run(&environment{ctx: ctx, stdout: &out, stderr: &errs}, []string{"verify", export}); status != statusInterrupted {
		t.Errorf("interrupted: status %d, %q", status, errs.String())
	}
}

// TestVerifyToFullDisk: if the verdict cannot be written, verify fails.
func TestVerifyToFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	out := filepath.Join(t.TempDir(), "a.ndjson")
	if err := os.WriteFile(out, exportFile(t, "--engine", "cpu", "../samples/tiny-still.png"), 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	status := run(&environment{ctx: t.Context(), stdout: full, stderr: &stderr}, []string{"verify", out})
	if status != statusFailed || !strings.Contains(stderr.String(), "no space left on device") {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

// TestVerifyHeader: the header's data about the stream are compared with the video.
func TestVerifyHeader(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	data := exportFile(t, "--engine", "cpu", "--variant", "feature", clip)
	for field, change := range map[string]func(h *quadfile.Header){
		"codec_name": func(h *quadfile.Header) { h.Source.CodecName = "hevc" },
		"pix_fmt":    func(h *quadfile.Header) { h.Source.PixFmt = "yuv422p" },
		"width":      func(h *quadfile.Header) { h.Source.Width += 2 },
		"height":     func(h *quadfile.Header) { h.Source.Height += 2 },
		"matrix":     func(h *quadfile.Header) { h.Analysis.Matrix = "bt601" },
		"range":      func(h *quadfile.Header) { h.Analysis.Range = "full" },
	} {
		file := filepath.Join(t.TempDir(), "quads.ndjson")
		changed := rewritten(t, data, func(h *quadfile.Header, _ []quadfile.Frame) { change(h) })
		if err := os.WriteFile(file, changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if status, stdout, _ := call(t, "verify", file); status != statusDone {
			t.Errorf("%s alone: status %d, %q", field, status, stdout)
		}
		if status, stdout, _ := call(t, "verify", file, clip); status != statusFailed || !strings.Contains(stdout, "header: its "+field+" is ") {
			t.Errorf("%s: status %d, %q", field, status, stdout)
		}
	}
}
