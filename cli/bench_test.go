package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis/bench"
)

// benched returns a picture's side and a function that runs bench on it: 1024, with -short fewer
// pixels.
func benched() (side int, call func(t *testing.T, args ...string) (status int, stdout, stderr string)) {
	var other instead
	if side = 1024; testing.Short() {
		side = 64
		other.plan = func(p *bench.Plan) { p.Sizes = []bench.Size{{Name: "1024", Width: side, Height: side}} }
	}
	return side, func(t *testing.T, args ...string) (status int, stdout, stderr string) {
		return callWith(t, other, args...)
	}
}

// TestBench: the table and the JSON have a row for each content and engine, with the threads and
// the order of the flags.
func TestBench(t *testing.T) {
	side, call := benched()
	args := []string{"bench", "--runs", "3", "--sizes", "1024", "--contents", "video,full", "--engines", "reference,cpu", "../samples/tiny-420.mp4"}
	status, stdout, stderr := call(t, args...)
	if status != statusDone || !strings.Contains(stdout, "1024, video, edge cross y t=0.01") || !strings.Contains(stdout, "cpu") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	status, stdout, stderr = call(t, append(args, "--variants", "points", "--order", "lines")...)
	if status != statusDone || !strings.Contains(stdout, "1024, video, points cross y lines t=0.01") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	status, stdout, stderr = call(t, append(args, "--json", "--threads", "1")...)
	var report struct {
		Machine bench.Machine
		Rows    []bench.Record
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != statusDone {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	if report.Machine.Threads != 1 || len(report.Rows) != 4 {
		t.Errorf("%+v", report)
	}
	for i, r := range report.Rows {
		if r.Width != side || r.Runs != 3 || r.TotalNs <= 0 || r.Engine != []string{"reference", "cpu"}[i%2] {
			t.Errorf("%+v", r)
		}
	}
}

// TestBenchCubes: a window of cubes is measured with all engines or the named ones, also if the
// video has fewer frames than the window.
func TestBenchCubes(t *testing.T) {
	side, call := benched()
	args := []string{"bench", "--cube", "8", "--runs", "3", "--limit", "0s", "--sizes", "1024", "../samples/tiny-420.mp4"}
	status, stdout, stderr := call(t, args...)
	if status != statusDone || !strings.Contains(stdout, "1024, 8 frames of a window of 8, cross t=0.01: ") || !strings.Contains(stdout, "gpu-reference") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	// From its middle on, the video has fewer than 64 frames.
	status, stdout, stderr = call(t, append(args, "--cube", "64", "--engines", "reference,cpu", "--operator", "motion", "--json")...)
	var report struct {
		Machine bench.Machine
		Rows    []bench.CubeRow
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != statusDone || len(report.Rows) != 2 {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	for i, r := range report.Rows {
		if r.Width != side || r.Frames < 2 || r.Frames > 30 || r.Window != 64 || r.Runs != 3 || r.Total <= 0 || r.List <= 0 || r.Cubes == 0 || r.Quads == 0 || r.Engine != []string{"reference", "cpu"}[i] {
			t.Errorf("%+v", r)
		}
	}
}

// TestBenchErrors: contradictory arguments are refused by name.
func TestBenchErrors(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"size":      {[]string{"--sizes", "9k"}, "9k"},
		"content":   {[]string{"--contents", "fog"}, "fog"},
		"engine":    {[]string{"--engines", "tpu"}, "tpu"},
		"variant":   {[]string{"--variants", "hex"}, "hex"},
		"threshold": {[]string{"--thresholds", "5"}, "threshold 5"},
		"planes":    {[]string{"--operator", "luma", "--planes", "yuv"}, "reads one plane"},
		"limit":     {[]string{"--limit=-1s"}, "-1s is negative"},
		"file":      {[]string{"--contents", "full", "../samples/tiny-420.mp4"}, "content video"},
		"runs":      {[]string{"--runs", "2"}, "2 is less"},
		"threads":   {[]string{"--threads", "-1"}, "-1"},

		"cube":          {[]string{"--cube", "12"}, "not of 12"},
		"cube variants": {[]string{"--cube", "8", "--variants", "points"}, "--variants does not go with --cube"},
		"cube classes":  {[]string{"--cube", "8", "--classes", "2"}, "--classes does not go with --cube"},
		"cube contents": {[]string{"--cube", "8", "--contents", "noise"}, "--contents does not go with --cube"},
		"cube paper":    {[]string{"--cube", "8", "--paper"}, "--paper does not go with --cube"},
		"cube all":      {[]string{"--cube", "8", "--all"}, "--all does not go with --cube"},
		"cube engine":   {[]string{"--cube", "8", "--engines", "gpu-merged"}, "gpu-merged"},
		"cube numbers":  {[]string{"--cube", "8", "--thresholds", "0.1,0.2"}, "--cube measures one"},
		"cube scale":    {[]string{"--cube", "8", "--thresholds", "5"}, "threshold 5"},

		"papers' engines":    {[]string{"--paper", "--engines", "cpu"}, "--engines does not go with --paper"},
		"papers' variants":   {[]string{"--paper", "--variants", "edge"}, "--variants does not go with --paper"},
		"papers' operator":   {[]string{"--paper", "--operator", "sobel"}, "--operator does not go with --paper"},
		"papers' planes":     {[]string{"--paper", "--planes", "yuv"}, "--planes does not go with --paper"},
		"papers' low":        {[]string{"--paper", "--low", "0.1"}, "--low does not go with --paper"},
		"papers' features":   {[]string{"--paper", "--features", "yuv"}, "--features does not go with --paper"},
		"papers' colour":     {[]string{"--paper", "--colour", "#102030"}, "--colour does not go with --paper"},
		"papers' contents":   {[]string{"--paper", "--contents", "noise"}, "--contents does not go with --paper"},
		"papers' thresholds": {[]string{"--paper", "--thresholds", "0.1"}, "--thresholds does not go with --paper"},
		"papers' all":        {[]string{"--paper", "--all"}, "--all does not go with --paper"},
		"papers' sizes":      {[]string{"--paper", "--sizes", "1080p"}, "the papers have 1024, 2048 and 4096"},
		"papers' runs":       {[]string{"--paper", "--runs", "2"}, "2 is less"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, stderr := call(t, append([]string{"bench"}, c.args...)...)
			if status != statusUsage || !strings.Contains(stderr, c.says) {
				t.Errorf("status %d, %q", status, stderr)
			}
		})
	}
}

// TestBenchPaper: the papers' tables as text with the drawn points, and as JSON from a file. With
// -short the figures are made up instead of measured.
func TestBenchPaper(t *testing.T) {
	var other instead
	if testing.Short() {
		other.papers = madeUp
	}
	args := []string{"bench", "--paper", "--sizes", "1024", "--runs", "3", "--limit", "0s"}
	status, stdout, stderr := callWith(t, other, args...)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, want := range []string{
		"surface of a sphere", "Table 4, point list creation\nGPU Point List Generation through Histogram Pyramids, 2006, section 8; NVIDIA Quadro FX Go 1400",
		"On-the-fly Point Clouds", "RealTime QuadTree Analysis using HistoPyramids, 2007", "points   2130  2120", "not exact here", "12.4 ms",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	status, stdout, stderr = callWith(t, other, append(args, "--json", "../samples/tiny-420.mp4")...)
	var report struct {
		Machine  bench.Machine
		Pictures string
		Rows     []bench.PaperRecord
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != statusDone {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	if report.Machine.Renderer == "" || !strings.Contains(report.Pictures, "pixels of the video with D ≥ 0.22") {
		t.Errorf("%+v, %q", report.Machine, report.Pictures)
	}
	for _, r := range report.Rows {
		if r.Size != 1024 && r.Bins == 0 || len(r.Papers) == 0 || r.Here == 0 && r.Note == "" && r.Line != "points" && r.Line != "resulting quads" {
			t.Errorf("%+v", r)
		}
	}
}

// madeUp returns a plan's rows with size 1024.
func madeUp(_ context.Context, plan *bench.PaperPlan) (rows []bench.PaperRow, err error) {
	if plan.Video == nil || plan.Runs != 3 || plan.Limit != 0 || !slices.Equal(plan.Sizes, []int{1024}) {
		return nil, fmt.Errorf("another plan: %+v", plan)
	}
	for _, table := range bench.PaperTables() {
		for _, line := range table.Lines {
			for i, column := range table.Columns {
				if column.Size != 1024 {
					continue
				}
				row := bench.PaperRow{Table: &table, Label: line.Label, Column: column, Runs: plan.Runs, Time: time.Millisecond}
				if i < len(line.Figures) {
					row.Figure = line.Figures[i]
				}
				switch {
				case line.Label == "points" || line.Label == "resulting quads":
					row.Count, row.Time = 2120, 0
				case len(rows) == 1:
					row.Note, row.Time = "not exact here", 0
				}
				rows = append(rows, row)
			}
		}
	}
	return rows, nil
}

// TestBenchCuts: a measured window ends before a cut, unless cuts are ignored.
func TestBenchCuts(t *testing.T) {
	// The video's middle, by the container's duration, is three frames before a cut, on the border
	// of two frames. Versions of FFmpeg round the duration differently, so either frame can be the
	// first.
	_, call := benched()
	video := shots(t)
	for flags, frames := range map[string]string{"": "[34]", "--no-cuts": "32"} {
		args := append([]string{"bench", "--json", "--cube", "32", "--engines", "cpu", "--runs", "3", "--sizes", "1024"}, strings.Fields(flags)...)
		status, stdout, stderr := call(t, append(args, video)...)
		if want := regexp.MustCompile(`"frames": ` + frames + `,`); status != statusDone || !want.MatchString(stdout) {
			t.Errorf("%s: status %d, %s%s, want %s", flags, status, stdout, stderr, want)
		}
	}
	if status, _, stderr := call(t, "bench", "--no-cuts", video); status != statusUsage || !strings.Contains(stderr, "--no-cuts needs --cube") {
		t.Errorf("status %d, %q", status, stderr)
	}
}
