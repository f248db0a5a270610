package scripts_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var (
	floorRow = regexp.MustCompile(`(?m)^\| \d+ \| (.*) \|$`)
	quoted   = regexp.MustCompile("`(.*?)`")
)

// TestFloors: each package imports only packages of lower floors, by the table in the page on
// architecture, and of its own folder.
func TestFloors(t *testing.T) {
	page, err := os.ReadFile("../docs/explanation/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	floors := map[string]int{}
	for i, row := range floorRow.FindAllStringSubmatch(string(page), -1) {
		for _, folder := range quoted.FindAllStringSubmatch(row[1], -1) {
			floors[folder[1]] = i
		}
	}
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	cmd.Dir = ".."
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		paths := strings.Fields(line)
		from, ok := folderOf(paths[0])
		if _, has := floors[from]; !ok || !has {
			t.Errorf("%s is on no floor", paths[0])
		}
		for _, path := range paths[1:] {
			to, ok := folderOf(path)
			if ok && to != from && floors[to] >= floors[from] {
				t.Errorf("%s imports %s, which is on no lower floor", paths[0], path)
			}
		}
	}
}

// folderOf returns the folder of a package at the top of the repository; ok is false for a
// package from elsewhere.
func folderOf(path string) (folder string, ok bool) {
	if path == "ffkvadrat" {
		return "main.go", true
	}
	path, ok = strings.CutPrefix(path, "ffkvadrat/")
	folder, _, _ = strings.Cut(path, "/")
	return folder, ok
}

// TestLayers: packages of data and of CPU code link no OpenGL and, except FFmpeg's, no C. Packages
// for playback link no window, packages for drawing neither window nor video.
func TestLayers(t *testing.T) {
	for _, c := range []struct {
		never    string // prefix of a path; after C: that of a package with C
		packages string
	}{
		{"github.com/go-gl/", "decode decode/describe gpu/cuda yuv yuv/distortion yuv/elementary edge quadpyramid quadpyramid/ocpyramid feature analysis analysis/reconstruction analysis/response analysis/partition analysis/partition/agreement analysis/levels analysis/shots analysis/siti overlay overlay/cloud " +
			"quadfile pipeline/batch pipeline pipeline/quads analysis/regions pipeline/render pipeline/still measure/align measure/report pipeline/verify player/worker player/browser player/command playback/feed player/lesson playback player/plot player/session player/timeline measure/survey overlay/views"},
		{"C:", "bitstream/av1 bitstream/hevc bitstream/nal decode/parsing decode/rawvideo yuv yuv/distortion yuv/elementary edge quadpyramid quadpyramid/ocpyramid feature analysis analysis/partition analysis/partition/agreement analysis/reconstruction analysis/response analysis/siti overlay overlay/cloud quadfile analysis/regions measure/align measure/report analysis/partition/trace player/lesson player/session overlay/views"},
		{"github.com/nats-io/", "quadfile pipeline/batch pipeline pipeline/quads analysis/regions pipeline/render quadfile/stored pipeline/verify playback/playlist measure/survey"}, // only the command line joins a queue
		{"github.com/go-gl/glfw", "player/panel player/probe player/scene"}, // only the player has a window
		{"ffkvadrat/playback/feed", "player/panel player/probe player/scene"},
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
