package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// TestAutomaticThreshold: --quads auto takes the threshold of frames all over the video that are not
// blank, whatever frames are selected, and prints it, in every command.
func TestAutomaticThreshold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	dark := clips.Make(t, "dark.mkv", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=10:duration=1", "-vf", "drawbox=c=black:t=fill:enable='lt(n,4)'", "-c:v", "ffv1")
	clip := filepath.Join("..", "samples", "tiny-420.mp4")
	for _, o := range []edge.Operator{edge.Cross, edge.Laplace} {
		whole, err := pipeline.Automatic(t.Context(), clip, decode.Best, analysis.Params{Operator: o})
		if err != nil {
			t.Fatal(err)
		}
		params := whole.Find(analysis.Params{Operator: o})
		says := "threshold " + shortest(params.Threshold) + " (--quads auto)\n"
		shot := fmt.Sprintf("at threshold %.4f\n", params.Threshold)
		for command, out := range map[string]string{"export": "a.ndjson", "render": "a.mkv", "sheet": "a.png", "snapshot": "b.png"} {
			status, _, stderr := call(t, command, "--engine", "cpu", "--operator", o.String(), "--quads", "auto", "--force", "-o", filepath.Join(dir, out), clip)
			if status != statusDone || !strings.HasSuffix(stderr, map[bool]string{true: shot, false: says}[command == "snapshot"]) {
				t.Errorf("%s: status %d, %s, want %s", command, status, stderr, says)
			}
		}
		doc, err := quadfile.Read(strings.NewReader(exportAs(t, filepath.Join(dir, "c.ndjson"), "--force", "--operator", o.String(), "--quads", "auto", clip)))
		if err != nil || doc.Header.Analysis.Threshold != params.Threshold {
			t.Errorf("%v: %+v, want %v, %v", o, doc.Header.Analysis, params.Threshold, err)
		}
	}
	threshold := func(args ...string) float64 {
		t.Helper()
		doc, err := quadfile.Read(strings.NewReader(exportAs(t, filepath.Join(dir, "d.ndjson"), append(args, "--force", "--quads", "auto", dark)...)))
		if err != nil {
			t.Fatal(err)
		}
		return doc.Header.Analysis.Threshold
	}
	first := threshold()
	if first == analysis.DefaultThreshold || first != threshold("--to", "#2") || first != threshold("--from", "#7") {
		t.Errorf("black at first: %v, %v of the beginning, %v of the end", first, threshold("--to", "#2"), threshold("--from", "#7"))
	}
	if got := threshold("--template", "10,10,8,8@#5"); got != 0.05 {
		t.Errorf("nearness to a template: %v", got)
	}
	for _, flags := range []string{"--quads auto --each", "--quads auto -t 0.1", "--quads auto --classes 0,0.1,1", "--quads some", "--quads 0"} {
		if status, _, stderr := call(t, append([]string{"export", "-o", "-", clip}, strings.Fields(flags)...)...); status != statusUsage {
			t.Errorf("%s: status %d, %s", flags, status, stderr)
		}
	}
}

// TestThresholdIsSaid: export and render print the threshold if the arguments leave it open.
func TestThresholdIsSaid(t *testing.T) {
	dir, clip := t.TempDir(), filepath.Join("..", "samples", "tiny-420.mp4")
	const usual = "threshold 0.01 (default); --quads auto takes the player's\n"
	for _, c := range []struct{ args, says string }{
		{"export -o a.ndjson", usual},
		{"export -o -", usual},
		{"export -o folder/", usual},
		{"export --operator luma -o b.ndjson", "threshold 0.5 (default); --quads auto takes the player's\n"},
		{"export --template 10,10,8,8@#0 -o c.ndjson", "threshold 0.05 (default)\n"},
		{"export -t 0.01 -o d.ndjson", ""},
		{"export --quads 100 -o e.ndjson", ""},
		{"export --classes 0,0.1,1 -o f.ndjson", ""},
		{"render --frames 2 -o a.mkv", usual},
		{"render --frames 2 --clean -o b.mkv", ""},
	} {
		args := strings.Fields(c.args)
		if out := &args[len(args)-1]; *out != "-" {
			*out = dir + "/" + *out
		}
		status, _, stderr := call(t, append(args, "--engine", "cpu", clip)...)
		if status != statusDone || !strings.HasSuffix(stderr, c.says) || strings.Contains(stderr, "(default)") != (c.says != "") || strings.Count(stderr, "(default)") > 1 {
			t.Errorf("%s: status %d, %s, want %s", c.args, status, stderr, c.says)
		}
	}
}
