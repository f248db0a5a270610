//go:build page

package report

import (
	"fmt"
	"slices"
	"testing"
)

// TestGaps: below a comparison, every curve has the frames without a match as gaps, and marks where the encode has
// others; a line says what they are. A comparison without gaps has none of it.
func TestGaps(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "aligned.ndjson", []byte(aligned()))
	b := opened(t, dir)
	b.Eval(nil, `document.querySelector("#c0 .open").click(); document.querySelector("#c1 .open").click()`)
	const of = `(() => { const m = document.querySelector("#%s + tr.more"), all = (s, f) => [...m.querySelectorAll(s)].map(f); return {
		Strips: all(".strip svg", () => 0).length, Signs: all(".signs span", (s) => s.textContent),
		Gaps: all(".strip.first .gap", (g) => [g, g.parentElement].map((e) => e.getBoundingClientRect())).map(([g, all]) => [g.left - all.left, g.width].map((v) => Math.round(4 * v / all.width))).flat(),
		Strays: all(".strip.first .stray", (l) => Number(l.getAttribute("x1"))), AllGaps: all(".gap", () => 0).length, AllStrays: all(".stray", () => 0).length}; })()`
	type found struct {
		Strips, AllGaps, AllStrays int
		Signs                      []string
		Gaps, Strays               []int
	}
	var got found
	b.Eval(&got, fmt.Sprintf(of, "c0"))
	if want := []string{"2 frames without a match in the encode", "2 frames that only the encode has"}; !slices.Equal(got.Signs, want) {
		t.Errorf("the line says %q", got.Signs)
	}
	// Of four frames, the last two; before the first and the second.
	if !slices.Equal(got.Gaps, []int{2, 2}) || !slices.Equal(got.Strays, []int{0, 1}) || got.Strips < 2 || got.AllGaps != got.Strips+1 || got.AllStrays != 2*got.Strips+1 {
		t.Errorf("%+v", got)
	}
	picture(b, "gaps")
	b.Size(1280, 800, "dark")
	picture(b, "gaps-dark")
	got = found{}
	if b.Eval(&got, fmt.Sprintf(of, "c1")); got.AllGaps+got.AllStrays+len(got.Signs) > 0 {
		t.Errorf("without gaps: %+v", got)
	}
	b.Quiet()
}
