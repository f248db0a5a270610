package decode

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// restlessSource is a source of 24 frames in which all blocks are coded.
const restlessSource = "color=gray:size=176x144:rate=25,noise=alls=60:allf=t,gblur=1,trim=end_frame=24,format=yuv420p"

var restlessFrames []byte

// restless returns ffmpeg's arguments for that source, which is made once.
func restless(t *testing.T) []string {
	t.Helper()
	if restlessFrames == nil {
		restlessFrames = clips.Raw(t, "-f", "lavfi", "-i", restlessSource, "-f", "rawvideo")
	}
	return []string{"-f", "rawvideo", "-s", "176x144", "-r", "25", "-pix_fmt", "yuv420p", "-i", writeFile(t, "restless.yuv", restlessFrames)}
}

// TestBlocks decodes a video of each codec with exported blocks: the quantisers are those that FFmpeg
// prints or paints, the blocks tile the frame, and they are the same every time, also after seeks.
func TestBlocks(t *testing.T) {
	tested := map[string]bool{}
	for encoder, c := range moving {
		t.Run(encoder, func(t *testing.T) {
			path := clips.Make(t, c.file, append(restless(t), "-vf", "drawbox=w=80:t=fill", "-c:v", encoder, "-b:v", "600k", "-g", "12", "-threads", "1")...)
			exported := codings(t, path, -1)
			if len(exported) != 24 {
				t.Fatalf("%d pictures", len(exported))
			}
			different := map[int]bool{}
			for i, blocks := range exported {
				if i == 23 && len(blocks) == 0 && (c.codec == "mpeg1video" || c.codec == "mpeg2video") {
					break // FFmpeg 5.1 exports none for the last frame
				}
				if len(blocks) != 11*9 {
					t.Fatalf("picture %d: %d blocks", i, len(blocks))
				}
				for n, b := range blocks {
					if b.X != n%11*16 || b.Y != n/11*16 || b.Width != 16 || b.Height != 16 {
						t.Fatalf("picture %d: block %d is %+v", i, n, b)
					}
					different[b.QP] = true
				}
			}
			if len(different) < 2 {
				t.Errorf("one quantiser alone: %v", different)
			}
			if c.codec == "h264" {
				asPrinted(t, path, exported)
			} else {
				asPainted(t, path, exported)
			}
			sameAfterSeeks(t, path, exported)
		})
		tested[c.codec] = true
	}
	t.Run("vp9", func(t *testing.T) {
		path := vp9(t, "-aq-mode", "3", "-qmin", "10", "-qmax", "50")
		exported := codings(t, path, -1)
		sizes, different, divided := map[[2]int]bool{}, map[int]bool{}, 0
		for i, blocks := range exported {
			if len(blocks) == 0 { // without segments
				continue
			}
			divided++
			fill(t, fmt.Sprint("picture ", i), blocks, 176, 144)
			for _, b := range blocks {
				sizes[[2]int{b.Width, b.Height}], different[b.QP] = true, true
			}
		}
		if len(exported) != 24 || divided < 12 || len(sizes) < 3 || len(different) < 2 {
			t.Errorf("%d of %d pictures, sizes %v, quantisers %v", divided, len(exported), sizes, different)
		}
		sameAfterSeeks(t, path, exported)
	})
	tested["vp9"] = true
	for codec, data := range exporters {
		if data.blocks && !data.parsed && !tested[codec] && codec != "msmpeg4v1" { // FFmpeg has no encoder
			t.Errorf("%s is not tested", codec)
		}
	}
}

// asPainted compares quantisers with those that FFmpeg's filter codecview paints as chroma: half of
// each, times 128/31.
func asPainted(t *testing.T, path string, exported [][]yuv.CodedBlock) {
	t.Helper()
	painted := clips.Raw(t, "-threads", "1", "-export_side_data", "venc_params", "-i", path, "-vf", "codecview=qp=1", "-f", "rawvideo", "-pix_fmt", "yuv420p")
	const luma, chroma = 176 * 144, 88 * 72
	if len(painted) != len(exported)*(luma+2*chroma) {
		t.Fatalf("%d bytes of codecview's", len(painted))
	}
	for i, blocks := range exported {
		picture := painted[i*(luma+2*chroma)+luma:]
		for n, b := range blocks {
			if want := int(picture[b.Y/2*88+b.X/2]); b.QP/2*128/31 != want {
				t.Fatalf("picture %d, block %d: the quantiser %d is not codecview's %d", i, n, b.QP, want)
			}
		}
	}
}

var printed = regexp.MustCompile(`(?m)\] (?:[ 0-9]{3} )?([ 0-9]{22})$`) // after the decoder's name, and since FFmpeg 7 the row's y

// asPrinted compares quantisers with those that FFmpeg's H.264 decoder prints, row by row.
func asPrinted(t *testing.T, path string, exported [][]yuv.CodedBlock) {
	t.Helper()
	// A row is printed number by number. ffprobe has one thread; one of ffmpeg's others can print
	// a line of its own between two numbers.
	var out strings.Builder
	probe := exec.Command("ffprobe", "-v", "debug", "-threads", "1", "-debug", "qp", "-select_streams", "v", "-show_frames", path)
	probe.Stderr = &out
	if err := probe.Run(); err != nil {
		t.Fatal(err)
	}
	rows := printed.FindAllStringSubmatch(out.String(), -1)
	rows = rows[max(len(rows)-9*len(exported), 0):] // before that the first frame is decoded once more
	if len(rows) != 9*len(exported) {
		t.Fatalf("%d rows are printed", len(rows))
	}
	for i, blocks := range exported {
		for n, b := range blocks {
			if want := rows[9*i+n/11][1][n%11*2:][:2]; fmt.Sprintf("%2d", b.QP) != want {
				t.Fatalf("picture %d, block %d: the quantiser %d is not FFmpeg's %s", i, n, b.QP, want)
			}
		}
	}
}

func vp9(t *testing.T, more ...string) string {
	t.Helper()
	return clips.Make(t, "a.webm", append(append(restless(t), "-vf", "drawbox=w=80:t=fill", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "5",
		"-b:v", "500k", "-g", "12", "-lag-in-frames", "0"), more...)...)
}

// fill checks that blocks tile a frame.
func fill(t *testing.T, what string, blocks []yuv.CodedBlock, width, height int) {
	t.Helper()
	var taken [176 * 144]bool
	left := width * height
	for _, b := range blocks {
		for y := b.Y; y < min(b.Y+b.Height, height); y++ {
			for x := b.X; x < min(b.X+b.Width, width); x++ {
				if taken[y*width+x] {
					t.Fatalf("%s: %+v overlaps another one", what, b)
				}
				taken[y*width+x] = true
				left--
			}
		}
	}
	if left != 0 {
		t.Fatalf("%s: %d pixels are in no block", what, left)
	}
}

func sameAfterSeeks(t *testing.T, path string, exported [][]yuv.CodedBlock) {
	t.Helper()
	for _, n := range []int64{17, 5} {
		for i, got := range codings(t, path, n) {
			if !slices.Equal(got, exported[int(n)+i]) {
				t.Errorf("picture %d after a seek to %d: other blocks", int(n)+i, n)
			}
		}
	}
}

// codings decodes a video's blocks, from a frame on if from is not negative.
func codings(t *testing.T, path string, from int64) (all [][]yuv.CodedBlock) {
	t.Helper()
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Needs: yuv.Needs{Blocks: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if info := v.Info(); !info.ExportsBlocks() {
		t.Errorf("no blocks of %s", info.Codec)
	}
	if from >= 0 {
		if err := v.SeekIndex(from); err != nil {
			t.Fatal(err)
		}
	}
	for f := next(t, v); f != nil; f = next(t, v) {
		all = append(all, blocksOf(t, f))
		f.Release()
	}
	return all
}

func blocksOf(t *testing.T, f *Frame) []yuv.CodedBlock {
	t.Helper()
	if f.Picture.Coded == nil || f.Picture.Vectors != nil {
		t.Fatalf("picture %d: blocks %v, vectors %v", f.Index, f.Picture.Coded != nil, f.Picture.Vectors != nil)
	}
	blocks := []yuv.CodedBlock{}
	for i := range f.Picture.Coded.Len() {
		blocks = append(blocks, f.Picture.Coded.At(i))
	}
	return blocks
}

// TestConstantQuantiser encodes with one quantiser: all blocks have it.
func TestConstantQuantiser(t *testing.T) {
	for name, c := range map[string]struct {
		args string
		want int
	}{
		"a.mp4":  {"-c:v libx264 -x264-params qp=30:ipratio=1:pbratio=1", 30},
		"b.mp4":  {"-c:v libx264 -bf 3 -x264-params qp=17:ipratio=1:pbratio=1:threads=1", 17},
		"10.mp4": {"-c:v libx264 -pix_fmt yuv420p10le -x264-params qp=30:ipratio=1:pbratio=1", 30},
		"a.m2v":  {"-c:v mpeg2video -q:v 5", 10},
		"a.mpg":  {"-c:v mpeg1video -q:v 7", 14},
		"a.avi":  {"-c:v mpeg4 -q:v 4", 8},
	} {
		path := clips.Make(t, name, append(restless(t), strings.Fields(c.args)...)...)
		for i, blocks := range codings(t, path, -1) {
			for _, b := range blocks {
				if b.QP != c.want {
					t.Fatalf("%s, picture %d: %+v, want the quantiser %d", c.args, i, b, c.want)
				}
			}
		}
	}
}

// TestRegionQuantiser encodes the left half with a better quality. x264 supports regions only with
// adaptive quantisation, for which 1 % of the blocks may round to another quantiser.
func TestRegionQuantiser(t *testing.T) {
	path := clips.Make(t, "a.mp4", append(restless(t), "-vf", "addroi=0:0:80:ih:-1/5", "-c:v", "libx264", "-g", "1", "-crf", "30", "-x264-params", "aq-strength=0.01:mbtree=0")...)
	all := codings(t, path, -1)
	if len(all) != 24 {
		t.Fatalf("%d pictures", len(all))
	}
	const part = 10 // a fifth of the scale of 51
	for i, blocks := range all {
		left, right := blocks[0].QP, blocks[10].QP
		if d := right - left; d < part-1 || d > part+1 {
			t.Errorf("picture %d: %d on the left, %d on the right", i, left, right)
		}
		for _, b := range blocks {
			want := left
			if b.X >= 80 {
				want = right
			}
			if d := b.QP - want; d < -1 || d > 1 {
				t.Fatalf("picture %d: %+v, want the quantiser %d", i, b, want)
			}
		}
	}
}

// TestWholeQuantiser: VP9 without segments has only a quantiser per frame, the index of 20 in libvpx's
// table.
func TestWholeQuantiser(t *testing.T) {
	v, err := OpenVideo(context.Background(), vp9(t, "-aq-mode", "0", "-qmin", "20", "-qmax", "20"), Options{Stream: Best, Needs: yuv.Needs{Blocks: true, Vectors: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for f := next(t, v); f != nil; f = next(t, v) {
		if blocks := blocksOf(t, f); len(blocks) != 0 {
			t.Fatalf("picture %d has %d blocks", f.Index, len(blocks))
		}
		if qp, ok := f.Picture.Coded.QP(); !ok || qp != 80 {
			t.Errorf("picture %d has the quantiser %d, %v", f.Index, qp, ok)
		}
		f.Release()
	}
}

// TestNoBlocks requests blocks where there are none: from other codecs, and on a device, which would
// not export them. Without a request there are none.
func TestNoBlocks(t *testing.T) {
	for path, exports := range map[string]bool{"../samples/tiny-vp9.webm": true, "../samples/tiny-rgb.mkv": false, "../samples/tiny-420.mp4": true} {
		for _, asked := range []bool{true, false} {
			h := withFakeDevice(t, lostAt(1<<30))
			v, err := OpenVideo(WithHardware(context.Background(), h), path, Options{Stream: Best, Needs: yuv.Needs{Blocks: asked}})
			if err != nil {
				t.Fatal(err)
			}
			f := next(t, v)
			if exported := f.Picture.Coded != nil; exported != (exports && asked) || exported && f.decoded.onDevice {
				t.Errorf("%s, asked %v: blocks %v, on a device %v", path, asked, exported, f.decoded.onDevice)
			}
			f.Release()
			v.Close()
		}
	}
}

// BenchmarkBlocks reads the blocks of a 1080p frame.
func BenchmarkBlocks(b *testing.B) {
	path := clips.Make(b, "a.mp4", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25", "-frames:v", "1", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best, Needs: yuv.Needs{Blocks: true}})
	if err != nil {
		b.Fatal(err)
	}
	defer v.Close()
	f := next(b, v)
	defer f.Release()
	sum := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range f.Picture.Coded.Len() {
			sum += f.Picture.Coded.At(i).QP
		}
	}
}

// TestNeedBlocks requests blocks of an open video, with vectors, and then none: the video restarts at
// each change, and only then.
func TestNeedBlocks(t *testing.T) {
	v, err := OpenVideo(context.Background(), "../samples/tiny-420.mp4", Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	was := yuv.Needs{}
	for _, n := range []yuv.Needs{{Blocks: true}, {Blocks: true}, {Blocks: true, Vectors: true}, {Vectors: true}, {Blocks: true}, {}} {
		if err := v.Need(n); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			f := next(t, v)
			if (f.Picture.Coded != nil) != n.Blocks || (f.Picture.Vectors != nil) != n.Vectors || was != n && f.Index != int64(i) || was == n && f.Index != int64(3+i) {
				t.Errorf("needed %+v after %+v: picture %d, blocks %v, vectors %v", n, was, f.Index, f.Picture.Coded != nil, f.Picture.Vectors != nil)
			}
			f.Release()
		}
		was = n
	}
}

// piped returns the name of a pipe that gets a file's bytes.
func piped(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	go func() {
		w.Write(text) // fails if the reader stops early
		w.Close()
	}()
	return fmt.Sprintf("/dev/fd/%d", r.Fd())
}

// TestPipeBlocks: input that cannot be read twice has blocks to the end if they were requested at
// first, else none.
func TestPipeBlocks(t *testing.T) {
	for _, asked := range []bool{true, false} {
		v, err := OpenVideo(context.Background(), piped(t, "../samples/tiny-mpeg2.ts"), Options{Stream: Best, Needs: yuv.Needs{Blocks: asked}})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Need(yuv.Needs{Blocks: !asked}); (err != nil) == asked {
			t.Errorf("asked at first %v: %v", asked, err)
		}
		for range 5 {
			f := next(t, v)
			if (f.Picture.Coded != nil) != asked {
				t.Errorf("asked at first %v: blocks %v", asked, f.Picture.Coded != nil)
			}
			f.Release()
		}
		v.Close()
	}
}

// TestBytesExported: exported data counts as the frame's memory.
func TestBytesExported(t *testing.T) {
	bytes := func(n yuv.Needs) int {
		v, err := OpenVideo(t.Context(), "../samples/tiny-420.mp4", Options{Stream: Best, Needs: n})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		f, err := v.Next()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Release()
		if n.Blocks {
			return f.Bytes() - 16*f.Picture.Coded.Len() // each has a position, a size and a difference
		}
		return f.Bytes()
	}
	if with, without := bytes(yuv.Needs{Blocks: true}), bytes(yuv.Needs{}); with <= without {
		t.Errorf("%d bytes apart from blocks, %d without", with, without)
	}
}
