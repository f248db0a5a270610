"use strict";
// The page is whole without this. It adds sorting, filters, other curves, and below a video its large curves and its
// worst frames, which are made when they are asked for. It asks nobody for anything; its links to the playground do.
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
document.documentElement.classList.add("scripted");

// make returns an element with attributes and children; texts stay texts.
function make(name, attributes, ...children) {
	const svg = ["svg", "path", "line", "rect", "title"].includes(name);
	const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
	e.append(...children.filter((c) => c !== null));
	return e;
}

function grouped(v, digits) {
	const [whole, rest] = Math.abs(v).toFixed(digits).split(".");
	const sign = v < 0 && Number(Math.abs(v).toFixed(digits)) !== 0 ? "−" : "";
	return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? "." + rest : "");
}

// words writes a value of a measure as the table does.
function words(measure, v) {
	if (v === null) return "∞";
	return measure.p ? grouped(100 * v, measure.d) + "\u202f%" : grouped(v, measure.d);
}

function clock(t) {
	const ms = Math.round(Math.abs(t) * 1000);
	const two = (n) => String(n).padStart(2, "0");
	const rest = two(Math.floor(ms / 1000) % 60) + "." + String(ms % 1000).padStart(3, "0");
	const h = Math.floor(ms / 3600000), m = Math.floor(ms / 60000) % 60;
	return (t < 0 && ms > 0 ? "−" : "") + (h > 0 ? h + ":" + two(m) : m) + ":" + rest;
}

// unpack returns a curve's bins as [least, greatest], null for those without a value.
function unpack(curve) {
	const bytes = atob(curve.b), bins = [], each = curve.w > 1 ? 2 : 1;
	const [low, high] = curve.r || [0, 0];
	const value = (at) => low + (bytes.charCodeAt(at) - 1) / (data.steps - 1) * (high - low);
	for (let i = 0; i < bytes.length; i += each) {
		bins.push(bytes.charCodeAt(i) === 0 ? null : [value(i), value(i + each - 1)]);
	}
	return bins;
}

// fewer makes one bin of two until they are few enough for a line of the table.
function fewer(bins) {
	while (bins.length > 100) {
		const half = [];
		for (let i = 0; i < bins.length; i += 2) {
			const a = bins[i], b = i + 1 < bins.length ? bins[i + 1] : null;
			half.push(a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : a || b);
		}
		bins = half;
	}
	return bins;
}

// range returns the ends of a curve's axis. In the table some begin at 0; below a video they do only if little room is
// lost by that.
function range(measure, low, high, large) {
	if (measure.z && !(large && low > high / 2)) low = Math.min(0, low);
	if (high === low) [low, high] = measure.z ? [low, low + 1] : [low - 1, high + 1];
	return [low, high];
}

// band returns the data of a path round the bins, of a height from 0 to 30. Where bins have no value it has gaps.
function band(bins, [low, high]) {
	const y = (v) => (30 - (v - low) / (high - low) * 30).toFixed(1);
	let path = "";
	for (let i = 0; i < bins.length; i++) {
		if (bins[i] === null) continue;
		let end = i;
		while (end + 1 < bins.length && bins[end + 1] !== null) end++;
		path += "M";
		if (i === end) path += i + " " + y(bins[i][1]) + " H" + (i + 1); // one alone is a dash
		for (let j = i; i < end && j <= end; j++) path += (j + 0.5) + " " + y(bins[j][1]) + " ";
		for (let j = end; i < end && j >= i; j--) path += (j + 0.5) + " " + y(bins[j][0]) + " ";
		if (i < end) path += "z";
		i = end;
	}
	return path;
}

// said tells something to those who see and to those who hear.
const said = make("p", {id: "said", role: "status"});
document.body.append(said);
let silence = 0;
function say(text) {
	said.textContent = text;
	clearTimeout(silence);
	silence = setTimeout(() => { said.textContent = ""; }, 4000);
}

async function copy(text) {
	let done = false;
	try {
		await navigator.clipboard.writeText(text);
		done = true;
	} catch {
		const area = make("textarea", {"aria-hidden": "true"});
		area.value = text;
		document.body.append(area);
		area.select();
		done = document.execCommand("copy");
		area.remove();
	}
	say(done ? "Copied: " + text : "The browser does not allow this page to copy: " + text);
}

function copyButton(command, of) {
	const b = make("button", {type: "button", class: "copy", title: command, "aria-label": "Copy the command that plays " + of}, "Copy");
	b.addEventListener("click", (event) => { event.stopPropagation(); copy(command); });
	return b;
}

// playLink opens the video with its stored quads in the playground, in another tab, at a time if one is given.
function playLink(video, of, time) {
	const to = video.w + (time === undefined ? "" : "&at=" + Math.max(0, time).toFixed(3));
	return make("a", {class: "copy", href: to, target: "_blank", rel: "noopener", "aria-label": "Play " + of}, "Play");
}

// The lists at the top.
for (const item of document.querySelectorAll(".look li[data-cmd]")) {
	item.append(copyButton(item.dataset.cmd, item.children[1].textContent + " of " + item.children[0].title));
}

// command returns the command that plays a video from a bad frame on, or nothing if no flags say its settings.
function command(video, bad) {
	if (!video.p) return "";
	const play = bad.length > 3 ? bad[3] : bad[0];
	return video.p + (play >= 0 ? " --at '#" + play + "'" : " --at " + Math.max(0, bad[1]).toFixed(3));
}

// facts lists what is known of a video.
function facts(video) {
	const list = make("dl", {class: "facts"});
	const fact = (name, value) => {
		if (value) list.append(make("div", {}, make("dt", {}, name), make("dd", {}, make("bdi", {}, value))));
	};
	fact("Result", video.f + " (" + video.k + ")");
	fact("Video", video.s);
	fact("Encode", video.e);
	fact("Codec", [video.o, video.x].filter(Boolean).join(", "));
	fact("Rate", video.r ? Number(video.r.toFixed(3)) + " frames/s" : "");
	fact("Variant", data.settings[video.g][0]);
	fact("Parameters", data.settings[video.g][1]);
	fact("Decode errors", video.q ? grouped(video.q, 0) : "");
	return list;
}

// strips draws all curves of a video one below another, with one cursor.
function strips(video, chosen) {
	const all = make("div", {class: "strips"});
	const keys = Object.keys(video.c || {}).sort((a, b) => (b === chosen) - (a === chosen) || data.measures[a].i - data.measures[b].i);
	const drawn = [];
	// The records in which marked bins begin, or a part of a bin later.
	const starts = (marks, part) => marks ? marks.b.map((bin) => Math.min((bin + part) * marks.w, video.n)) : [];
	// The records in which runs of marked bins begin and end.
	const runs = (marks) => {
		const all = [];
		for (const bin of marks ? marks.b : []) {
			if (all.length > 0 && all[all.length - 1][1] === bin * marks.w) all[all.length - 1][1] += marks.w;
			else all.push([bin * marks.w, (bin + 1) * marks.w]);
		}
		return all;
	};
	const frames = (from, to) => video.i >= 0
		? (from === to ? "frame " : "frames ") + grouped(video.i + from * video.d, 0) + (from === to ? "" : "–" + grouped(video.i + to * video.d, 0)) + ", " : "";
	const about = (record) => clock(video.t + (video.n > 1 ? record / (video.n - 1) * video.l : 0));
	keys.forEach((key, place) => {
		const measure = data.measures[key], curve = video.c[key], bins = unpack(curve);
		const label = (...more) => make("div", {title: measure.h}, make("b", {}, measure.t), ...more.map((t) => make("small", {}, t)));
		if (!curve.r) {
			all.append(make("div", {class: "strip"}, label(), make("small", {}, "∞ in all frames: the pictures are equal")));
			return;
		}
		const [low, high] = range(measure, curve.r[0], curve.r[1], true);
		const width = video.n / curve.w;
		const text = measure.t + ": min " + words(measure, curve.r[0]) + ", mean " + words(measure, curve.r[2]) + ", max " + words(measure, curve.r[1]);
		const svg = make("svg", {viewBox: "0 -1.5 " + width + " 33", preserveAspectRatio: "none", role: "img", "aria-label": text}, make("path", {d: band(bins, [low, high])}));
		for (const [from, to] of runs(video.m)) svg.prepend(make("rect", {class: "gap", x: from / curve.w, width: (Math.min(to, video.n) - from) / curve.w, y: -1.5, height: 33}));
		for (const at of starts(video.y, 0)) svg.append(make("line", {class: "stray", x1: at / curve.w, x2: at / curve.w, y1: -1.5, y2: 6}));
		for (const at of place === 0 ? starts(video.h, 0.5) : []) {
			svg.append(make("line", {class: "mark", x1: at / curve.w, x2: at / curve.w, y1: 24, y2: 31.5}, make("title", {}, "damaged")));
		}
		const cursor = make("line", {class: "cursor", y1: -2, y2: 32, visibility: "hidden"});
		svg.append(cursor);
		const readout = make("b", {}, "");
		all.append(make("div", {class: place === 0 ? "strip first" : "strip"},
			label("mean " + words(measure, curve.r[2]), ...(curve.e ? [grouped(curve.e, 0) + " × ∞"] : [])),
			svg, make("div", {class: "ends"}, make("small", {}, words(measure, high)), readout, make("small", {}, words(measure, low)))));
		drawn.push({measure, curve, bins, svg, cursor, readout, width});
	});
	if (drawn.length === 0) return all;
	const sign = (name, marks, text) => marks ? make("span", {}, make("i", {class: name}), (marks.n === 1 ? "1 frame " : grouped(marks.n, 0) + " frames ") + text) : null;
	const axis = make("div", {class: "axis"}, make("span", {}, ""), make("div", {}, make("span", {}, clock(video.t)), make("span", {}, ""), make("span", {}, clock(video.t + video.l))), make("span", {}, ""));
	all.append(axis);
	if (video.m || video.y) all.prepend(make("p", {class: "signs"}, sign("gap", video.m, "without a match in the encode"), sign("stray", video.y, "that only the encode has")));
	const middle = axis.children[1].children[1];
	all.addEventListener("pointermove", (event) => {
		const svg = event.target.closest("svg");
		if (!svg) return;
		const box = svg.getBoundingClientRect();
		const part = Math.min(0.999999, Math.max(0, (event.clientX - box.left) / box.width));
		const record = Math.floor(part * video.n);
		for (const d of drawn) {
			const at = Math.min(d.bins.length - 1, Math.floor(record / d.curve.w)), bin = d.bins[at];
			for (const end of ["x1", "x2"]) d.cursor.setAttribute(end, part * d.width);
			d.cursor.setAttribute("visibility", "visible");
			d.readout.textContent = !bin ? "no value" : bin[0] === bin[1] ? words(d.measure, bin[0]) : words(d.measure, bin[0]) + " – " + words(d.measure, bin[1]);
		}
		const w = drawn[0].curve.w, from = Math.floor(record / w) * w;
		middle.textContent = frames(from, Math.min(video.n - 1, from + w - 1)) + about(record);
	});
	all.addEventListener("pointerleave", () => {
		for (const d of drawn) {
			d.cursor.setAttribute("visibility", "hidden");
			d.readout.textContent = "";
		}
		middle.textContent = "";
	});
	return all;
}

// lists shows a video's worst frames.
function lists(video, name) {
	const all = make("div", {class: "lists"});
	const shown = make("code", {tabindex: "0", "aria-label": "Command"}, "");
	const keys = Object.keys(video.b || {}).sort((a, b) => data.lists[a].i - data.lists[b].i);
	for (const key of keys) {
		const list = data.lists[key], body = make("tbody");
		const measure = list.m ? data.measures[list.m] : null;
		for (const bad of video.b[key]) {
			const frame = bad[0] >= 0 ? grouped(bad[0], 0) : "–", line = command(video, bad);
			let value = "";
			if (measure) value = (list.c && bad[2] > 0 ? "+" : "") + words(measure, bad[2]);
			else if (key === "damaged") value = bad[2] > 0 ? grouped(bad[2], 0) + (bad[2] === 1 ? " error" : " errors") : "marked";
			const row = make("tr", {}, make("td", {class: "e"}, frame), make("td", {class: "e"}, clock(bad[1])), make("td", {class: "e"}, value),
				video.w ? make("td", {class: "e"}, playLink(video, "frame " + frame + " of " + name, bad[1])) : null,
				line ? make("td", {class: "e"}, copyButton(line, "frame " + frame + " of " + name)) : null);
			body.append(row);
			if (!line) continue;
			row.addEventListener("pointerenter", () => { shown.textContent = line; });
			row.addEventListener("focusin", () => { shown.textContent = line; });
			if (shown.textContent === "") shown.textContent = line;
		}
		all.append(make("div", {}, make("h3", {}, list.t), make("table", {class: "plain"},
			make("thead", {}, make("tr", {}, ...["Frame", "Time", list.c ? "Change" : measure ? measure.t : key === "damaged" ? "Errors" : "", ...(video.w ? [""] : []), ...(video.p ? [""] : [])].map((t) => make("th", {scope: "col", class: "e"}, t)))), body)));
	}
	if (!video.p) return [all, make("p", {class: "mut"}, "No command plays it with these settings: the player has no flag for " + video.u + ".")];
	return shown.textContent === "" ? [all] : [all, shown];
}

// list makes a table of videos work. prefix is that of its elements' ids.
function list(table, videos, prefix) {
	if (!table) return null;
	const body = table.tBodies[0], rows = [...body.rows];
	const control = (name) => document.getElementById(prefix + name);
	const curve = control("curve"), same = control("same");
	const first = curve.value;
	const entries = rows.map((row, place) => ({row, video: videos[place], name: row.querySelector("bdi").textContent, lower: row.querySelector("bdi").textContent.toLowerCase(), more: null, drawn: first, place}));
	const of = new Map(entries.map((entry) => [entry.row, entry]));
	let limits = null; // means that a bar of the histogram has

	// Large curves and worst frames.
	function toggle(entry) {
		const button = entry.row.querySelector(".open");
		if (entry.more) {
			entry.more.remove();
			entry.more = null;
			button.setAttribute("aria-expanded", "false");
			return;
		}
		const cell = make("td", {colspan: entry.row.cells.length});
		if (entry.video.a) cell.append(make("p", {class: "fault"}, "Not read to the end: " + entry.video.a));
		if (entry.video.w) cell.append(make("p", {}, playLink(entry.video, entry.name), " with its stored quads, in the playground"));
		cell.append(facts(entry.video), strips(entry.video, curve.value), ...lists(entry.video, entry.name));
		entry.more = make("tr", {class: "more"}, cell);
		entry.row.after(entry.more);
		button.setAttribute("aria-expanded", "true");
	}
	for (const entry of entries) {
		entry.row.cells[0].firstElementChild.prepend(make("button", {type: "button", class: "open", "aria-expanded": "false", "aria-label": "Curves and worst frames of " + entry.name}));
	}
	body.addEventListener("click", (event) => {
		const entry = of.get(event.target.closest("tr"));
		if (entry && !event.target.closest("a") && !String(getSelection())) toggle(entry);
	});

	// Sorting.
	const heads = [...table.tHead.rows[0].cells];
	const key = {
		n: (text) => text === "" ? NaN : text === "∞" ? Infinity : parseFloat(text.replace(/[,%\u202f]/g, "").replace("−", "-")),
		t: (text) => text === "" ? NaN : text.replace(/,/g, "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0),
		x: (text) => text === "" ? NaN : text.split("×").reduce((product, side) => product * parseInt(side, 10), 1),
		s: (text) => text === "" ? NaN : text,
	};
	function sort(head) {
		const column = heads.indexOf(head), type = head.dataset.t;
		const before = head.getAttribute("aria-sort");
		// Numbers begin with the greatest, texts with the first.
		const down = before ? before === "ascending" : type !== "s";
		for (const h of heads) h.removeAttribute("aria-sort");
		head.setAttribute("aria-sort", down ? "descending" : "ascending");
		for (const entry of entries) entry.key = column === 0 ? entry.place : key[type](entry.row.cells[column].textContent);
		const sign = down ? -1 : 1;
		entries.sort((a, b) => {
			const x = a.key, y = b.key;
			if (x !== x || y !== y) return (x !== x) - (y !== y) || a.place - b.place; // unknown ones last
			return (x < y ? -sign : x > y ? sign : 0) || a.place - b.place;
		});
		const all = document.createDocumentFragment();
		for (const entry of entries) {
			all.append(entry.row);
			if (entry.more) all.append(entry.more);
		}
		body.append(all);
	}
	for (const head of heads) {
		if (!head.dataset.t) continue;
		const button = make("button", {type: "button"});
		button.append(...head.childNodes);
		head.append(button);
		button.addEventListener("click", () => sort(head));
	}

	// Filters.
	const name = control("name"), group = control("group"), only = control("only"), shown = control("shown");
	const letter = heads.findIndex((h) => h.textContent === "Settings");
	function filter() {
		const part = name.value.toLowerCase();
		let n = 0;
		for (const entry of entries) {
			const mean = limits && entry.video.c.quads && entry.video.c.quads.r ? entry.video.c.quads.r[2] : NaN;
			const fits = entry.lower.includes(part) &&
				(!group || !group.value || entry.row.cells[letter].firstChild.textContent === group.value) &&
				(!only || !only.checked || entry.video.b && Boolean(entry.video.b.damaged)) &&
				(!limits || mean >= limits[0] && mean < limits[1]);
			entry.row.hidden = !fits;
			if (entry.more) entry.more.hidden = !fits;
			if (fits) n++;
		}
		shown.textContent = n === entries.length ? grouped(n, 0) + " shown" : grouped(n, 0) + " of " + grouped(entries.length, 0) + " shown";
	}
	name.form.addEventListener("submit", (event) => event.preventDefault());
	for (const field of [name, group, only]) if (field) field.addEventListener("input", filter);
	filter();

	// Other curves: a line is drawn when it comes into view.
	let common = null;
	function draw(entry) {
		const want = curve.value + (same.checked ? "=" : "");
		if (entry.drawn === want) return;
		entry.drawn = want;
		const svg = entry.row.cells[1].firstElementChild, of = entry.video.c[curve.value], measure = data.measures[curve.value];
		const path = make("path", {d: ""});
		if (of && of.r) {
			const bins = fewer(unpack(of));
			svg.setAttribute("viewBox", "0 -1 " + bins.length + " 32");
			path.setAttribute("d", band(bins, common || range(measure, of.r[0], of.r[1])));
		}
		svg.replaceChildren(path);
	}
	const watcher = new IntersectionObserver((seen) => {
		for (const s of seen) if (s.isIntersecting) draw(of.get(s.target));
	}, {rootMargin: "200px"});
	const columns = prefix === "" ? heads.findIndex((h) => h.textContent.endsWith(", mean")) : -1;
	function choose() {
		const measure = data.measures[curve.value];
		for (const text of table.tHead.querySelectorAll(".chosen")) text.textContent = measure.t;
		common = null;
		if (same.checked) {
			let low = Infinity, high = -Infinity;
			for (const video of videos) {
				const of = video.c[curve.value];
				if (of && of.r) [low, high] = [Math.min(low, of.r[0]), Math.max(high, of.r[1])];
			}
			common = range(measure, low, high);
		}
		watcher.disconnect();
		for (const entry of entries) {
			if (columns >= 0) {
				const of = entry.video.c[curve.value];
				const values = !of ? ["", "", ""] : !of.r ? ["∞", "∞", "∞"] : [words(measure, of.r[2]), words(measure, of.r[0]), words(measure, of.e ? null : of.r[1])];
				values.forEach((text, i) => { entry.row.cells[columns + i].textContent = text; });
			}
			if (entry.more) { toggle(entry); toggle(entry); }
			watcher.observe(entry.row);
		}
	}
	curve.addEventListener("input", choose);
	same.addEventListener("input", choose);

	return {
		// between shows the videos whose mean is between two, or all.
		between(low, high) { limits = low === undefined ? null : [low, high]; filter(); },
		// open shows a video whatever the filters are.
		open(id) {
			const entry = of.get(document.getElementById(id));
			if (!entry) return;
			if (entry.row.hidden) {
				name.value = "";
				if (group) group.value = "";
				if (only) only.checked = false;
				limits = null;
				filter();
			}
			if (!entry.more) toggle(entry);
			entry.row.scrollIntoView({block: "center"});
			entry.row.querySelector(".open").focus({preventScroll: true});
		},
	};
}

for (const video of [...data.videos || [], ...data.comparisons || []]) video.c = video.c || {}; // one without frames has no curves
const videos = list(document.querySelector("table#videos"), data.videos, "");
const comparisons = list(document.querySelector("table#comparisons"), data.comparisons, "c");

document.addEventListener("click", (event) => {
	const link = event.target.closest("a[href^='#']");
	if (!link) return;
	event.preventDefault();
	const id = link.getAttribute("href").slice(1);
	const to = id.startsWith("c") ? comparisons : videos;
	if (to) to.open(id);
});

// The histogram's bars filter.
const bars = [...document.querySelectorAll(".plot rect")];
function press(bar) {
	const pressed = bar.getAttribute("aria-pressed") !== "true";
	for (const b of bars) b.setAttribute("aria-pressed", String(pressed && b.dataset.low === bar.dataset.low));
	if (pressed) videos.between(Number(bar.dataset.low), Number(bar.dataset.high));
	else videos.between();
}
for (const bar of bars) {
	bar.setAttribute("tabindex", "0");
	bar.setAttribute("role", "button");
	bar.setAttribute("aria-label", bar.textContent);
	bar.setAttribute("aria-pressed", "false");
	bar.addEventListener("click", () => press(bar));
	bar.addEventListener("keydown", (event) => {
		if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(bar); }
	});
}
})();
