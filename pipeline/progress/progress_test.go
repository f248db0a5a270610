package progress

import (
	"bytes"
	"os"
	"testing"
	"time"
)

// TestWithoutTerminal: files, pipes and the null device have no bar, and lines go to them.
func TestWithoutTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if IsTerminal(null) || IsTerminal(file) {
		t.Error("the null device or a file is a terminal")
	}
	var out bytes.Buffer
	bar := New(&out).Counts("file")
	if bar != nil {
		t.Fatal("a bar in a buffer")
	}
	bar.Show(1, 0.5)
	if bar.Above(&out) != &out {
		t.Error("lines do not go to the output")
	}
	bar.End()
	if out.Len() > 0 {
		t.Errorf("printed %q", out.String())
	}
}

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		spent time.Duration
		part  float64
		want  string
	}{{500 * time.Millisecond, 0.5, ""}, {time.Minute, 0, ""}, {time.Minute, 0.75, ", 20s left"}} {
		if got := TimeLeft(c.spent, c.part); got != c.want {
			t.Errorf("%v for %v: %q, want %q", c.spent, c.part, got, c.want)
		}
	}
}
