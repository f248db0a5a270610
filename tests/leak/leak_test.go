package leak

import (
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

func (r *recorder) Helper()                    {}
func (r *recorder) Cleanup(f func())           { r.cleanup = append(r.cleanup, f) }
func (r *recorder) Fatalf(string, ...any)      { panic(r) }
func (r *recorder) Logf(_ string, args ...any) { r.text += string(args[0].([]byte)) }

func (r *recorder) end() (failed bool) {
	defer func() { failed = recover() != nil }()
	for _, f := range r.cleanup {
		f()
	}
	return false
}

// TestCheck: a goroutine that ends is waited for; one that stays is reported with its stack.
func TestCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{TB: t}
		Check(r)
		end := make(chan struct{})
		go stay(end)
		if !r.end() || !strings.Contains(r.text, "leak.stay") {
			t.Errorf("nothing is reported, or %q", r.text)
		}
		go close(end)
		if r.end() {
			t.Error("a goroutine that ends is reported")
		}
	})
}

func stay(end chan struct{}) { <-end }
