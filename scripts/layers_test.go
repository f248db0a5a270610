package scripts_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestLayers: what holds data or computes on the CPU links no OpenGL, and
// without FFmpeg's packages no C at all. What puts these on a GPU stands beside them. What
// plays has no window; what draws has neither window nor video.
func TestLayers(t *testing.T) {
	for _, c := range []struct {
		never    string // the beginning of a path; behind C: that of a package with C
		packages string
	}{
		{"github.com/go-gl/", "decode decode/describe gpu/cuda yuv yuv/distortion yuv/elementary edge quadpyramid quadpyramid/ocpyramid feature analysis analysis/reconstruction analysis/response analysis/partition analysis/partition/agreement analysis/levels analysis/shots analysis/siti overlay overlay/cloud " +
			"quadfile pipeline/batch pipeline pipeline/quads analysis/regions pipeline/render measure/report pipeline/verify player/beside player/browser player/command player/feed player/lesson player/playback player/plot player/session player/survey player/views"},
		{"C:", "yuv yuv/distortion yuv/elementary edge quadpyramid quadpyramid/ocpyramid feature analysis analysis/partition analysis/partition/agreement analysis/reconstruction analysis/response analysis/siti overlay overlay/cloud quadfile analysis/regions measure/report analysis/partition/trace player/lesson player/session player/views"},
		{"github.com/nats-io/", "quadfile pipeline/batch pipeline pipeline/quads analysis/regions pipeline/render quadfile/stored pipeline/verify player/playlist player/survey"}, // only the command line joins a queue
		{"github.com/go-gl/glfw", "player/panel player/probe player/scene"}, // the window is the player's alone
		{"ffkvadrat/player/playback", "player/panel player/probe player/scene"},
	} {
		for name := range strings.FieldsSeq(c.packages) {
			cmd := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}}{{if and .CgoFiles (not .Standard)}} C:{{.ImportPath}}{{end}}", "./"+name) // Go's own net may have C
			cmd.Dir = ".."
			list, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, list)
			}
			for path := range strings.FieldsSeq(string(list)) {
				if strings.HasPrefix(path, c.never) {
					t.Errorf("%s links %s", name, path)
				}
			}
		}
	}
}
