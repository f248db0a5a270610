//go:build page

package report

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode/visible"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/chromium"
)

// These tests open pages in Chromium: scripts/reportpage installs it and runs them.

var pictures = flag.String("pictures", "", "a folder for pictures of the pages")

// opened makes the page of a folder and opens it.
func opened(t *testing.T, dir string) *chromium.Browser {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(pageOf(t, dir)), 0o666); err != nil {
		t.Fatal(err)
	}
	b := chromium.Open(t)
	b.Size(1280, 800, "light")
	b.Show(file)
	return b
}

// picture takes a screenshot if screenshots are requested.
func picture(b *chromium.Browser, name string) {
	b.T.Helper()
	if *pictures != "" {
		b.Eval(nil, painted)
		b.Shoot(filepath.Join(*pictures, name+".png"))
	}
}

// Expressions about the page.
const (
	painted    = `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`
	rowNames   = `[...document.querySelectorAll("#videos > tbody > tr:not(.more):not([hidden]) bdi")].map((b) => b.textContent)`
	clickHead  = `[...document.querySelectorAll("#videos thead button")].find((b) => b.textContent.startsWith(%q)).click()`
	setField   = `(() => { const f = document.getElementById(%q); if (f.type === "checkbox") f.checked = %[2]q === "on"; else f.value = %[2]q; f.dispatchEvent(new Event("input", {bubbles: true})); })()`
	cellValues = `[...document.querySelectorAll("#videos > tbody > tr:not(.more)")].map((r) => r.cells[%d].textContent)`
)

// The table can be sorted by any column, both ways and with the keyboard, filtered, and switched to
// other curves.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	means := map[string]int{"b/alpha.mp4": 30, "a/Beta.mp4": 200, "c/gamma.mp4": 5, "delta.mp4": 100}
	for name, n := range means {
		threshold := 0.05
		if name == "delta.mp4" {
			threshold = 0.02
		}
		frames := framesOf(n, n, n)
		if name == "c/gamma.mp4" {
			frames[1].Corrupt = true
		}
		put(t, dir, name+".ndjson", written(t, true, quadfile.NDJSON, streams.Plain, headerOf(name, threshold), frames...))
	}
	put(t, dir, "both.ndjson", []byte(compared))
	b := opened(t, dir)
	want := func(names ...string) {
		t.Helper()
		var got []string
		if b.Eval(&got, rowNames); !slices.Equal(got, names) {
			t.Errorf("%q, want %q", got, names)
		}
	}
	want("a/Beta.mp4", "b/alpha.mp4", "c/gamma.mp4", "delta.mp4")
	// For screen readers the page is a table, though its rows are grids. The browser reports the
	// cells of visible rows.
	b.Size(1280, 4000, "light")
	b.Eval(nil, painted)
	var tree struct {
		Nodes []struct{ Role struct{ Value string } }
	}
	b.Call(&tree, "Accessibility.getFullAXTree", nil)
	b.Size(1280, 800, "light")
	roles := map[string]int{}
	for _, n := range tree.Nodes {
		roles[n.Role.Value]++
	}
	if roles["table"] != 2 || roles["row"] != 1+4+1+2 || roles["columnheader"] != 12+11 || roles["rowheader"] != 4+2 || roles["cell"] != 4*11+2*10 {
		t.Errorf("%v", roles)
	}
	b.Eval(nil, fmt.Sprintf(clickHead, "Quads, mean"))
	want("a/Beta.mp4", "delta.mp4", "b/alpha.mp4", "c/gamma.mp4")
	b.Eval(nil, fmt.Sprintf(clickHead, "Quads, mean"))
	want("c/gamma.mp4", "b/alpha.mp4", "delta.mp4", "a/Beta.mp4")
	var sorted []string
	if b.Eval(&sorted, `[...document.querySelectorAll("#videos th[aria-sort]")].map((h) => h.textContent + " " + h.getAttribute("aria-sort"))`); !slices.Equal(sorted, []string{"Quads, mean ascending"}) {
		t.Errorf("%q", sorted)
	}
	// With the keyboard.
	b.Eval(nil, `[...document.querySelectorAll("#videos thead button")].find((b) => b.textContent === "Video").focus()`)
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.Call(nil, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"})
	}
	want("a/Beta.mp4", "b/alpha.mp4", "c/gamma.mp4", "delta.mp4")

	b.Eval(nil, fmt.Sprintf(setField, "name", "BETA"))
	want("a/Beta.mp4")
	b.Eval(nil, fmt.Sprintf(setField, "name", "no film"))
	want()
	b.Eval(nil, fmt.Sprintf(setField, "name", ""))
	b.Eval(nil, fmt.Sprintf(setField, "group", "B"))
	want("delta.mp4")
	b.Eval(nil, fmt.Sprintf(setField, "group", ""))
	b.Eval(nil, fmt.Sprintf(setField, "only", "on"))
	want("c/gamma.mp4")
	b.Eval(nil, fmt.Sprintf(setField, "only", "off"))
	// A bar of the histogram, and once more.
	b.Eval(nil, `[...document.querySelectorAll(".plot rect")].at(-1).dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	want("a/Beta.mp4")
	b.Eval(nil, `[...document.querySelectorAll(".plot rect")].at(-1).dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	want("a/Beta.mp4", "b/alpha.mp4", "c/gamma.mp4", "delta.mp4")

	// Other curves: the columns change, and the visible lines are drawn.
	b.Eval(nil, fmt.Sprintf(setField, "curve", "luma"))
	var values []string
	if b.Eval(&values, fmt.Sprintf(cellValues, 6)); !slices.Equal(values, []string{"100.0", "100.0", "100.0", "100.0"}) {
		t.Errorf("means of luma: %q", values)
	}
	b.Eval(nil, "new Promise((done) => setTimeout(done, 300))")
	var path string
	if b.Eval(&path, `document.querySelector("#videos path").getAttribute("d")`); !strings.HasPrefix(path, "M0.5 15.0 1.5 15.0 2.5 15.0") {
		t.Errorf("the curve of luma is %s", path)
	}
	b.Eval(nil, fmt.Sprintf(setField, "curve", "quads"))
	if b.Eval(&values, fmt.Sprintf(cellValues, 6)); !slices.Equal(values, []string{"200", "30", "5", "100"}) {
		t.Errorf("means of quads: %q", values)
	}

	// Large curves and worst frames.
	b.Eval(nil, `document.querySelector("#f2 .open").click()`)
	var details struct {
		Strips   []string
		Heads    []string
		Commands []string
		Marks    int
	}
	b.Eval(&details, `(() => { const m = document.querySelector("#f2 + tr.more"); return {
		Strips: [...m.querySelectorAll(".strip svg")].map((s) => s.getAttribute("aria-label")),
		Heads: [...m.querySelectorAll("h3")].map((h) => h.textContent),
		Commands: [...m.querySelectorAll(".copy")].map((c) => c.title), Marks: m.querySelectorAll(".mark").length}; })()`)
	if len(details.Strips) != 4 || details.Strips[0] != "Quads: min 5, mean 5, max 5" || !slices.Equal(details.Heads, []string{"Most quads", "Damaged frames"}) || details.Marks != 1 {
		t.Errorf("%+v", details)
	}
	if n := len(details.Commands); n == 0 || details.Commands[n-1] != "ffkvadrat play c/gamma.mp4 --stream 0 --no-session --threshold 0.05 --operator cross --at '#1'" {
		t.Errorf("%q", details.Commands)
	}
	// The button copies it, and says so.
	var spoken string
	if b.Eval(&spoken, `[...document.querySelectorAll("tr.more .copy")].at(-1).click(); new Promise((done) => {
		const look = () => document.getElementById("said").textContent ? done(document.getElementById("said").textContent) : requestAnimationFrame(look);
		look();
	})`); spoken != "Copied: "+details.Commands[len(details.Commands)-1] {
		t.Errorf("%q", spoken)
	}
	// It moves with its video.
	b.Eval(nil, fmt.Sprintf(clickHead, "Quads, mean"))
	var next string
	if b.Eval(&next, `document.querySelector("tr.more").previousElementSibling.id`); next != "f2" {
		t.Errorf("the details are below %s", next)
	}
	b.Eval(nil, `document.querySelector("#f2 .open").click()`)
	var left int
	if b.Eval(&left, `document.querySelectorAll("tr.more").length`); left != 0 {
		t.Errorf("%d details are left", left)
	}
	// A link from the top opens a comparison.
	b.Eval(nil, `document.querySelector(".look a[href='#c0']").click()`)
	if b.Eval(&next, `document.querySelector("#comparisons tr.more").previousElementSibling.querySelector("bdi").textContent`); next != "a.mp4" {
		t.Errorf("the details are of %s", next)
	}
	b.Quiet()

	// Settings that the player has no flag for: the page has no command, and says why. Equal
	// pictures are infinite.
	dir = t.TempDir()
	h := headerOf("each.mp4", 0.05)
	h.Analysis.EachFrame = true
	put(t, dir, "each.mp4.ndjson", written(t, true, quadfile.NDJSON, streams.Plain, h, framesOf(1, 200, 3)...))
	lines := strings.SplitAfter(compared, "\n")
	put(t, dir, "equal.ndjson", []byte(lines[0]+lines[2]))
	b = opened(t, dir)
	b.Eval(nil, `document.querySelector("#f0 .open").click(); document.querySelector("#c1 .open").click()`)
	var without struct {
		Buttons, Rows, Codes int
		Says, Equal          string
	}
	b.Eval(&without, `({Buttons: document.querySelectorAll(".look li:not([data-cmd]) .copy, #videos tr.more .copy").length, Rows: document.querySelectorAll("#videos tr.more tbody tr").length,
		Codes: document.querySelectorAll("#videos tr.more code").length, Says: document.querySelector("#videos tr.more > td > p").textContent, Equal: document.querySelector("#c1 + tr.more .strips").textContent})`)
	if without.Buttons != 0 || without.Codes != 0 || without.Rows == 0 || without.Says != "No command plays it with these settings: the player has no flag for a threshold of each frame." ||
		!strings.Contains(without.Equal, "PSNR∞ in all frames") {
		t.Errorf("%+v", without)
	}
	b.Quiet()
	b.Eval(nil, `document.querySelector("#videos").scrollIntoView()`)
	picture(b, "no-command")
}

// Names of all kinds are shown literally, and do nothing.
func TestHostilePage(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for _, name := range hostile {
		name = strings.ReplaceAll(name, "/", "∕") // which a file's name cannot contain
		want = append(want, visible.Text(name))
		put(t, dir, name+".ndjson", written(t, true, quadfile.NDJSON, streams.Plain, headerOf(name, 0.05), framesOf(1, 2, 3)...))
	}
	slices.Sort(want)
	b := opened(t, dir)
	var got []string
	if b.Eval(&got, rowNames); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	var title string
	if b.Eval(&title, "document.title"); strings.Contains(title, "broken") {
		t.Error(title)
	}
	b.Eval(nil, `for (const b of document.querySelectorAll("#videos .open")) b.click()`)
	var commands []string
	b.Eval(&commands, `[...document.querySelectorAll("tr.more code")].map((c) => c.textContent)`)
	if len(commands) != len(want) {
		t.Errorf("%d commands of %d videos", len(commands), len(want))
	}
	for _, name := range hostile {
		found := false
		for _, c := range commands {
			found = found || strings.HasPrefix(c, "ffkvadrat play "+quoted(strings.ToValidUTF8(strings.ReplaceAll(name, "/", "∕"), "\ufffd"))+" ")
		}
		if !found {
			t.Errorf("no command plays %q: %q", name, commands)
		}
	}
	b.Quiet()
	picture(b, "hostile-details")
	b.Eval(nil, `for (const b of document.querySelectorAll("#videos .open")) b.click(); document.querySelector("section.big").scrollIntoView()`)
	picture(b, "hostile")
}

// Without JavaScript the table and its curves are there, and nothing that would need it.
func TestWithoutScript(t *testing.T) {
	dir := t.TempDir()
	putCorpus(t, dir, 12, 100)
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(pageOf(t, dir)), 0o666); err != nil {
		t.Fatal(err)
	}
	b := chromium.Open(t)
	b.Size(1280, 800, "light")
	b.Call(nil, "Emulation.setScriptExecutionDisabled", map[string]any{"value": true})
	b.Show(file)
	if *pictures != "" {
		b.Shoot(filepath.Join(*pictures, "without-script.png"))
	}
	var shown struct {
		Rows, Curves, Forms, Buttons int
		Words                        string
	}
	b.Eval(&shown, `({Rows: document.querySelectorAll("#videos tbody tr").length, Curves: [...document.querySelectorAll("#videos path")].filter((p) => p.getBBox().width > 90).length,
		Forms: [...document.querySelectorAll("form")].filter((f) => f.checkVisibility()).length, Buttons: document.querySelectorAll("button").length, Words: document.querySelector("noscript").textContent})`)
	if shown.Rows != 12 || shown.Curves != 12 || shown.Forms != 0 || shown.Buttons != 0 || !strings.Contains(shown.Words, "need JavaScript") {
		t.Errorf("%+v", shown)
	}
	b.Quiet()
}

// TestThousand measures a page of 1,000 videos; the figures are for docs/explanation/results.md. It fails if the page is larger than
// 5 MB.
func TestThousand(t *testing.T) {
	dir := t.TempDir()
	putCorpus(t, dir, 1000, 250)
	page := pageOf(t, dir)
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	b := chromium.Open(t)
	b.Size(1280, 800, "light")
	var best, elements float64
	for i := range 5 {
		b.Show(file)
		var loaded struct{ Whole, Elements float64 }
		b.Eval(&loaded, painted+`.then(() => ({Whole: performance.now(), Elements: document.querySelectorAll("*").length}))`)
		if i == 0 || loaded.Whole < best {
			best, elements = loaded.Whole, loaded.Elements
		}
	}
	t.Logf("%d bytes, %.0f elements: loaded, sortable and painted after %.0f ms", len(page), elements, best)
	if len(page) > 5<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	// measured runs something and waits until it is painted; the best of five, because other work
	// disturbs it.
	measured := func(what, expression string) {
		t.Helper()
		var best, cpu float64
		for i := range 7 {
			before := b.Busy()
			var ms float64
			b.Eval(&ms, `(async () => { const from = performance.now(); `+expression+`; await `+painted+`; return performance.now() - from; })()`)
			if i == 0 || ms < best {
				best, cpu = ms, b.Busy()-before
			}
		}
		t.Logf("%s: %.0f ms, %.0f of the page's thread", what, best, cpu)
	}
	measured("sort by mean", fmt.Sprintf(clickHead, "Quads, mean"))
	measured("sort by name", fmt.Sprintf(clickHead, "Video"))
	measured("filter to 100 videos", fmt.Sprintf(setField, "name", "season-03"))
	measured("all videos again", fmt.Sprintf(setField, "name", "")+";")
	measured("another curve", fmt.Sprintf(setField, "curve", "psnr"))
	measured("the first curve", fmt.Sprintf(setField, "curve", "quads"))
	measured("one scale for all", fmt.Sprintf(setField, "same", "on")+"; "+fmt.Sprintf(setField, "same", "off"))
	measured("details of a video", `document.querySelector("#videos .open").click()`)
	before := b.Busy()
	var frames []float64
	b.Eval(&frames, `(async () => {
		document.querySelector("#videos").scrollIntoView();
		const all = [];
		let last = performance.now();
		for (let i = 0; i < 120; i++) {
			scrollBy(0, 350);
			await new Promise(requestAnimationFrame);
			const now = performance.now();
			all.push(now - last);
			last = now;
		}
		return all.sort((a, b) => a - b);
	})()`)
	t.Logf("scrolling by 350 pixels a frame: 120 frames, the median %.0f ms, the longest %.0f ms; %.1f ms of the page's thread each", frames[60], frames[119], (b.Busy()-before)/120)
	b.Quiet()
	b.Eval(nil, "scrollTo(0, 0)")
	picture(b, "thousand-top")
	b.Eval(nil, `document.querySelector("section.big").scrollIntoView()`)
	picture(b, "thousand-table")
	b.Size(1280, 800, "dark")
	picture(b, "thousand-dark")
	b.Size(420, 900, "light")
	picture(b, "thousand-narrow")
}

// TestPicture takes docs/pictures/report.png, if screenshots are requested: a corpus with some of
// everything.
func TestPicture(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	putCorpus(t, dir, 120, 1500)
	put(t, dir, "encodes.ndjson", []byte(compared))
	put(t, dir, "season-02/episode-0150_master.mov.ndjson", bytes.ReplaceAll(someSummary("/media/season-02/episode-0150_master.mov", 5, 1500, 0.05), []byte(`"quad_count":`), []byte(`"quad_count":2`)))
	broken := someSummary("/media/season-02/episode-0200_master.mov", 1, 500, 0.05)
	put(t, dir, "season-02/episode-0200_master.mov.ndjson", broken[:len(broken)/2])
	b := opened(t, dir)
	b.Size(1280, 2380, "light")
	b.Eval(nil, `document.querySelector("#f3 .open").click()`)
	var box struct{ X, Y float64 }
	b.Eval(&box, `(() => { const r = document.querySelector("tr.more svg").getBoundingClientRect(); return {X: r.left + r.width * 0.4, Y: r.top + 20}; })()`)
	b.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": box.X, "y": box.Y})
	var said []string
	b.Eval(&said, `[...document.querySelectorAll("tr.more .ends b")].map((r) => r.textContent)`)
	if len(said) != 8 || slices.Contains(said, "") {
		t.Errorf("under the pointer the curves say %q", said)
	}
	b.Quiet()
	picture(b, "report")
}
