package leak

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
)

// recorder is a test whose Cleanup functions are called explicitly.
type recorder struct {
	testing.TB
	cleanup []func()
	text    string
}

func (r *recorder) Cleanup(f func())  { r.cleanup = append(r.cleanup, f) }
func (r *recorder) Error(args ...any) { r.text += args[0].(error).Error() }

// end returns what the checks report.
func (r *recorder) end() string {
	r.text = ""
	for _, f := range r.cleanup {
		f()
	}
	return r.text
}

// TestCheck: a goroutine that ends is waited for; one that stays is reported with its stack.
func TestCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{TB: t}
		Check(r)
		end := make(chan struct{})
		go stay(end)
		if got := r.end(); !strings.Contains(got, "leak.stay") {
			t.Errorf("%q is reported", got)
		}
		go close(end)
		if got := r.end(); got != "" {
			t.Errorf("a goroutine that ends is reported: %s", got)
		}
	})
}

func stay(end chan struct{}) { <-end }

// TestDescriptors: an open file is reported, a closed one is not.
func TestDescriptors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{TB: t}
		Check(r)
		f, err := os.Open("leak.go")
		if err != nil {
			t.Fatal(err)
		}
		if r.end() == "" && Now().Descriptors > 0 {
			t.Error("an open file is not reported")
		}
		f.Close()
		if got := r.end(); got != "" {
			t.Errorf("a closed file is reported: %s", got)
		}
	})
}
