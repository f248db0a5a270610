package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExportMotion has every engine write motion, and verify compare it with the video; a frame's
// quads are the same if the export begins with that frame, in containers that seek and in others.
func TestExportMotion(t *testing.T) {
	for _, name := range []string{"tiny-420.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vp9.webm", "tiny-palette.gif", "tiny-nv12.nut", "tiny-vfr.mp4"} {
		clip := "../samples/" + name
		for _, flags := range []string{"-t 0.001 --invert", "--planes yuv -t 0.0005", "--variant points -t 1 --low 0.01"} {
			if strings.Contains(flags, "yuv") && name == "tiny-palette.gif" {
				continue // is RGB
			}
			args := append([]string{"--operator", "motion", clip}, strings.Fields(flags)...)
			var texts [2]string
			for i, engine := range []string{"cpu", "gpu"} {
				out := filepath.Join(t.TempDir(), engine+".ndjson")
				texts[i] = exportAs(t, out, append(args, "--engine", engine, "--frames", "9")...)
				if status, _, err := call(t, "verify", out, clip); status != 0 {
					t.Errorf("%s %s on the %s: %s", name, flags, engine, err)
				}
			}
			if texts[0] != texts[1] {
				t.Errorf("%s %s: the engines write other bytes", name, flags)
			}
			lines := strings.Split(strings.TrimSpace(texts[0]), "\n")[1:]
			moved := false
			for _, line := range lines[1:] {
				moved = moved || !strings.Contains(line, `"quad_count":0,`)
			}
			if !moved {
				t.Errorf("%s %s: nothing moves", name, flags)
			}
			for _, n := range []string{"1", "3", "5"} {
				rest := strings.Split(exportAs(t, filepath.Join(t.TempDir(), "rest.ndjson"), append(args, "--from", "#"+n, "--frames", "1")...), "\n")
				if len(rest) < 2 || !slices.Contains(lines, rest[1]) {
					t.Errorf("%s %s from frame %s: %.200s, not as in the whole export", name, flags, n, rest)
				}
			}
		}
	}
}

// Commands that draw one frame have the frame before it, too.
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
