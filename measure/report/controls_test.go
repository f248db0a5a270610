//go:build page

package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/chromium"
)

// controls are what a user can press, type into or choose from in the page; others are found by
// their listeners.
const controls = `a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [contenteditable], [tabindex]:not([tabindex="-1"])`

// helpers are functions that TestControls adds to the page.
const helpers = `
window.all = () => [...document.querySelectorAll(` + "`" + controls + "`" + `)].filter((e) => e.checkVisibility());
window.spot = (e) => {
	e.scrollIntoView({block: "center", inline: "center"});
	const box = e.getBoundingClientRect(), at = {X: box.left + box.width / 2, Y: box.top + box.height / 2};
	const hit = document.elementFromPoint(at.X, at.Y);
	at.Hit = Boolean(hit) && (hit === e || e.contains(hit) || e.labels && [...e.labels].some((l) => l.contains(hit)));
	return at;
};
window.rowsOf = (table) => [...document.querySelectorAll("#" + table + " > tbody > tr:not(.more)")];
window.state = () => JSON.stringify({
	rows: ["videos", "comparisons"].map((t) => rowsOf(t).map((r) => r.id + (r.hidden ? "-" : "+") + (r.nextElementSibling && r.nextElementSibling.className))),
	sorted: [...document.querySelectorAll("[aria-sort]")].map((h) => h.textContent + h.getAttribute("aria-sort")),
	pressed: [...document.querySelectorAll("[aria-pressed]")].map((b) => b.getAttribute("aria-pressed")),
	fields: [...document.querySelectorAll("input, select")].map((f) => f.type === "checkbox" ? f.checked : f.value),
	shown: ["shown", "cshown"].map((id) => document.getElementById(id).textContent),
	said: document.getElementById("said") ? document.getElementById("said").textContent : "",
	curves: [...document.querySelectorAll("table.videos > tbody > tr:not(.more) path")].map((p) => p.getAttribute("d")),
	cells: rowsOf("videos").map((r) => r.cells[6].textContent + r.cells[7].textContent),
});
// sortedBy reports whether a column's cells are in the order that its head says; unknown ones come last.
window.sortedBy = (head) => {
	const column = [...head.parentNode.cells].indexOf(head), down = head.getAttribute("aria-sort") === "descending";
	const values = [...head.closest("table").tBodies[0].rows].filter((r) => r.className !== "more").map((r) => r.cells[column].textContent);
	const number = {
		n: (t) => t === "∞" ? Infinity : Number(t.replace(/[,%\u202f]/g, "").replace("−", "-")),
		t: (t) => t.replace(/,/g, "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0),
		x: (t) => t.split("×").reduce((product, side) => product * parseInt(side, 10), 1),
	}[head.dataset.t];
	let known = values.filter((t) => t !== "");
	if (values.slice(0, known.length).includes("")) return false;
	if (number) known = known.map(number);
	else if (column === 0) return true; // in the order of the page, which TestTable tests
	return known.every((v, i) => i === 0 || (down ? known[i - 1] >= v : known[i - 1] <= v));
};`

// press clicks a control with mouse events.
func press(b *chromium.Browser, expression string) {
	b.T.Helper()
	var at struct {
		X, Y float64
		Hit  bool
	}
	b.Eval(&at, fmt.Sprintf("spot(%s)", expression))
	if !at.Hit {
		b.T.Errorf("%s is covered by something else", expression)
	}
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		b.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1})
	}
}

// key presses a key, with an optional text.
func key(b *chromium.Browser, name string, code int, text string) {
	b.T.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.Call(nil, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code, "text": text})
	}
}

// Each control of a page does what it says, with the mouse, and can be reached by the keyboard.
// Controls are found in the page and by their listeners: one of an unknown kind is an error.
func TestControls(t *testing.T) {
	dir := t.TempDir()
	putCorpus(t, dir, 12, 60)
	put(t, dir, "outlier.mp4.ndjson", []byte(strings.ReplaceAll(string(someSummary("outlier.mp4", 99, 60, 0.05)), `"quad_count":`, `"quad_count":77`)))
	frames := framesOf(5, 200, 7)
	frames[1].Corrupt, frames[1].Errors = true, 2
	put(t, dir, "damaged.mp4.ffq", written(t, false, quadfile.FFQ, streams.Plain, headerOf("damaged.mp4", 0.02), frames...))
	put(t, dir, "both.ndjson", []byte(compared))
	put(t, dir, "table.csv", []byte(comparedTable))
	put(t, dir, "refused.ndjson", []byte(strings.Replace(string(someSummary("refused.mp4", 1, 9, 0.05)), `"width":1920`, `"width":-1920`, 1)))
	put(t, dir, "negative.ndjson", []byte(strings.Replace(string(someSummary("negative.mp4", 2, 9, 0.05)), `"frame_index":4,`, `"frame_index":4,"errors":-4,`, 1)))
	b := opened(t, dir)
	b.Eval(nil, helpers)
	state := func() (s string) {
		t.Helper()
		b.Eval(nil, painted)
		b.Eval(&s, "state()")
		b.Quiet()
		return s
	}
	holds := func(what, expression string) {
		t.Helper()
		var ok bool
		if b.Eval(&ok, "Boolean("+expression+")"); !ok {
			t.Errorf("%s: not so: %s", what, expression)
		}
	}
	// toggles presses a control twice: it changes the page, and changes it back.
	toggles := func(what, control, effect string) {
		t.Helper()
		before := state()
		press(b, control)
		if state() == before {
			t.Errorf("%s: nothing changes", what)
		}
		holds(what, effect)
		press(b, control)
		if state() != before {
			t.Errorf("%s: the second click does not undo the first", what)
		}
	}
	// kinds has what a control of a kind is to do; the first that matches a control counts.
	kinds := []struct {
		selector string
		does     func(what, control string)
	}{
		{"th[data-t] > button", func(what, control string) {
			press(b, control)
			first := state()
			holds(what, control+`.parentNode.ariaSort && `+control+`.closest("tr").querySelectorAll("[aria-sort]").length === 1 && sortedBy(`+control+`.parentNode)`)
			press(b, control)
			if state() == first {
				t.Errorf("%s: the second click does not turn the order", what)
			}
			holds(what, `sortedBy(`+control+`.parentNode)`)
		}},
		{"button.open", func(what, control string) {
			toggles(what, control, control+`.ariaExpanded === "true" && `+control+`.closest("tr").nextElementSibling.querySelector("svg, .strip, p, table") && `+control+`.closest("tr").nextElementSibling.checkVisibility()`)
		}},
		{"button.copy", func(what, control string) {
			press(b, control)
			// What is said vanishes after seconds, which must not fall into another control's turn.
			var ok bool
			if b.Eval(&ok, `new Promise((done) => {
				const look = () => {
					const said = document.getElementById("said");
					if (!said || !said.textContent) return requestAnimationFrame(look);
					done(said.textContent === "Copied: " + `+control+`.title && `+control+`.title.startsWith("ffkvadrat play "));
					said.textContent = "";
				};
				look();
			})`); !ok {
				t.Errorf("%s: says something else", what)
			}
			state()
		}},
		{`rect[role="button"]`, func(what, control string) {
			toggles(what, control, control+`.ariaPressed === "true" && (([low, high]) => rowsOf("videos").every((r) => { const m = Number(r.cells[6].textContent.replace(/,/g, "")); return !(m > low + 1 && m < high - 1) || !r.hidden; }))([Number(`+control+`.dataset.low), Number(`+control+`.dataset.high)])`)
		}},
		{`a[href^="#"]`, func(what, control string) {
			press(b, control)
			state()
			row := `document.getElementById(` + control + `.getAttribute("href").slice(1))`
			holds(what, row+`.querySelector(".open").ariaExpanded === "true" && document.activeElement === `+row+`.querySelector(".open") && `+row+`.contains(document.elementFromPoint(...(({left, top}) => [left + 5, top + 5])(`+row+`.getBoundingClientRect())))`)
			press(b, row+`.querySelector(".open")`)
			state()
		}},
		{`input[type="search"]`, func(what, control string) {
			before := state()
			press(b, control)
			holds(what, "document.activeElement === "+control)
			b.Call(nil, "Input.insertText", map[string]any{"text": "no such name"})
			state()
			holds(what, `[...`+control+`.closest("section").querySelectorAll("table.videos > tbody > tr")].every((r) => r.hidden) && /^0 of /.test(`+control+`.form.querySelector("output").textContent)`)
			key(b, "Enter", 13, "\r") // submits no form
			b.Eval(nil, control+`.select()`)
			key(b, "Backspace", 8, "")
			if state() != before {
				t.Errorf("%s: an empty field filters", what)
			}
		}},
		{`input[type="checkbox"]`, func(what, control string) {
			effect := `true`
			if strings.Contains(what, "damaged") {
				effect = `rowsOf("videos").every((r) => r.hidden === (r.cells[r.cells.length - 1].textContent === "0"))`
			}
			toggles(what, control, control+".checked && "+effect)
		}},
		{"select", func(what, control string) {
			var options int
			b.Eval(&options, control+`.options.length`)
			b.Eval(nil, control+`.selectedIndex = 0; `+control+`.dispatchEvent(new Event("input", {bubbles: true})); `+control+`.focus()`)
			seen := []string{state()}
			for range options - 1 { // the list that a click opens is not part of the page
				key(b, "ArrowDown", 40, "")
				now := state()
				if slices.Contains(seen, now) {
					t.Errorf("%s: option %d changes nothing", what, len(seen))
				}
				seen = append(seen, now)
			}
			if options < 2 || len(seen) != options {
				t.Errorf("%s: %d options, %d states", what, options, len(seen))
			}
			b.Eval(nil, control+`.selectedIndex = 0; `+control+`.dispatchEvent(new Event("input", {bubbles: true}))`)
			state()
		}},
		{"code[tabindex]", func(what, control string) {
			holds(what, control+`.textContent.startsWith("ffkvadrat play ")`)
			press(b, control)
			holds(what, "document.activeElement === "+control)
		}},
	}
	var pressed []string
	// each presses all controls that were not pressed yet.
	each := func() {
		t.Helper()
		var list []string // description of each
		b.Eval(&list, `(() => { window.now = all(); return now.map((e) => e.localName + (e.className && e.localName !== "rect" ? "." + e.className : "") + (e.id ? "#" + e.id : "") + " " + (e.ariaLabel || e.labels && e.labels[0] && e.labels[0].textContent.trim() || e.textContent).trim().slice(0, 80)); })()`)
		for i, what := range list {
			control := fmt.Sprintf("now[%d]", i)
			var old bool
			if b.Eval(&old, control+".known === true"); old {
				continue
			}
			b.Eval(nil, control+".known = true")
			kind := slices.IndexFunc(kinds, func(k struct {
				selector string
				does     func(what, control string)
			}) bool {
				var fits bool
				b.Eval(&fits, fmt.Sprintf("%s.matches(%q)", control, k.selector))
				return fits
			})
			if kind < 0 {
				t.Errorf("%s is of no kind that is known here", what)
				continue
			}
			kinds[kind].does(what, control)
			pressed = append(pressed, kinds[kind].selector)
		}
	}

	// Each is reached by the keyboard alone, in the page's order.
	var reached, count int
	b.Eval(&count, "(window.now = all()).length")
	b.Eval(nil, "document.activeElement.blur(); scrollTo(0, 0)")
	for i := range count {
		key(b, "Tab", 9, "")
		var place int
		if b.Eval(&place, "now.indexOf(document.activeElement)"); place != i {
			t.Fatalf("key Tab, %d times: control %d of %d has the focus", i+1, place, count)
		}
		reached++
	}
	state()
	picture(b, "controls")

	each()
	// A click anywhere in a row opens it; its details have controls, too.
	for _, row := range []string{"#f0", "#f11", "#c0", "#c1"} {
		press(b, fmt.Sprintf("document.querySelector(%q).cells[3]", row))
		state()
		holds(row, fmt.Sprintf(`document.querySelector(%q + " .open").ariaExpanded === "true"`, row))
	}
	var damagedVideo string
	b.Eval(&damagedVideo, `(rowsOf("videos").find((r) => r.textContent.includes("negative")) || {id: ""}).id`)
	holds("a refused file", `document.getElementById("broken").textContent.includes("errors -4 is not between 1 and")`)
	if damagedVideo == "" {
		t.Fatal("what comes before the fault is not in the page")
	}
	press(b, fmt.Sprintf("document.querySelector('#%s .open')", damagedVideo))
	holds("a refused file", fmt.Sprintf(`document.querySelector("#%s + tr.more .fault").textContent.startsWith("Not read to the end: frame record 4: errors -4")`, damagedVideo))
	holds("numbers", `!/NaN|undefined|-1920|Infinity/.test(document.body.innerText.replace(document.getElementById("broken").innerText, ""))`)
	each()
	picture(b, "controls-details")

	// The cursor of large curves follows the mouse.
	var at struct{ X, Y float64 }
	b.Eval(&at, `spot(document.querySelector("tr.more .strip svg"))`)
	b.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": at.X, "y": at.Y})
	holds("the cursor", `document.querySelector("tr.more .cursor").getAttribute("visibility") === "visible" && document.querySelector("tr.more .ends b").textContent !== ""`)
	b.Call(nil, "Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": 2, "y": 2})
	holds("the cursor", `document.querySelector("tr.more .cursor").getAttribute("visibility") === "hidden"`)
	state()

	// Nothing else listens to the mouse or keys.
	var root struct{ Result struct{ ObjectID string } }
	b.Call(&root, "Runtime.evaluate", map[string]any{"expression": "document"})
	var found struct {
		Listeners []struct {
			Type          string
			BackendNodeID int
		}
	}
	b.Call(&found, "DOMDebugger.getEventListeners", map[string]any{"objectId": root.Result.ObjectID, "depth": -1, "pierce": true})
	b.Call(nil, "DOM.enable", nil)
	listeners := map[string]int{}
	for _, l := range found.Listeners {
		var of struct{ Node struct{ NodeName string } }
		b.Call(&of, "DOM.describeNode", map[string]any{"backendNodeId": l.BackendNodeID})
		listeners[strings.ToLower(of.Node.NodeName)+" "+l.Type]++
	}
	known := []string{"#document click", "tbody click", "button click", "rect click", "rect keydown", "form submit", "input input", "select input",
		"div pointermove", "div pointerleave", "tr pointerenter", "tr focusin"}
	for l := range listeners {
		if !slices.Contains(known, l) {
			t.Errorf("%d of %s: a control that this test does not know", listeners[l], l)
		}
	}
	if listeners["button click"] == 0 || listeners["rect click"] == 0 {
		t.Errorf("no listeners: %v", listeners)
	}
	for _, k := range kinds {
		n := 0
		for _, p := range pressed {
			if p == k.selector {
				n++
			}
		}
		if t.Logf("%s: %d", k.selector, n); n == 0 {
			t.Errorf("no control %s was there", k.selector)
		}
	}
}
