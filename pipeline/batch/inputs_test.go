package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"a/x.mp4", "a/deep/x.mp4", "a/.hidden.mp4", "a/.hidden/x.mp4", "a/x.mp4.ndjson", "a/x.coco.json.gz", "a/text",
		"a/out/y.mp4", "b/x.mp4", "b/,;\xff.mp4", "c.mp4",
	} {
		write(t, name, nil)
	}
	for name, target := range map[string]string{"b/link.mp4": "../c.mp4", "b/folder": "../a", "b/dangling.mp4": "nowhere", "b/dangling": "nowhere", "b/null": "/dev/null"} {
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, out string
		want      string // path→name of each, ! after those that the user named
	}{
		{"a", "a/out", "a/deep/x.mp4→deep/x.mp4 a/text→text a/x.mp4→x.mp4"},
		{"a/", "a", "a/deep/x.mp4→deep/x.mp4 a/out/y.mp4→out/y.mp4 a/text→text a/x.mp4→x.mp4"},
		{"b a/deep", "out", "b/,;\xff.mp4→b/,;\xff.mp4 b/dangling.mp4→b/dangling.mp4 b/link.mp4→b/link.mp4 b/x.mp4→b/x.mp4 a/deep/x.mp4→a/deep/x.mp4"},
		{"b/folder", "out", "b/folder/deep/x.mp4→deep/x.mp4 b/folder/out/y.mp4→out/y.mp4 b/folder/text→text b/folder/x.mp4→x.mp4"},
		{"b/x.mp4 a/x.mp4", "out", "b/x.mp4→b/x.mp4! a/x.mp4→a/x.mp4!"},
		{"c.mp4", "out", "c.mp4→c.mp4!"},
		{"c.mp4 a/deep/x.mp4 ./c.mp4", "out", "c.mp4→c.mp4! a/deep/x.mp4→a/deep/x.mp4!"},
		{"a/deep a/deep/x.mp4", "out", "a/deep/x.mp4→x.mp4!"},
		{here + "/a/deep c.mp4", "out", here + "/a/deep/x.mp4→a/deep/x.mp4 c.mp4→c.mp4!"},
		{"a/deep/../x.mp4 nowhere/z.mp4 a/x.mp4.ndjson", "out", "a/deep/../x.mp4→a/x.mp4! nowhere/z.mp4→nowhere/z.mp4! a/x.mp4.ndjson→a/x.mp4.ndjson!"},
		{"http://u:p@h:80/../a/b.mp4?t=1/2 https://h/ c.mp4 http://h/c.mp4", "out", "http://u:p@h:80/../a/b.mp4?t=1/2→h:80/a/b.mp4?t=1_2! https://h/→h! c.mp4→c.mp4! http://h/c.mp4→h/c.mp4!"},
		{"/ab/x.mp4 /a/x.mp4", "out", "/ab/x.mp4→ab/x.mp4! /a/x.mp4→a/x.mp4!"},
	} {
		inputs, err := Find(strings.Fields(c.args), c.out)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		seen := map[string]bool{}
		for _, in := range inputs {
			s := in.Path + "→" + in.Name
			if in.Named {
				s += "!"
			}
			got = append(got, s)
			if seen[in.Name] || !filepath.IsLocal(in.Name) || in.Err != nil {
				t.Errorf("%s: %+v", c.args, in)
			}
			seen[in.Name] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(strings.Fields(c.want)) {
			t.Errorf("%s: %q\nwant %q", c.args, got, strings.Fields(c.want))
		}
	}
}

func TestNamesThatWouldBeOne(t *testing.T) {
	for _, args := range [][]string{{"http://h/a.mp4", "https://h/a.mp4"}, {"http:///x", "a"}, {"http://../x"}, {"http://[/x"}} {
		if inputs, err := Find(args, "out"); err == nil {
			t.Errorf("%q: %+v", args, inputs)
		}
	}
}
