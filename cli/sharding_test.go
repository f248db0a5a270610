package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestShards: all shards of exports and of renderings together make what one run makes. A shard
// without a video says so and succeeds.
func TestShards(t *testing.T) {
	dir := clitest.VideoFolder(t, map[string]string{"b.gif": "tiny-palette.gif", "c.png": "tiny-still.png"})
	for _, command := range []string{"export", "render"} {
		t.Run(command, func(t *testing.T) {
			whole := filepath.Join(t.TempDir(), "whole")
			flags := []string{command, "--engine", "cpu", dir, "-o"}
			if status, _, stderr := call(t, append(flags, whole)...); status != statusDone {
				t.Fatalf("status %d, %s", status, stderr)
			}
			out, none := filepath.Join(t.TempDir(), "out"), 0
			const n = 7 // more than videos
			for i := 1; i <= n; i++ {
				status, _, stderr := call(t, append(flags, out, "--shard", fmt.Sprintf("%d/%d", i, n))...)
				if status != statusDone {
					t.Errorf("shard %d: status %d, %s", i, status, stderr)
				}
				if strings.Contains(stderr, fmt.Sprintf("%s: none of 5 files is in shard %d/%d", out, i, n)) {
					none++
				}
			}
			if none < n-5 || none == n {
				t.Errorf("%d shards have no video", none)
			}
			for _, name := range strings.Fields("a.mp4 b.gif c.png sub/a.mp4") {
				name += map[string]string{"export": ".ndjson", "render": ".mkv"}[command]
				want, err := os.ReadFile(filepath.Join(whole, name))
				got, err2 := os.ReadFile(filepath.Join(out, name))
				if err != nil || err2 != nil || string(got) != string(want) {
					t.Errorf("%s: other bytes, %v, %v", name, err, err2)
				}
			}
		})
	}
}

// TestShardArguments: impossible shards are refused with a reason.
func TestShardArguments(t *testing.T) {
	dir := clitest.VideoFolder(t, nil)
	clip, out := filepath.Join(dir, "a.mp4"), filepath.Join(t.TempDir(), "out")
	for _, command := range []string{"export", "render"} {
		for name, c := range map[string]struct {
			args []string
			says string
		}{
			"one file":   {[]string{clip, "-o", "x.mkv", "--shard", "1/2"}, "--shard is for several files"},
			"no number":  {[]string{dir, "-o", out, "--shard", "first"}, `"first" is not a shard such as 3/8`},
			"from zero":  {[]string{dir, "-o", out, "--shard", "0/2"}, `"0/2" is not a shard such as 3/8`},
			"beyond all": {[]string{dir, "-o", out, "--shard", "3/2"}, `"3/2" is not a shard such as 3/8`},
			"nothing":    {[]string{dir, "-o", out, "--shard"}, "--shard"},
		} {
			t.Run(command+"/"+name, func(t *testing.T) {
				status, _, stderr := call(t, append([]string{command, "--engine", "cpu"}, c.args...)...)
				if status != statusUsage || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
					t.Errorf("status %d, %q; want %q", status, stderr, c.says)
				}
			})
		}
	}
}
