package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"ffkvadrat/analysis/bench"
)

func TestBench(t *testing.T) {
	args := []string{"bench", "--runs", "3", "--sizes", "1024", "--contents", "video,full", "--engines", "reference,cpu", "../samples/tiny-420.mp4"}
	status, stdout, stderr := call(t, args...)
	if status != statusDone || !strings.Contains(stdout, "1024, video, edge cross y t=0.01") || !strings.Contains(stdout, "cpu") {
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
		if r.Width != 1024 || r.Runs != 3 || r.TotalNs <= 0 || r.Engine != []string{"reference", "cpu"}[i%2] {
			t.Errorf("%+v", r)
		}
	}
}

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
		"none":      {[]string{"--engines", ""}, "nothing to measure"},
		"file":      {[]string{"--contents", "full", "../samples/tiny-420.mp4"}, "content video"},
		"runs":      {[]string{"--runs", "2"}, "2 is less"},
		"threads":   {[]string{"--threads", "-1"}, "-1"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, stderr := call(t, append([]string{"bench"}, c.args...)...)
			if status != statusUsage || !strings.Contains(stderr, c.says) {
				t.Errorf("status %d, %q", status, stderr)
			}
		})
	}
}
