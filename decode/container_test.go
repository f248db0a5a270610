package decode

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/asticode/go-astiav"

	"ffkvadrat/tests/clips"
)

// TestContainersAreDecided fails for a demuxer of this FFmpeg that is in neither list, or in two.
func TestContainersAreDecided(t *testing.T) {
	astiav.RegisterAllDevices()
	all := Containers()
	if len(all) < 200 {
		t.Fatalf("FFmpeg has %d demuxers", len(all))
	}
	for _, c := range all {
		if why, decided := leftOutBecause(c.Name); !decided || why != c.LeftOut {
			t.Errorf("%v is neither in containers nor in leftOut", c)
		}
	}
	names := slices.Clone(containers)
	for _, group := range leftOut {
		names = append(names, strings.Fields(group.names)...)
	}
	slices.Sort(names)
	for i, name := range names[1:] {
		if name == names[i] {
			t.Errorf("%s is listed twice", name)
		}
	}
}

// TestRecognise checks the containers that FFmpeg detects from the first bytes of files.
func TestRecognise(t *testing.T) {
	video, err := os.ReadFile(smallVideo(t, "v.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		head []byte
		want string
	}{
		{video[:512], "mov,mp4,m4a,3gp,3g2,mj2 (QuickTime / MOV)"},
		{[]byte("ffconcat version 1.0\nfile v.mp4\n"), "concat (Virtual concatenation script)"},
		{[]byte("plain text\n"), ""},
		{nil, ""},
	} {
		got, ok := Recognise(c.head)
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("%.20q: %v, %v, want %s", c.head, got, ok, c.want)
		}
	}
}

// TestLateContainers opens files of containers that were added late, if the ffmpeg command writes them.
func TestLateContainers(t *testing.T) {
	for _, c := range []struct {
		container, name, args string
		frames                int
	}{
		{"fits", "a.fits", "-pix_fmt gray -f fits", 10},
		{"alias_pix", "a.pix", "-frames:v 1 -f image2", 1},
		{"ico", "a.ico", "-frames:v 1", 1},
	} {
		v := open(t, clips.Make(t, c.name, append(strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=10:duration=1"), strings.Fields(c.args)...)...))
		n := 0
		for f := next(t, v); f != nil; f = next(t, v) {
			n++
			f.Release()
		}
		if info := v.Info(); info.Container != c.container || n != c.frames || v.Faults().Any() {
			t.Errorf("%s: %s, %d frames, %+v", c.name, info.Container, n, v.Faults())
		}
	}
}
