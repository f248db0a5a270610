// Package kerneltest compares the engines on the CPU with each other and with their references, as
// dav1d's checkasm does: every variant that the processor runs, on the same inputs. A [Family] is
// an engine in all its variants. The tests here cover all families; a package's own tests check
// what is special about its engine.
package kerneltest

import (
	"fmt"
	"iter"
	"testing"

	"ffkvadrat/edge/kernel"
)

// Seed is the seed of random inputs.
const Seed = 20070110

// Family is an engine that computes an Out from an In. Functions may be nil.
type Family[In, Out any] struct {
	Name     string
	Variants []Variant[In, Out] // the portable one first
	// Reference computes what every variant must compute; if nil, the portable variant is the
	// reference.
	Reference func(In) Out
	// Difference describes the first difference, and is empty if the outputs are equal.
	Difference func(got, want Out) string
	// Spoil overwrites an engine's output, so that the next one cannot rely on it.
	Spoil func(Out)

	Inputs iter.Seq2[string, In] // every variant is checked with these
	Steady iter.Seq2[string, In] // a variant must not allocate for these the second time
	// Timed returns the inputs of the benchmark, with names such as size=1920x1080/t=0.01.
	Timed func(tb testing.TB, yield func(string, In) bool)
	Bytes func(In) int64 // pixels
	Count func(Out) int  // quads
}

// Variant is an engine. The result of Run is valid until the next call.
type Variant[In, Out any] struct {
	Name string
	Run  func(In) Out
	Time func(In) // the function that the benchmark measures; nil means Run
}

// variants returns an engine of each kind. Each engine runs all inputs, so that state left over
// from one input shows in the next.
func variants[E, In, Out any](all kernel.Variants[E], run func(E) func(In) Out) []Variant[In, Out] {
	var list []Variant[In, Out]
	for _, v := range all {
		list = append(list, Variant[In, Out]{Name: v.Name, Run: run(v.New())})
	}
	return list
}

// Check fails if a variant's output differs from the reference's.
func (f *Family[In, Out]) Check(t testing.TB, name string, in In) {
	t.Helper()
	rest, reference := f.Variants, f.Reference
	if reference == nil {
		rest, reference = f.Variants[1:], f.Variants[0].Run
	}
	want := reference(in)
	for _, v := range rest {
		got := v.Run(in)
		if difference := f.Difference(got, want); difference != "" {
			t.Fatalf("%s, %s: %s: %v (seed %d): %s", f.Name, v.Name, name, in, Seed, difference)
		}
		if f.Spoil != nil {
			f.Spoil(got)
		}
	}
}

// CheckAll checks all inputs.
func (f *Family[In, Out]) CheckAll(t *testing.T) {
	n := 0
	for name, in := range f.Inputs {
		if n == most {
			break
		}
		if n%(sparse+1) == 0 {
			f.Check(t, name, in)
		}
		n++
	}
	if n == 0 {
		t.Fatal("no inputs")
	}
	t.Logf("%d inputs, of which one in %d was checked, %d variants", n, sparse+1, len(f.Variants))
}

// CheckSteady fails if a variant allocates memory for an input that it has run before.
func (f *Family[In, Out]) CheckSteady(t *testing.T) {
	for name, in := range f.Steady {
		for _, v := range f.Variants {
			v.Run(in)
			if n := testing.AllocsPerRun(2, func() { v.Run(in) }); n != 0 {
				t.Errorf("%s, %s: %s: %v allocations", f.Name, v.Name, name, n)
			}
		}
	}
}

// Benchmark measures every variant, and the reference if there is one.
func (f *Family[In, Out]) Benchmark(b *testing.B) {
	all := f.Variants
	if f.Reference != nil {
		all = append([]Variant[In, Out]{{Name: "reference", Run: f.Reference}}, all...)
	}
	for name, in := range func(yield func(string, In) bool) { f.Timed(b, yield) } {
		for _, v := range all {
			b.Run(fmt.Sprintf("kernel=%s/variant=%s/%s", f.Name, v.Name, name), func(b *testing.B) {
				time := v.Time
				if time == nil {
					time = func(in In) { v.Run(in) }
				}
				b.SetBytes(f.Bytes(in))
				b.ReportAllocs()
				time(in) // a warm-up allocates
				for b.Loop() {
					time(in)
				}
				if f.Count != nil {
					b.ReportMetric(float64(f.Count(v.Run(in))), "quads")
				}
			})
		}
	}
}
