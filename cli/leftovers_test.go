package cli

import (
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/atomicfile/atomicfiletest"
)

// TestLeftovers: every command that writes a file removes the temporary files of killed processes
// in its folder.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	const clip, clip2 = "../samples/tiny-still.png", "../samples/tiny-palette.gif"
	quads := filepath.Join(t.TempDir(), "quads.ndjson")
	if status, _, stderr := call(t, "export", "--engine", "cpu", "-o", quads, clip); status != statusDone {
		t.Fatal(stderr)
	}
	for name, args := range map[string][]string{
		"export":              {"export", clip, "--engine", "cpu", "-o", "out.json"},
		"export of a folder":  {"export", clip, clip2, "--engine", "cpu", "-o", ""},
		"tables":              {"export", clip, "--engine", "cpu", "-o", "out.parquet"},
		"render":              {"render", clip, "--engine", "cpu", "-o", "out.mkv"},
		"render to pictures":  {"render", clip, "--engine", "cpu", "-o", "out-%03d.png"},
		"render stored quads": {"render", quads, "--engine", "cpu", "-o", "out.mkv"},
		"snapshot":            {"snapshot", clip, "--engine", "cpu", "-o", "out.png"},
		"convert":             {"convert", quads, "-o", "out.csv"},
		"histogram":           {"histogram", clip, "--engine", "cpu", "-o", "out.csv"},
		"measure":             {"measure", clip, "-o", "out.csv"},
		"agreement":           {"agreement", "../samples/tiny-420.mp4", "--engine", "cpu", "-o", "out.csv"},
		"blocks":              {"blocks", "../samples/tiny-420.mp4", "-o", "out.parquet"},
		"distortion":          {"distortion", clip, "--engine", "cpu", "-o", "out.csv"},
		"shots":               {"shots", clip, "--engine", "cpu", "-o", "out.ffmeta"},
		"compare":             {"compare", clip, clip, "--engine", "cpu", "-o", "out.csv"},
		"report":              {"report", filepath.Dir(quads), "-o", "out.html"},
		"sheet":               {"sheet", clip, "--engine", "cpu", "-o", "out.png"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			left := atomicfiletest.Leave(t, filepath.Join(dir, "anything.mp4"))
			args[len(args)-1] = filepath.Join(dir, args[len(args)-1])
			status, _, stderr := call(t, args...)
			if _, err := os.Lstat(left); status != statusDone || !os.IsNotExist(err) {
				t.Errorf("status %d, %s: the temporary file: %v", status, stderr, err)
			}
		})
	}
}

// TestPlayerSweeps: at its start the player removes the temporary files of killed players in its
// folders.
func TestPlayerSweeps(t *testing.T) {
	work, state, cache := t.TempDir(), t.TempDir(), t.TempDir()
	t.Chdir(work)
	t.Setenv("XDG_STATE_HOME", state)
	t.Setenv("XDG_CACHE_HOME", cache)
	var left []string
	for _, name := range []string{
		filepath.Join(work, "film-quads.mp4"), filepath.Join(state, "ffkvadrat", "session.json"),
		filepath.Join(state, "ffkvadrat", "marks", "0.json"), filepath.Join(cache, "ffkvadrat", "programs", "0.program"),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		left = append(left, atomicfiletest.Leave(t, name))
	}
	status, _, stderr := call(t, "play", "none.mp4")
	for _, name := range left {
		if _, err := os.Lstat(name); !os.IsNotExist(err) {
			t.Errorf("status %d, %s: %s: %v", status, stderr, name, err)
		}
	}
}
