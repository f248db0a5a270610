package tempname

import (
	"runtime"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, base := range []string{"a", "a.json", ".", "a\nb", "\xff", "a.tmp-00000000-00000000-00000000", New("a", 1), strings.Repeat("n", 200)} {
		for _, boot := range []uint32{0, 1, 1<<32 - 1} {
			name := New(base, boot)
			if got, of, ok := Parse(name); got != base || of != boot || !ok {
				t.Errorf("%q of %d: %q of %d, %v", base, boot, got, of, ok)
			}
		}
	}
	long := New(strings.Repeat("n", 255), 1)
	if base, _, ok := Parse(long); !ok || base != strings.Repeat("n", 200) || len(long) >= 255 {
		t.Errorf("%q, %v", base, ok)
	}
}

// TestParseOthers: similar names of other programs are rejected.
func TestParseOthers(t *testing.T) {
	name := New("a.json", 1)
	changed := []byte(name)
	changed[1] = 'b'
	for _, other := range []string{
		"", ".", "a.json", name[1:], name + "0", name[:len(name)-1], strings.ToUpper(name), string(changed),
		".a.json.tmp-1", ".notes.tmp-final", ".a.tmp-12345678-20240101-00000000", "." + New("", 1)[1:], strings.Replace(New(strings.Repeat("n", 200), 1), "n", "nn", 1),
	} {
		if base, boot, ok := Parse(other); ok {
			t.Errorf("%q: %q of %d", other, base, boot)
		}
	}
}

func TestBoot(t *testing.T) {
	if (runtime.GOOS == "linux" || runtime.GOOS == "windows") && Boot() == 0 {
		t.Error("this kernel has no number")
	}
}
