package decode

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/tests/clips"
)

// output is a file that ffmpeg writes, and the arguments before its name.
type output struct {
	name string
	args []string
}

// makeEach has one ffmpeg write several files, each into a folder named by its number, and returns their paths.
func makeEach(tb testing.TB, inputs []string, outputs ...output) (paths []string) {
	tb.Helper()
	dir, args := tb.TempDir(), inputs
	for i, o := range outputs {
		path := filepath.Join(dir, strconv.Itoa(i), o.name)
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			tb.Fatal(err)
		}
		args = slices.Concat(args, o.args, []string{"-bitexact", "-y", "file:" + path})
		paths = append(paths, path)
	}
	clips.Raw(tb, append(args, "-frames:v", "1", "-f", "null")...)
	return paths
}

// libavcodec is the major version of the command line tool's library: 59 is FFmpeg
// 5.1's, 61 that of 7.
func libavcodec(tb testing.TB) int {
	tb.Helper()
	out, err := exec.Command("ffmpeg", "-version").Output()
	m := regexp.MustCompile(`(?m)^libavcodec +(\d+)\.`).FindSubmatch(out)
	if err != nil || m == nil {
		tb.Fatalf("%s: %v", out, err)
	}
	major, _ := strconv.Atoi(string(m[1]))
	return major
}
