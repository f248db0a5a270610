// Package scripts_test tests the scripts of the Makefile, and which packages may link what.
package scripts_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestModuleFilesAgree: the module files differ only in go-astiav.
func TestModuleFilesAgree(t *testing.T) {
	astiav := regexp.MustCompile(`(?m)^(.*github\.com/asticode/go-astiav) .*\n`)
	for _, kind := range []string{"mod", "sum"} {
		want := without(t, astiav, "../go."+kind)
		for _, name := range []string{"../go.ff7." + kind, "../go.ff8." + kind} {
			if got := without(t, astiav, name); got != want {
				t.Errorf("%s and go.%s differ in more than go-astiav", name, kind)
			}
		}
	}
}

// without returns a file without the lines that match; at least one must.
func without(t *testing.T, lines *regexp.Regexp, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !lines.Match(data) {
		t.Fatalf("%s does not name go-astiav", name)
	}
	return lines.ReplaceAllString(string(data), "")
}

func TestFFmpegVersions(t *testing.T) {
	for _, c := range []struct{ version, says, modules, flag string }{
		{"59.37.100", "FFmpeg 5.1", "", ""},
		{"60.3.100", "FFmpeg 6", "", "-DAV_CODEC_FLAG_TRUNCATED=0"},
		{"60.31.102", "FFmpeg 6", "", "-DAV_CODEC_FLAG_TRUNCATED=0"},
		{"61.19.101", "FFmpeg 7", "go.ff7.mod", ""},
		{"62.11.100", "FFmpeg 8", "go.ff8.mod", ""},
		{"63.1.102", "FFmpeg 9", "go.ff8.mod", "-DAV_CODEC_ID_V308=0"},
		{"64.0.100", "FFmpeg newer than 9, the newest that was tried", "go.ff8.mod", "-DAV_CODEC_ID_V308=0"},
	} {
		says, err := ffmpeg(t, c.version)
		if err != nil || !strings.HasPrefix(says, c.says+" (libavcodec "+c.version+"), ") || strings.Count(says, "\n") != 1 {
			t.Errorf("%s: %q, %v", c.version, says, err)
		}
		env, err := ffmpeg(t, c.version, "../scripts/ffmpeg", "sh", "-c", `echo "$GOFLAGS|$CGO_CFLAGS"`)
		goflags, cflags, _ := strings.Cut(env, "|")
		if err != nil || strings.Count(goflags, "-modfile=") != min(1, len(c.modules)) || !strings.Contains(goflags, c.modules) {
			t.Errorf("%s: GOFLAGS %q, %v", c.version, goflags, err)
		}
		if strings.Count(cflags, "=0 ")+strings.Count(cflags, "=0\n") != map[bool]int{true: 3}[c.flag != ""] || !strings.Contains(cflags, c.flag) {
			t.Errorf("%s: CGO_CFLAGS %q", c.version, cflags)
		}
	}
	for _, version := range []string{"58.134.100", "59.18.100", ""} {
		if says, err := ffmpeg(t, version, "true"); err == nil || strings.Count(says, "\n") != 1 {
			t.Errorf("%q: %q, %v", version, says, err)
		}
	}
}

// ffmpeg runs the script with a pkg-config that knows a version of libavcodec, or none.
func ffmpeg(t *testing.T, version string, args ...string) (string, error) {
	t.Helper()
	folder := t.TempDir()
	// Implements pkg-config's --modversion and --atleast-version=59.37.
	script := fmt.Sprintf(`#!/bin/sh
version='%s'
[ "$version" ] || exit 1
case $1 in
--modversion) echo "$version" ;;
*) [ "$(printf '%%s\n' 59.37 "$version" | sort -V | head -n 1)" = 59.37 ] ;;
esac
`, version)
	if err := os.WriteFile(filepath.Join(folder, "pkg-config"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("./ffmpeg", args...)
	cmd.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "GOFLAGS=", "CGO_CFLAGS=-O2")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
