package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/pairs"
)

// TestExportMotion: every engine writes motion, and verify compares it with the video. A frame has
// the same quads if the export begins with it, in containers with and without seeking.
func TestExportMotion(t *testing.T) {
	t.Parallel()
	names := []string{"tiny-420.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vp9.webm", "tiny-palette.gif", "tiny-nv12.nut", "tiny-vfr.mp4"}
	variants := []string{"-t 0.001 --invert", "--planes yuv -t 0.0005", "--variant points -t 1 --low 0.01"}
	begins, engines := []string{"1", "3", "5"}, []string{"cpu", "gpu"}
	type list struct{ name, flags string }
	lists := map[list]string{} // the CPU's
	for c := range pairs.Cases(len(names), len(variants), len(begins), len(engines)) {
		l, begin, engine := list{names[c[0]], variants[c[1]]}, begins[c[2]], engines[c[3]]
		if strings.Contains(l.flags, "yuv") && l.name == "tiny-palette.gif" {
			continue // RGB
		}
		clip := "../samples/" + l.name
		args := append([]string{"--operator", "motion", clip}, strings.Fields(l.flags)...)
		want, ok := lists[l]
		if !ok {
			want = exportAs(t, filepath.Join(t.TempDir(), "cpu.ndjson"), append(args, "--frames", "9")...)
			lists[l] = want
			if !slices.ContainsFunc(strings.Split(strings.TrimSpace(want), "\n")[2:], func(line string) bool { return !strings.Contains(line, `"quad_count":0,`) }) {
				t.Errorf("%v: nothing moves", l)
			}
		}
		out := filepath.Join(t.TempDir(), "all.ndjson")
		if exportAs(t, out, append(args, "--engine", engine, "--frames", "9")...) != want {
			t.Errorf("%v on the %s: other bytes", l, engine)
		}
		if status, _, err := call(t, "verify", out, clip); status != 0 {
			t.Errorf("%v on the %s: %s", l, engine, err)
		}
		rest := strings.Split(exportAs(t, filepath.Join(t.TempDir(), "rest.ndjson"), append(args, "--engine", engine, "--from", "#"+begin, "--frames", "1")...), "\n")
		if len(rest) < 2 || !slices.Contains(strings.Split(want, "\n"), rest[1]) {
			t.Errorf("%v from frame %s on the %s: %.200s, not as in the whole export", l, begin, engine, rest)
		}
	}
}

// TestDrawMotion: commands that draw one frame use the frame before it.
func TestDrawMotion(t *testing.T) {
	dir := t.TempDir()
	for command, args := range map[string][]string{
		"snapshot": {"--at", "#9", "--view", "mask"},
		"sheet":    {},
		"render":   {"--view", "edges"},
	} {
		out := filepath.Join(dir, command+map[string]string{"snapshot": ".png", "sheet": ".png", "render": ".mkv"}[command])
		args = append([]string{command, "-o", out, "--operator", "motion", "-t", "0.001", "--invert"}, args...)
		if status, text, err := call(t, append(args, "../samples/tiny-420.mp4")...); status != 0 || command == "snapshot" && strings.Contains(text+err, ": 0 quads") {
			t.Errorf("%s: %s%s", command, text, err)
		}
	}
}
