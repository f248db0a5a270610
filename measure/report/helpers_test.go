package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// headerOf returns the header of a video of 64×48.
func headerOf(path string, threshold float64) quadfile.Header {
	h := quadfile.Header{
		Source: quadfile.Source{Path: path, CodecName: "h264", Width: 64, Height: 48, PixFmt: "yuv420p", TimeBase: quadfile.Rational{Num: 1, Den: 25}, AvgFrameRate: quadfile.Rational{Num: 25, Den: 1}},
	}
	h.Analysis.Threshold = threshold
	return h
}

// framesOf returns frames with the given numbers of quads of one pixel, at most 256.
func framesOf(counts ...int) (frames []quadfile.Frame) {
	for i, n := range counts {
		f := quadfile.Frame{Index: int64(i), PTS: int64(i), HasPTS: true, KeyFrame: i == 0, PictType: 'P', Width: 64, Height: 48, PixFmt: "yuv420p", HasLuma: true, Luma: yuv.Tones{Sum: uint64(100 * 64 * 48)}}
		for j := range n {
			// In Morton order, and never four that could merge: the upper left pixel of each 2×2.
			f.Quads = append(f.Quads, quadpyramid.NewQuad(2*spread(j), 2*spread(j>>1), 0))
		}
		frames = append(frames, f)
	}
	return frames
}

// spread gathers the even bits of a number.
func spread(n int) (to int) {
	for bit := range 12 {
		to |= n >> (2 * bit) & 1 << bit
	}
	return to
}

// written returns an export, or a summary.
func written(t testing.TB, summary bool, format quadfile.Format, c streams.Compression, h quadfile.Header, frames ...quadfile.Frame) []byte {
	t.Helper()
	var b bytes.Buffer
	packed, err := streams.Compress(&b, c)
	if err != nil {
		t.Fatal(err)
	}
	begin := quadfile.NewWriter
	if summary {
		begin = quadfile.NewSummary
	}
	w, err := begin(packed, format, h)
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
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func put(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func gathered(t testing.TB, dir string) *Corpus {
	t.Helper()
	c, err := Gather(context.Background(), Options{Folder: dir})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pageOf returns the page of a folder.
func pageOf(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	if err := gathered(t, dir).WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// pageJSON is what a page's script reads, as it reads it.
type pageJSON struct {
	Settings            []any
	Videos, Comparisons []map[string]any
}

// dataOf returns a page's data.
func dataOf(t testing.TB, page string) (data pageJSON) {
	t.Helper()
	_, text, _ := strings.Cut(page, `id="data">`)
	text, _, _ = strings.Cut(text, "</script>")
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	if data.Videos == nil && data.Comparisons == nil && strings.Contains(page, "<tbody>\n<tr id") {
		t.Fatalf("the page has lines, but no data: %.200s", text)
	}
	return data
}

// hostile are names of videos that a page could interpret.
var hostile = []string{
	`</script><script>document.title="broken"</script>`, `<img src=x onerror=alert(1)>`, `"quoted" & 'single'`, `{{.Title}}`, "line\nbreak", "tab\tescape\x1b[31m",
	"right\u202eto\u2066left", "שלום עולם", "🎬 film 👩‍👩‍👧", "not\xffutf8", "--force", "a&amp;b", "`$(touch broken)`", "\u2028separator", "<!--comment", "]]>",
}

// compared is a comparison of two encodes in three frames; the second encode lacks the last one,
// and its first frame is equal.
const compared = `{"format":"ffkvadrat-compare","version":1,"reference":{"path":"film.mp4","stream_index":0,"codec_name":"h264","width":64,"height":48,"pix_fmt":"yuv420p","time_base":"1/25","avg_frame_rate":"25/1"},"encodes":[{"path":"a.mp4","stream_index":0,"width":64,"height":48,"time_base":"1/25"},{"path":"b.mp4","stream_index":0,"width":64,"height":48,"time_base":"1/25"}],"analysis":{"variant":"edge-threshold","threshold":0.05,"operator":"cross","planes":"y"},"align":"start"}
{"frame_index":0,"pts":0,"pts_time":"0.000000","encode":0,"encode_frame_index":0,"encode_pts":0,"encode_pts_time":"0.000000","psnr_avg":40.000000,"psnr_y":40.000000,"ssim_all":0.990000,"ssim_y":0.990000,"iou":0.500000,"edges":10,"encode_edges":10,"common_edges":5,"lost_quads":5,"lost_pixels":5,"invented_quads":5,"invented_pixels":5}
{"frame_index":0,"pts":0,"pts_time":"0.000000","encode":1,"encode_frame_index":0,"encode_pts":0,"encode_pts_time":"0.000000","psnr_avg":null,"psnr_y":null,"ssim_all":1.000000,"ssim_y":1.000000,"iou":1.000000,"edges":10,"encode_edges":10,"common_edges":10,"lost_quads":0,"lost_pixels":0,"invented_quads":0,"invented_pixels":0}
{"frame_index":1,"pts":1,"pts_time":"0.040000","encode":0,"encode_frame_index":1,"encode_pts":1,"encode_pts_time":"0.040000","psnr_avg":30.000000,"psnr_y":30.000000,"ssim_all":0.900000,"ssim_y":0.900000,"iou":0.250000,"edges":10,"encode_edges":10,"common_edges":4,"lost_quads":6,"lost_pixels":6,"invented_quads":6,"invented_pixels":6}
{"frame_index":1,"pts":1,"pts_time":"0.040000","encode":1,"encode_frame_index":1,"encode_pts":1,"encode_pts_time":"0.040000","psnr_avg":50.000000,"psnr_y":50.000000,"ssim_all":0.999000,"ssim_y":0.999000,"iou":1.000000,"edges":10,"encode_edges":10,"common_edges":10,"lost_quads":0,"lost_pixels":0,"invented_quads":0,"invented_pixels":0}
{"frame_index":2,"pts":2,"pts_time":"0.080000","encode":0,"encode_frame_index":2,"encode_pts":2,"encode_pts_time":"0.080000","psnr_avg":40.000000,"psnr_y":40.000000,"ssim_all":0.990000,"ssim_y":0.990000,"iou":0.500000,"edges":10,"encode_edges":10,"common_edges":5,"lost_quads":5,"lost_pixels":5,"invented_quads":5,"invented_pixels":5}
{"frame_index":2,"pts":2,"pts_time":"0.080000","encode":1}
`

// comparedTable is the first encode of the same comparison in CSV, one frame late.
const comparedTable = "frame_index,pts,pts_time,encode,encode_frame_index,encode_pts,encode_pts_time,psnr_avg,psnr_y,ssim_all,ssim_y,iou,edges,encode_edges,common_edges,lost_quads,lost_pixels,invented_quads,invented_pixels\r\n" +
	"0,0,0.000000,\"a,\"\"b\"\".mp4\",1,1,0.040000,40.000000,40.000000,0.990000,0.990000,0.500000,10,10,5,5,5,5,5\r\n" +
	"1,1,0.040000,\"a,\"\"b\"\".mp4\",2,2,0.080000,inf,inf,1.000000,1.000000,1.000000,10,10,10,0,0,0,0\r\n" +
	"2,2,0.080000,\"a,\"\"b\"\".mp4\",,,,,,,,,,,,,,,\r\n"

// someSummary returns a summary with all curves that summaries have, deterministic for a seed.
func someSummary(path string, seed uint64, frames int, threshold float64) []byte {
	rnd := rand.New(rand.NewPCG(seed, 18))
	var b bytes.Buffer
	h := headerOf(path, threshold)
	h.Source.Width, h.Source.Height = 1920, 1080
	fmt.Fprintf(&b, `{"format":"ffkvadrat-summary","version":1,"source":%s,"analysis":%s,"size_fields":["size","count"],"fill":"mean","siti":"pq"}`+"\n", h.Source.AppendJSON(nil), h.Analysis.AppendJSON(nil))
	// Shots, in which every measure wanders, with occasional flashes.
	type shot struct{ quads, coverage, entropy, luma, psnr, ssim, si, ti float64 }
	var s shot
	begin := func() {
		n := 1500 * (1 + rnd.ExpFloat64())
		s = shot{n, 0.99 - 0.1*rnd.Float64(), 1.5 + rnd.Float64(), 40 + 120*rnd.Float64(), 30 + 10*rnd.Float64(), 0.9 + 0.08*rnd.Float64(), n / 60, 2 + 10*rnd.Float64()}
	}
	begin()
	for i := range frames {
		if rnd.IntN(80) == 0 {
			begin()
		}
		for _, v := range []*float64{&s.quads, &s.entropy, &s.luma, &s.psnr, &s.si, &s.ti} {
			*v *= 1 + 0.012*rnd.NormFloat64()
		}
		s.coverage = min(1, s.coverage*(1+0.001*rnd.NormFloat64()))
		s.ssim = min(0.999, s.ssim*(1+0.002*rnd.NormFloat64()))
		n := int(s.quads)
		if rnd.IntN(500) == 0 {
			n *= 3
		}
		faults := ""
		if seed%97 == 3 && i%50 == 20 {
			faults = `,"corrupt":1,"errors":2`
		}
		fmt.Fprintf(&b, `{"frame_index":%d,"pts":%d,"pts_time":"%.6f","key_frame":0,"pict_type":"P"%s,"quad_count":%d,"coverage":%.6f,"area_entropy":%.6f,"luma_mean":%.6f,"luma_p1":16,"luma_p50":90,"luma_p99":231,"psnr":%.6f,"ssim":%.6f,"si":%.6f,"ti":%.6f,"sizes":[[1,%d]]}`+"\n",
			i, i, float64(i)/25, faults, n, s.coverage, min(s.entropy, 4), s.luma, s.psnr, s.ssim, s.si, s.ti, n)
	}
	return b.Bytes()
}

// putCorpus writes a folder of summaries, with names like a catalogue's.
func putCorpus(t testing.TB, dir string, videos, frames int) {
	t.Helper()
	for i := range videos {
		name := fmt.Sprintf("season-%02d/episode-%04d_master.mov", i/100+1, i)
		threshold := 0.05
		if i%50 == 49 {
			threshold = 0.02
		}
		put(t, dir, name+".ndjson", someSummary("/media/"+name, uint64(i), frames, threshold))
	}
}
