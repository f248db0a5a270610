package sequence

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ffkvadrat/tests/platform"
)

// folder makes a folder with empty files and returns its name with a slash.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir() + "/"
	for _, name := range names {
		if err := os.WriteFile(dir+name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestParse(t *testing.T) {
	for name, want := range map[string]struct {
		p       Pattern
		written string
	}{
		"shot_%04d.dpx":      {Pattern{"", "shot_", ".dpx", 4}, "shot_####.dpx"},
		"shot_%d.png":        {Pattern{"", "shot_", ".png", 1}, "shot_#.png"},
		"a/b/shot_####.exr":  {Pattern{"a/b/", "shot_", ".exr", 4}, "a/b/shot_####.exr"},
		"####.exr":           {Pattern{"", "", ".exr", 4}, "####.exr"},
		"take#2_####.png":    {Pattern{"", "take#2_", ".png", 4}, "take#2_####.png"},
		"100%_%06d.png":      {Pattern{"", "100%_", ".png", 6}, "100%_######.png"},
		"a#%02d.png":         {Pattern{"", "a#", ".png", 2}, "a#%02d.png"},
		"%03d/shot_%012d.jp": {Pattern{"%03d/", "shot_", ".jp", 12}, "%03d/shot_############.jp"},
	} {
		p, ok := Parse(name)
		if !ok || p != want.p || p.String() != want.written {
			t.Errorf("%s: %+v, %v, %s; want %+v", name, p, ok, p, want)
		}
		if again, _ := Parse(p.String()); again != p {
			t.Errorf("%s: %+v read again is %+v", name, p, again)
		}
	}
	for _, name := range []string{"shot.png", "####/shot.png", "shot_%4d.png", "shot_%i.png", "shot_%0d.png", "shot_%099d.png", "%-4d", "%", "%04", ""} {
		if p, ok := Parse(name); ok {
			t.Errorf("%q is %+v", name, p)
		}
	}
}

func TestFind(t *testing.T) {
	dir := folder(t, "shot_0100.dpx", "shot_0101.dpx", "shot_0104.dpx", "shot_0105.dpx", "shot_10000.dpx", "shot_9.dpx", "shot_0100.png", "x_0102.dpx", "shot_00103.dpx", "shot_010a.dpx")
	p, _ := Parse(dir + "shot_%04d.dpx")
	s, err := Find(p)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{100, 101, 104, 105, 10000}; !reflect.DeepEqual(s.Numbers, want) || s.Step != 1 {
		t.Errorf("numbers %v, step %d; want %v", s.Numbers, s.Step, want)
	}
	if got := fmt.Sprint(s.Holes(9)); got != "[102 to 103 106 to 9999]" || s.Missing() != 2+9894 {
		t.Errorf("holes %s, %d missing", got, s.Missing())
	}
	if got := s.Name(104); got != dir+"shot_0104.dpx" {
		t.Errorf("name %s", got)
	}
}

func TestHas(t *testing.T) {
	dir := folder(t)
	for name, want := range map[string]bool{"a_07.png": true, "a_123.png": true, "a_7.png": false, "a_.png": false, "a_07.jpg": false, "a_xx.png": false, "a_%02d.png": true, "b_%02d.png": false} {
		if got := Has(dir+"a_##.png", dir+"../"+filepath.Base(dir)+"/"+name); got != want {
			t.Errorf("%s: %v", name, got)
		}
		if Has(dir+"a_##.png", name) || Has(dir+"a.png", dir+name) {
			t.Error(name)
		}
	}
}

func TestStep(t *testing.T) {
	dir := folder(t, "7.png", "9.png", "13.png", "15.png")
	s, err := Of(dir + "9.png")
	if err != nil {
		t.Fatal(err)
	}
	if s.Step != 2 || s.Digits != 1 || s.First() != 7 || s.Last() != 15 || s.Length() != 5 || s.Missing() != 1 {
		t.Errorf("%+v, length %d, %d missing", s, s.Length(), s.Missing())
	}
	for tick, want := range map[int64]int{-5: 0, 0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 99: 3} {
		if got := s.At(tick); got != want {
			t.Errorf("tick %d: index %d, want %d", tick, got, want)
		}
	}
	for i, n := range s.Numbers {
		if got := s.Number(s.Tick(n)); got != n {
			t.Errorf("number %d of index %d becomes %d", n, i, got)
		}
	}
}

func TestOf(t *testing.T) {
	for name, want := range map[string][]string{
		"shot_####.dpx":      {"shot_0001.dpx", "shot_0002.dpx", "shot_10000.dpx", "other_1.dpx"},
		"s1_#.jp2":           {"s1_8.jp2", "s1_12.jp2"},
		"s1_##.jp2":          {"s1_11.jp2", "s1_12.jp2"},
		"######_a.b_c.d.png": {"000001_a.b_c.d.png", "000003_a.b_c.d.png"},
	} {
		dir := folder(t, want...)
		if s, err := Of(dir + want[0]); err != nil || s.String() != dir+name {
			t.Errorf("%v: %v, %v; want %s", want, s, err, name)
		}
	}
}

func TestIn(t *testing.T) {
	pictures := func(base string) bool { return filepath.Ext(base) == ".png" }
	dir := folder(t, "a_1.png", "a_2.png", ".a_9.png", "readme.txt", "._b.png")
	if s, err := In(dir, pictures); err != nil || s.String() != dir+"a_#.png" || len(s.Numbers) != 2 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestRefused checks the line for each folder that is no sequence.
func TestRefused(t *testing.T) {
	all := func(string) bool { return true }
	for want, names := range map[string][]string{
		"the folder has pictures of more than one pattern, such as ":                      {"a_1.png", "b_2.png"},
		"the folder has numbers of more than one pattern, such as a_01.png and a_002.png": {"a_01.png", "a_002.png"},
		"the folder has numbers of more than one pattern, such as a_3.png and a_002.png":  {"a_3.png", "a_002.png"},
		"a_7.png and a_007.png have the same number":                                      {"a_7.png", "a_007.png"},
		"the name a.png has no number":                                                    {"a.png"},
		"there is no picture in the folder":                                               nil,
	} {
		if s, err := In(folder(t, names...), all); err == nil || !strings.HasPrefix(err.Error(), want) && !strings.Contains(err.Error(), "_002.png") {
			t.Errorf("%v: %v, %v; want %q", names, s, err, want)
		}
	}
	p, _ := Parse(folder(t, "a_7.png", "a_007.png", "a_8.png") + "a_#.png")
	if _, err := Find(p); err == nil || err.Error() != "a_007.png and a_7.png have the same number" {
		t.Error(err)
	}
	p.Prefix = "b_"
	if _, err := Find(p); !errors.Is(err, fs.ErrNotExist) || err.Error() != "no picture has a name of the pattern b_#.png" {
		t.Error(err)
	}
	p.Folder += "none/"
	if _, err := Find(p); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestNoFile checks that what is no file ends the search, and that links count as files.
func TestNoFile(t *testing.T) {
	dir := folder(t, "a_1.png", "a_2.png")
	platform.Symlink(t, "a_1.png", dir+"a_3.png")
	p, _ := Parse(dir + "a_#.png")
	if s, err := Find(p); err != nil || len(s.Numbers) != 3 {
		t.Errorf("%v, %v", s, err)
	}
	os.Mkdir(dir+"a_4.png", 0o700)
	if _, err := Of(dir + "a_1.png"); err == nil || err.Error() != "a_4.png is a folder, not a picture" {
		t.Error(err)
	}
}

// BenchmarkFind reads a folder of 100,000 names.
func BenchmarkFind(b *testing.B) {
	dir := b.TempDir() + "/"
	for i := range 100_000 {
		f, err := os.Create(fmt.Sprintf("%sshot_%07d.png", dir, i))
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
	p, _ := Parse(dir + "shot_%07d.png")
	for b.Loop() {
		if s, err := Find(p); err != nil || len(s.Numbers) != 100_000 {
			b.Fatal(err)
		}
	}
}
