package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
)

// Every form of a result is read, whatever its name is.
func TestForms(t *testing.T) {
	h := headerOf("film.mp4", 0.05)
	frames := framesOf(10, 200, 30)
	frames[2].Corrupt, frames[2].Errors = true, 3
	for _, c := range streams.Compressions() {
		for _, of := range []struct {
			name    string
			format  quadfile.Format
			summary bool
		}{
			{"ndjson", quadfile.NDJSON, false}, {"json", quadfile.JSON, false}, {"ffq", quadfile.FFQ, false},
			{"summary ndjson", quadfile.NDJSON, true}, {"summary json", quadfile.JSON, true}, {"summary csv", quadfile.CSV, true},
		} {
			t.Run(of.name+" "+c.String(), func(t *testing.T) {
				dir := t.TempDir()
				put(t, dir, "result.txt", written(t, of.summary, of.format, c, h, frames...))
				corpus := gathered(t, dir)
				if len(corpus.Videos) != 1 || len(corpus.Broken) != 0 || corpus.LeftOut != 0 {
					t.Fatalf("%d videos, %v, %d left out", len(corpus.Videos), corpus.Broken, corpus.LeftOut)
				}
				f := corpus.Videos[0]
				if f.Frames != 3 || f.Records != 3 || f.Mean() != 80 || f.total != 240 || f.curves[quads].min != 10 || f.curves[quads].max != 200 || f.Damaged != 1 || f.Errors != 3 {
					t.Errorf("%+v", f)
				}
				if got, want := f.curves[coverage].mean(false), 80./(64*48); math.Abs(got-want) > 1e-6 { // summaries have six decimals
					t.Errorf("coverage %v, want %v", got, want)
				}
				if math.Abs(f.Duration-3./25) > 1e-9 || f.Width != 64 || f.Height != 48 || f.first != 0 || f.step != 1 {
					t.Errorf("duration %v, %d×%d, from %d each %d", f.Duration, f.Width, f.Height, f.first, f.step)
				}
				if w := f.worst[mostQuads].list; len(w) != 3 || w[0].index != 1 || w[0].value != 200 || w[0].time != 0.04 {
					t.Errorf("most quads: %v", w)
				}
				if w := f.worst[largestChange].list; len(w) != 2 || w[0].index != 1 || w[0].value != 190 || w[1].value != -170 {
					t.Errorf("largest change: %v", w)
				}
				if w := f.worst[damaged].list; len(w) != 1 || w[0].index != 2 || w[0].value != 3 {
					t.Errorf("damaged: %v", w)
				}
				if !slices.Equal(f.hurt.bins, []int{2}) || f.hurt.curve.width != 1 {
					t.Errorf("damaged bins: %v of %d", f.hurt.bins, f.hurt.curve.width)
				}
				if of.summary != (f.Kind == Summary) || f.has(luma) != of.summary {
					t.Errorf("kind %v, luma %v", f.Kind, f.has(luma))
				}
				table := of.name == "summary csv"
				if words := f.Settings.Words; table != (words == "") || !table && words != "cross 0.05" {
					t.Errorf("settings %q", words)
				}
			})
		}
	}
}

// A window of cubes is a record; its frames count, and its volume.
func TestCubes(t *testing.T) {
	h := headerOf("film.mp4", 0.05)
	h.Analysis.Cube = 8
	f := framesOf(4)[0]
	f.Window, f.Starts = 6, []uint8{0, 0, 0, 0}
	dir := t.TempDir()
	put(t, dir, "cubes.ndjson", written(t, false, quadfile.NDJSON, streams.Plain, h, f))
	video := gathered(t, dir).Videos[0]
	if got := video.curves[coverage].mean(false); video.Frames != 6 || video.Records != 1 || video.Mean() != 4 || got != 4./(64*48*6) {
		t.Errorf("%d frames, %d records, %v cubes, coverage %v", video.Frames, video.Records, video.Mean(), got)
	}
	if want := "cross 0.05, cubes of 8 frames"; video.Settings.Words != want {
		t.Errorf("%q, want %q", video.Settings.Words, want)
	}
}

// Each encode of a comparison is a video; the mean of PSNR is computed from the errors, as FFmpeg
// does.
func TestComparisons(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "both.ndjson", []byte(compared))
	put(t, dir, "table.csv", []byte(comparedTable))
	c := gathered(t, dir)
	if len(c.Videos) != 0 || len(c.Comparisons) != 3 || len(c.Broken) != 0 {
		t.Fatalf("%d videos, %d comparisons, %v", len(c.Videos), len(c.Comparisons), c.Broken)
	}
	first, table, second := c.Comparisons[1], c.Comparisons[0], c.Comparisons[2]
	if first.Name != "a.mp4" || second.Name != "b.mp4" || table.Name != `a,"b".mp4` {
		t.Errorf("%q, %q, %q", first.Name, second.Name, table.Name)
	}
	if got, want := first.curves[psnr].mean(true), -10*math.Log10((1e-4+1e-3+1e-4)/3); math.Abs(got-want) > 1e-9 {
		t.Errorf("PSNR %v, want %v", got, want)
	}
	if got, want := second.curves[psnr].mean(true), -10*math.Log10(1e-5/2); math.Abs(got-want) > 1e-9 {
		t.Errorf("PSNR %v with an equal frame, want %v", got, want)
	}
	if w := first.worst[lowestPSNR].list; w[0].index != 1 || w[0].value != 30 {
		t.Errorf("lowest PSNR: %v", w)
	}
	if w := first.worst[mostLost].list; w[0].index != 1 || w[0].value != 6 {
		t.Errorf("most lost: %v", w)
	}
	if w := second.worst[missing].list; second.Missing != 1 || len(w) != 1 || w[0].index != 2 || second.Frames != 3 {
		t.Errorf("%d missing: %v", second.Missing, w)
	}
	if got, want := first.command()+" "+first.worst[mostLost].list[0].start(), "ffkvadrat play film.mp4 --beside a.mp4 --stream 0 --no-session --threshold 0.05 --operator cross --at '#1'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// The table does not name the video, so the encode is played, at its own frame.
	if got, want := table.command()+" "+table.worst[lowestPSNR].list[0].start(), `ffkvadrat play 'a,"b".mp4' --at '#1'`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A file that contains a URL with its password, as older versions wrote it, makes a page without
// the password.
func TestPasswords(t *testing.T) {
	const user, password = "somebody", "geheim"
	with := strings.NewReplacer("film.mp4", "http://"+user+":"+password+"@host/film.mp4", "a.mp4", "http://"+user+":"+password+"@host/a.mp4")
	dir := t.TempDir()
	put(t, dir, "both.ndjson", []byte(with.Replace(compared)))
	put(t, dir, "table.csv", []byte(strings.ReplaceAll(comparedTable, `"a,""b"".mp4"`, "http://"+user+":"+password+"@host/a.mp4")))
	url := with.Replace("film.mp4")
	put(t, dir, "summary.ndjson", written(t, true, quadfile.NDJSON, streams.Plain, headerOf(url, 0.05), framesOf(1)...))
	put(t, dir, "export.ndjson", written(t, false, quadfile.NDJSON, streams.Plain, headerOf(url, 0.05), framesOf(1)...))
	page := pageOf(t, dir)
	if strings.Contains(page, password) || strings.Contains(page, user) || !strings.Contains(page, "http://host/film.mp4") || !strings.Contains(page, "http://host/a.mp4") {
		t.Error("the page has the password, or not the URL")
	}
}

// A comparison has at most mostEncodes encodes, in each of its forms.
func TestMostEncodes(t *testing.T) {
	for n, says := range map[int]string{mostEncodes: "", mostEncodes + 1: "more than 1000 encodes"} {
		header, rest, _ := strings.Cut(compared, `{"path":"a.mp4"`)
		object := header + strings.Repeat(`{"path":"x.mp4","stream_index":0,"width":64,"height":48,"time_base":"1/25"},`, n-2) + `{"path":"a.mp4"` + rest
		table, _, _ := strings.Cut(comparedTable, "\r\n")
		for i := range n {
			table += fmt.Sprintf("\r\n0,0,0.000000,%d.mp4,1,1,0.040000,40,40,0.9,0.9,0.5,10,10,5,5,5,5,5", i)
		}
		for form, text := range map[string]string{"NDJSON": object, "CSV": table + "\r\n"} {
			dir := t.TempDir()
			put(t, dir, "many", []byte(text))
			c := gathered(t, dir)
			if says == "" && (len(c.Broken) != 0 || len(c.Comparisons) != n) {
				t.Errorf("%s with %d encodes: %d read, %v", form, n, len(c.Comparisons), c.Broken)
			}
			if says != "" && (len(c.Broken) != 1 || !strings.Contains(c.Broken[0].Err.Error(), says) || len(c.Comparisons) > mostEncodes) {
				t.Errorf("%s with %d encodes: %d read, %v", form, n, len(c.Comparisons), c.Broken)
			}
		}
	}
}

// Everything in a page's data is JSON: extreme numbers, infinite decibels of equal pictures, rates
// of all kinds.
func TestData(t *testing.T) {
	h := headerOf("film.mp4", 0.05)
	summary := string(written(t, true, quadfile.NDJSON, streams.Plain, h, framesOf(1)...))
	for rate, want := range map[string]any{"25/1": 25., "30000/1001": 29.97003, "2147483647/1": 2147484000., "1/2147483647": 4.656613e-10} {
		dir := t.TempDir()
		put(t, dir, "film", []byte(strings.Replace(summary, `"avg_frame_rate":"25/1"`, `"avg_frame_rate":"`+rate+`"`, 1)))
		if got := dataOf(t, pageOf(t, dir)).Videos[0]["r"]; got != want {
			t.Errorf("rate %s: %v, want %v", rate, got, want)
		}
	}
	for value, want := range map[string]any{"1000": []any{1000., 1000., 1000.}, "-1000": []any{-1000., -1000., -1000.}, "0": []any{0., 0., 0.}, "null": nil} {
		dir := t.TempDir()
		lines := strings.SplitAfter(compared, "\n")
		put(t, dir, "one", []byte(lines[0]+strings.Replace(lines[1], `"psnr_avg":40.000000`, `"psnr_avg":`+value, 1)))
		page := pageOf(t, dir)
		curve := dataOf(t, page).Comparisons[0]["c"].(map[string]any)["psnr"].(map[string]any)
		if diff := cmp.Diff(want, curve["r"]); diff != "" || (curve["e"] == 1.) != (want == nil) {
			t.Errorf("%s decibels: %v", value, curve)
		}
		if strings.Contains(page, "<td>∞</td>") != (want == nil) {
			t.Errorf("%s decibels: the table has something else", value)
		}
	}
}

// NaN is an error, and there is no page.
func TestNoData(t *testing.T) {
	for value, want := range map[float64]string{7: "7", 0.1 + 0.2: "0.3", 1e300: "1e+300", math.Inf(1): "null", math.Inf(-1): "", math.NaN(): ""} {
		if got, err := number(value).MarshalJSON(); string(got) != want || (err == nil) != (want != "") {
			t.Errorf("number %v: %s, %v", value, got, err)
		}
		if got, err := seconds(value).MarshalJSON(); (err == nil) != json.Valid(got) || math.Abs(value) > math.MaxFloat64 && err == nil {
			t.Errorf("time %v: %s, %v", value, got, err)
		}
	}
	for what, f := range map[string]*Video{"rate": {Rate: math.NaN()}, "time": {start: math.Inf(1)}} {
		var b bytes.Buffer
		c := &Corpus{Videos: []*Video{f}}
		c.group()
		if err := c.WriteHTML(&b); err == nil || !strings.Contains(err.Error(), "data") || b.Len() != 0 {
			t.Errorf("%s: %v, %d bytes", what, err, b.Len())
		}
	}
}

// The page has the same bytes each time, however many files are read concurrently, and even if it
// is in the folder.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	putCorpus(t, dir, 30, 40)
	put(t, dir, "both.ndjson", []byte(compared))
	put(t, dir, "broken.ndjson", []byte(compared[:1500]))
	out := filepath.Join(dir, "report.html")
	var first []byte
	for i, workers := range []int{1, 2, 7, 0} {
		c, err := Gather(context.Background(), Options{Folder: dir, Output: out, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := c.WriteHTML(&b); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = bytes.Clone(b.Bytes())
		}
		if !bytes.Equal(b.Bytes(), first) {
			t.Errorf("with %d workers the page is another one", workers)
		}
		put(t, dir, "report.html", b.Bytes())
	}
}

func TestCancel(t *testing.T) {
	dir := t.TempDir()
	putCorpus(t, dir, 20, 40)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Gather(ctx, Options{Folder: dir, Workers: 2, Read: func(done, of int) {
		if done == 3 {
			cancel()
		}
		if of != 20 {
			t.Errorf("%d files", of)
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzRead: any file is read without a panic, and a page can be made.
func FuzzRead(f *testing.F) {
	h := headerOf("film.mp4", 0.05)
	for _, format := range []quadfile.Format{quadfile.NDJSON, quadfile.JSON, quadfile.FFQ} {
		f.Add(written(f, false, format, streams.Plain, h, framesOf(1, 2)...))
	}
	for _, format := range []quadfile.Format{quadfile.NDJSON, quadfile.JSON, quadfile.CSV} {
		f.Add(written(f, true, format, streams.Plain, h, framesOf(1, 2)...))
	}
	f.Add([]byte(compared))
	f.Add([]byte(comparedTable))
	f.Add([]byte(strings.Replace(compared, `"psnr_avg":30.000000`, `"psnr_avg":4000`, 1)))
	f.Add([]byte(strings.Replace(compared, `"psnr_avg":30.000000`, `"psnr_avg":1000`, 1)))
	f.Add(someSummary("film.mp4", 3, 30, 0.05))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		put(t, dir, "any", data)
		var b bytes.Buffer
		if err := gathered(t, dir).WriteHTML(&b); err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(b.Bytes(), []byte("</script")); n != 2 {
			t.Errorf("%d ends of scripts", n)
		}
		dataOf(t, b.String())
	})
}

func BenchmarkReport(b *testing.B) {
	for _, videos := range []int{100, 1000} {
		dir := b.TempDir()
		putCorpus(b, dir, videos, 250)
		b.Run(fmt.Sprintf("step=gather/videos=%d", videos), func(b *testing.B) {
			for b.Loop() {
				gathered(b, dir)
			}
			b.ReportMetric(float64(videos)*250*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
		})
		b.Run(fmt.Sprintf("step=page/videos=%d", videos), func(b *testing.B) {
			c := gathered(b, dir)
			var page bytes.Buffer
			for b.Loop() {
				page.Reset()
				if err := c.WriteHTML(&page); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(page.Len()), "page-bytes")
		})
	}
}

// Impossible values are refused in summaries as NDJSON and CSV: more quads than pixels, sizes that
// do not exist or do not add up, samples above those of the format, percentiles that descend.
func TestPictures(t *testing.T) {
	data, err := os.ReadFile("../../quadfile/testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct{ Bases map[string]map[string]string }
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	const (
		sizes  = `"sizes":[[2,1],[4,1]]`
		counts = ",1.250000,0,1,1,0,"
		more   = "2,0.625000,1.250000,0,1,1,0,"
		luma   = "yuv420p,1,2,2,0.625000,1.250000,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,97.250000,16,90,231"
	)
	for _, c := range []struct{ form, old, new, says string }{
		{"ndjson", `"luma_mean":97.250000`, `"luma_mean":255.5`, "luma_mean 255.5 is more than 255, the largest sample of yuv420p"},
		{"ndjson", `"luma_p99":231`, `"luma_p99":256`, "luma_p99 256 is more than 255"},
		{"ndjson", `"luma_p99":231`, `"luma_p99":255`, ""},
		{"ndjson", `"luma_p50":90`, `"luma_p50":15`, "luma_p50 15 is less than luma_p1 16"},
		{"ndjson", `"luma_p50":90`, `"luma_p50":232`, "luma_p99 231 is less than luma_p50 232"},
		{"ndjson", `"luma_p50":90`, `"luma_p50":16`, ""},
		{"ndjson", sizes, `"sizes":7`, "sizes is a number, not an array"},
		{"ndjson", sizes, `"sizes":[[2,1]]`, "quad_count is 2, but the sizes have 1 quads"},
		{"ndjson", sizes, `"sizes":[[3,1],[4,1]]`, "sizes has the size 3, which is not a power of two"},
		{"ndjson", sizes, `"sizes":[[2,1],[2,1]]`, "the size 2 in sizes does not ascend"},
		{"ndjson", sizes, `"sizes":[[2,1],[32768,1]]`, "sizes 32768 is not between 1 and 16384"},
		{"ndjson", sizes, `"sizes":[[2,1,1],[4,1]]`, "is not a size and a number"},
		{"ndjson", sizes, `"sizes":[[2],[4,2]]`, "is not a size and a number"},
		{"ndjson", sizes, `"sizes":[[2,-1],[4,3]]`, "sizes -1 is not between 1"},
		{"ndjson", sizes, `"sizes":[[2,1],[8,1]]`, "1 quads of size 8 are more than 16 pixels hold"},
		{"ndjson", sizes, `"sizes":[[1,2]]`, ""},
		{"csv", luma, strings.Replace(luma, "231", "256", 1), "luma_p99 256 is more than 255"},
		{"csv", luma, strings.Replace(luma, "97.25", "300.25", 1), "luma_mean 300.25 is more than 255"},
		{"csv", luma, strings.NewReplacer("yuv420p", "yuv420p10le", "231", "1023").Replace(luma), ""},
		{"csv", luma, strings.NewReplacer("yuv420p", "yuv420p10le", "231", "1024").Replace(luma), "1024 is more than 1023, the largest sample of yuv420p10le"},
		{"csv", luma, strings.Replace(luma, ",16,90", ",91,90", 1), "luma_p50 90 is less than luma_p1 91"},
		{"csv", counts, ",1.250000,1,1,1,0,", "quad_count is 2, but the sizes have 3 quads"},
		{"csv", counts, ",1.250000,0,3,-1,0,", "count_4 -1 is not between 0"},
		{"csv", counts, ",1.250000,0,1,1.0,0,", `count_4 is "1.0", not a whole number`},
		{"csv", counts, ",1.250000,0,1,0,1,", "1 quads of size 8 are more than 16 pixels hold"},
		{"csv", counts, ",1.250000,2,0,0,0,", ""},
		{"csv", more, "17,0.625000,1.250000,17,0,0,0,", "quad_count 17 is more than the 16 pixels"},
		{"csv", more, "16,0.625000,1.250000,16,0,0,0,", ""},
	} {
		text := table.Bases["summary"]["summary."+c.form]
		if !strings.Contains(text, c.old) {
			t.Fatalf("%s is not there", c.old)
		}
		dir := t.TempDir()
		put(t, dir, "case", []byte(strings.Replace(text, c.old, c.new, 1)))
		got := gathered(t, dir)
		if c.says == "" && len(got.Broken) != 0 || c.says != "" && (len(got.Broken) != 1 || !strings.Contains(got.Broken[0].Err.Error(), "frame record 0: ") || !strings.Contains(got.Broken[0].Err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", c.new, got.Broken, c.says)
		}
	}
}

// TestRuleTable: of ../testdata/rules.json, which the package for Python reads, too, summaries that
// break a rule are listed with one line, and the others are read.
func TestRuleTable(t *testing.T) {
	data, err := os.ReadFile("../../quadfile/testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Bases map[string]map[string]string
		Cases []struct {
			Rule, Form, Base, Old, New string
			Accept                     bool
		}
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	dir, n := t.TempDir(), 0
	check := func(what, text string, accept bool) {
		t.Helper()
		n++
		put(t, dir, "case", []byte(text))
		c := gathered(t, dir)
		switch {
		case len(c.Broken) != 0 && (accept || strings.Contains(c.Broken[0].Err.Error(), "\n")), len(c.Broken) == 0 && (!accept || len(c.Videos) != 1):
			t.Errorf("%s: accept %v, but %v, %d videos", what, accept, c.Broken, len(c.Videos))
		}
	}
	for form, text := range table.Bases["summary"] {
		check(form, text, true)
	}
	for _, c := range table.Cases {
		if c.Base == "summary" {
			check(c.Rule+": "+c.Form+" with "+c.New+" for "+c.Old, strings.Replace(table.Bases[c.Base][c.Form], c.Old, c.New, 1), c.Accept)
		}
	}
	if n < 300 {
		t.Errorf("%d cases", n)
	}
}
