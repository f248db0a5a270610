package compare_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/measure/compare"
	"ffkvadrat/pipeline"
)

// logged returns a function that reads numbers from the lines of the log of FFmpeg's filters psnr
// and ssim.
func logged(number string) func(io.Reader) func() (float64, error) {
	pattern := regexp.MustCompile(number + `:(\S+)`)
	return func(r io.Reader) func() (float64, error) {
		lines := bufio.NewScanner(r)
		return func() (float64, error) {
			if !lines.Scan() {
				return 0, io.EOF
			}
			return strconv.ParseFloat(pattern.FindStringSubmatch(lines.Text())[1], 64)
		}
	}
}

// TestScores replaces libvmaf by the filters psnr and ssim, which also have two inputs and write a
// log: the scores must be our own PSNR and SSIM.
func TestScores(t *testing.T) {
	for name, c := range map[string]struct {
		reference, encode []string
		scale             bool
		selection         pipeline.Selection
	}{
		"4:2:0":          {[]string{"-vf", "scale=128:72"}, []string{"-vf", "boxblur=2"}, false, pipeline.Selection{}},
		"odd sides":      {[]string{"-vf", "scale=99:51"}, []string{"-vf", "boxblur=2"}, false, pipeline.Selection{}},
		"4:2:2, 10 bits": {[]string{"-vf", "scale=64:40", "-pix_fmt", "yuv422p10le"}, []string{"-vf", "boxblur=2"}, false, pipeline.Selection{}},
		"4:4:4":          {[]string{"-vf", "scale=67:45", "-pix_fmt", "yuv444p"}, []string{"-vf", "boxblur=2"}, false, pipeline.Selection{}},
		"gray":           {[]string{"-vf", "scale=67:45", "-pix_fmt", "gray"}, []string{"-vf", "boxblur=2"}, false, pipeline.Selection{}},
		"scaled":         {nil, []string{"-vf", "scale=64:36"}, true, pipeline.Selection{}},
		"fewer":          {nil, []string{"-vf", `boxblur=2,select=not(between(n\,3\,4))`, "-fps_mode", "vfr"}, false, pipeline.Selection{}},
		"none":           {nil, []string{"-vf", `boxblur=2`, "-frames:v", "2"}, false, pipeline.Selection{From: decode.Position{Index: 5}}},
		"a part":         {nil, []string{"-vf", "boxblur=2"}, false, pipeline.Selection{From: decode.Position{Index: 2}, Every: 3}},
		"the same":       {nil, nil, false, pipeline.Selection{}},
	} {
		reference := video(t, "a reference.mkv", sample, append(c.reference, "-frames:v", "9", "-c:v", "ffv1")...)
		encode := video(t, "encode.mkv", reference, append(c.encode, "-c:v", "ffv1")...)
		for _, stand := range []struct{ filter, number, column string }{{"psnr", "psnr_avg", "psnr_avg"}, {"ssim", "All", "ssim_all"}} {
			restore := compare.SetVMAF(stand.filter, "stats_file", "", logged(stand.number))
			report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode, reference}, Params: edges, Scale: c.scale, Selection: c.selection, VMAF: true})
			restore()
			sum, found := 0., 0
			for n, row := range rows {
				digits := 6
				if stand.filter == "psnr" {
					digits = 2
				}
				want := row[stand.column]
				if want != "" {
					want = rounded(t, want, digits)
				}
				got := strings.ToLower(strings.TrimPrefix(row["vmaf"], "+"))
				if got != "" {
					got = rounded(t, got, digits)
				}
				if got != want {
					t.Errorf("%s, %s, row %d: %q, want %q", stand.filter, name, n, got, want)
				}
				if row["psnr_avg"] != "" && n%2 == 0 {
					v, _ := strconv.ParseFloat(row["vmaf"], 64)
					sum, found = sum+v, found+1
				}
			}
			if found > 0 {
				if mean := report.Encodes[0].Means.VMAF; fmt.Sprintf("%.6f", mean) != fmt.Sprintf("%.6f", sum/float64(found)) {
					t.Errorf("%s, %s: the mean is %f, want %f", stand.filter, name, mean, sum/float64(found))
				}
			}
		}
	}
}

// TestScoresOfForms: rows have everything that they have without scores, in both forms, also where
// an encode is damaged and starts again.
func TestScoresOfForms(t *testing.T) {
	defer compare.SetVMAF("ssim", "stats_file", "", logged("All"))()
	t.Setenv("TMPDIR", t.TempDir())
	reference := video(t, "reference.mp4", sample, "-frames:v", "20", "-c:v", "libx264", "-g", "5")
	data, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	clear(data[bytes.Index(data, []byte("mdat"))+len(data)/3:][:300])
	damaged := filepath.Join(t.TempDir(), "damaged, and\nmore.mp4")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, form := range []compare.Form{compare.CSV, compare.NDJSON} {
		var texts [2]bytes.Buffer
		for i := range texts {
			o := compare.Options{Reference: reference, Encodes: []string{damaged, reference}, Stream: decode.Best, Params: edges, Form: form, Quads: form == compare.NDJSON, Out: filepath.Join(t.TempDir(), "x"), VMAF: i == 1}
			if _, err := compare.Run(t.Context(), o, nil); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			texts[i].Write(text)
		}
		cut := regexp.MustCompile(`,vmaf\r|,"vmaf":[^}]*|,[^,\r]*(\r)`)
		plain, scored := texts[0].String(), texts[1].String()
		if form == compare.CSV {
			scored = cut.ReplaceAllStringFunc(scored, func(s string) string { return "\r" })
		} else {
			if n := strings.Count(scored, `,"vmaf":`); n != 40 {
				t.Errorf("%d rows with scores", n)
			}
			for line := range strings.Lines(scored) {
				if !json.Valid([]byte(line)) {
					t.Errorf("no JSON: %s", line)
				}
			}
			scored = cut.ReplaceAllString(scored, "")
		}
		if plain != scored {
			t.Errorf("%v: without scores it is\n%s\nwith them\n%s", form, plain, scored)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v is left", err, left)
	}
}

// TestScoresRefused: the errors of the filter have its name.
func TestScoresRefused(t *testing.T) {
	o := compare.Options{Reference: sample, Encodes: []string{sample}, Stream: decode.Best, Params: analysis.Params{Threshold: 0.01, Operator: edge.Cross}, VMAF: true, To: io.Discard}
	defer compare.SetVMAF("libnothing", "", "", nil)()
	if _, err := compare.Run(t.Context(), o, nil); err == nil || err.Error() != "compare: this FFmpeg has no libnothing" {
		t.Errorf("without the filter: %v", err)
	}
	defer compare.SetVMAF("displace", "", "", nil)() // it has no option of that name
	if _, err := compare.Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "displace does not take pictures of 160×90 yuv420p") {
		t.Errorf("a filter that is none for it: %v", err)
	}
	defer compare.SetVMAF("psnr", "stats_file", "", func(io.Reader) func() (float64, error) {
		return func() (float64, error) { return 0, io.EOF }
	})()
	if _, err := compare.Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "read the log of psnr") {
		t.Errorf("a short log: %v", err)
	}
}

// TestLog reads the log as libvmaf 2 writes it.
func TestLog(t *testing.T) {
	for text, want := range map[string][]float64{
		"Frame,integer_adm2,integer_motion2,vmaf,\n0,0.991234,0.000000,97.427943,\n1,0.981111,3.100000,93.500000,\n": {97.427943, 93.5},
		"Frame,vmaf,integer_adm2,\n0,12.000000,0.5,\n":                                                               {12},
		"":                                      nil,
		"Frame,integer_adm2,\n0,0.5,\n":         nil,
		"Frame,integer_adm2,vmaf,\n0,0.5\n":     nil,
		"Frame,integer_adm2,vmaf,\n0,0.5,nan\n": nil,
		"Frame,integer_adm2,vmaf,\n0,0.5,x,\n":  nil,
	} {
		next := compare.VMAFScores(strings.NewReader(text))
		var got []float64
		var err error
		for {
			var v float64
			if v, err = next(); err != nil {
				break
			}
			got = append(got, v)
		}
		if !slices.Equal(got, want) || (err == io.EOF) != (len(want) > 0 || text == "") {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
