// The page: it opens files, gives pictures to the worker, and shows what the worker answers. What a quad
// is, and which settings there are, only the module knows.
"use strict";

const $ = id => document.getElementById(id);
const video = $("video");

const playground = (() => {
	const worker = new Worker(URL.createObjectURL(new Blob([ENGINE.worker], {type: "text/javascript"})));
	const waiting = new Map();
	let requests = 0;

	// ask sends a request to the worker; the promise has the answer.
	function ask(request, transfer = []) {
		return new Promise((resolve, reject) => {
			request.id = ++requests;
			waiting.set(request.id, {resolve, reject});
			worker.postMessage(request, transfer);
		});
	}
	worker.onmessage = ({data}) => {
		const {resolve, reject} = waiting.get(data.id);
		waiting.delete(data.id);
		data.error ? reject(new Error(data.error)) : resolve(data);
	};
	worker.onerror = e => say(e.message);

	const state = {name: "", kind: "", busy: false, first: true, drawn: 0, pending: null, turned: false, late: 0, at: 0, panel: null, picture: null, answer: null};

	// say shows a message below the picture; empty removes it.
	function say(message) {
		$("note").textContent = message;
		$("note").hidden = !message;
	}

	// show shows an answer of the worker.
	function show(answer) {
		state.answer = {...state.answer, ...answer};
		const a = state.answer;
		$("quads").textContent = a.quads.toLocaleString("en");
		$("coverage").textContent = (100 * a.coverage).toFixed(1) + " %";
		$("speed").textContent = ((a.copy || 0) + a.find + a.draw).toFixed(1);
		$("speed").parentElement.title = `${(a.copy || 0).toFixed(1)} ms to copy the samples, ${a.find.toFixed(1)} to find the quads, ${a.draw.toFixed(1)} to paint`;
		$("hint").hidden = true;
		$("save").disabled = $("explain").disabled = false;
		if ("warning" in answer) say(answer.warning);
		if (answer.panel) showPanel(answer.panel);
		$("canvas").style.imageRendering = a.width < 480 ? "pixelated" : "auto";
	}

	function showPanel(panel) {
		state.panel = panel;
		$("thing").textContent = panel.thing + "s";
		showControls(panel.controls);
		const legend = $("legend");
		legend.replaceChildren();
		const add = (tag, text, style) => {
			const e = document.createElement(tag);
			e.textContent = text;
			if (style) e.style.background = style;
			return legend.appendChild(e);
		};
		for (const {colour, name} of panel.legend || []) {
			const e = add("span", name);
			const box = document.createElement("i");
			box.style.background = colour;
			e.prepend(box);
		}
		if (panel.scale) {
			add("span", panel.ends[0]);
			add("span", "", `linear-gradient(90deg, ${panel.scale.join(", ")})`).className = "scale";
			add("span", panel.ends[1]);
		} else if (panel.ends) add("span", panel.ends[0]);
		const a = state.answer;
		$("says").textContent = a && panel.says ? `${panel.says}. ${a.width} × ${a.height} pixels, samples ${a.samples}.` : "";
		$("command").replaceChildren();
		if (a && state.kind !== "stored") {
			const code = document.createElement("code");
			code.textContent = `ffkvadrat play ${/^[\w.-]+$/.test(state.name) ? state.name : "FILE"} ${panel.flags}`;
			$("command").append("The same in the program: ", code);
		}
	}

	// showControls fills the form; what has focus or is dragged stays.
	function showControls(controls) {
		const form = $("controls"), names = controls.map(c => c.name).join();
		if (form.dataset.names !== names) {
			const focused = document.activeElement && document.activeElement.id;
			form.dataset.names = names;
			const open = form.querySelector("details")?.open;
			const more = Object.assign(document.createElement("details"), {open}), rows = document.createElement("div");
			rows.className = "rows";
			rows.append(...controls.filter(c => c.more).flatMap(makeControl));
			more.append(Object.assign(document.createElement("summary"), {textContent: "More"}), rows);
			form.replaceChildren(...controls.filter(c => !c.more).flatMap(makeControl), more);
			if (focused && $(focused)) $(focused).focus();
		}
		for (const c of controls) {
			const e = $("c-" + c.name);
			if (c.kind === "word") {
				const options = c.words.map(w => w.name).join();
				if (e.dataset.options !== options) {
					e.dataset.options = options;
					e.replaceChildren(...c.words.map(w => new Option(w.title, w.name)));
				}
				e.value = c.value;
			} else if (c.kind === "switch") e.checked = c.value === "true";
			else if (c.kind === "number") {
				if (state.dragged !== e) e.value = c.along;
				e.setAttribute("aria-valuetext", c.value);
				const field = $("t-" + c.name);
				if (document.activeElement !== field) field.value = c.value;
			} else if (document.activeElement !== e || e.tagName === "SELECT") e.value = c.value;
		}
	}

	function makeControl(c) {
		const label = document.createElement("label");
		label.htmlFor = "c-" + c.name;
		label.textContent = c.title;
		label.title = c.help;
		let e;
		const input = type => Object.assign(document.createElement("input"), {type, id: "c-" + c.name, title: c.help});
		switch (c.kind) {
		case "word":
			e = Object.assign(document.createElement("select"), {id: "c-" + c.name, title: c.help});
			e.onchange = () => set(c.name, e.value);
			return [label, e];
		case "whole":
			e = Object.assign(document.createElement("select"), {id: "c-" + c.name, title: c.help});
			e.append(new Option("any", "0"));
			for (let n = 1; n <= c.max; n *= 2) e.append(new Option(n + " px", n));
			e.onchange = () => set(c.name, e.value);
			return [label, e];
		case "switch":
			e = input("checkbox");
			e.onchange = () => set(c.name, String(e.checked));
			return [label, e];
		case "number": {
			e = input("range");
			Object.assign(e, {min: 0, max: 1, step: .005});
			e.oninput = () => { state.dragged = e; along(c.name, +e.value); };
			e.onchange = () => { state.dragged = null; };
			const field = Object.assign(document.createElement("input"), {type: "text", id: "t-" + c.name, inputMode: "decimal", title: c.help});
			field.setAttribute("aria-label", c.title + ", number");
			field.onchange = () => set(c.name, field.value.trim());
			const box = document.createElement("div");
			box.className = "number";
			box.append(e, field);
			return [label, box];
		}
		default:
			e = input("text");
			e.onchange = () => set(c.name, e.value.trim());
			return [label, e];
		}
	}

	// latest sends only the newest of requests that come faster than answers.
	let sending = null, next = null;
	async function latest(request) {
		if (sending) { next = request; return sending; }
		for (let r = request; r; r = next) {
			next = null;
			sending = ask(r).then(a => state.picture ? show(a) : showPanel(a.panel), e => {
				say(e.message);
				if (state.panel) showPanel(state.panel);
			});
			await sending;
		}
		sending = null;
	}
	const set = (name, value) => latest({do: "set", name, value});
	const along = (name, part) => latest({do: "along", name, along: part});

	// load gives a picture to the worker.
	async function load(picture, time, aspect = 1) {
		state.busy = true;
		const transfer = [picture];
		try {
			const answer = await ask({do: "load", picture, time, aspect, first: state.first}, transfer);
			state.first = false;
			state.picture = true;
			state.drawn++;
			show(answer);
		} catch (e) {
			say(e.message);
		} finally {
			state.busy = false;
		}
	}

	// taken returns the video's current frame: as the decoder gives it, or, of a video that is turned for the
	// screen, as pixels; null if there is none yet, and then a callback follows.
	async function taken(time) {
		try {
			if (!self.VideoFrame || state.turned) return await createImageBitmap(video);
			const frame = new VideoFrame(video, {timestamp: Math.round(time * 1e6)});
			const {width, height} = frame.visibleRect;
			if (!frame.rotation && (width < height) === (video.videoWidth < video.videoHeight)) return frame;
			frame.close();
			state.turned = true;
			return await createImageBitmap(video);
		} catch {
			return null;
		}
	}

	// aspect returns the width of a sample divided by its height.
	function aspect(picture) {
		const {width, height} = picture.visibleRect || picture;
		return video.videoWidth / video.videoHeight / (width / height);
	}

	// frame gives the video's current frame to the worker. While that works, one frame waits: the newest.
	async function frame(time = video.currentTime) {
		if (state.kind !== "video" || video.readyState < 2) return;
		const picture = await taken(time);
		if (!picture) return;
		drop();
		state.pending = {picture, time, aspect: aspect(picture)};
		if (state.busy) return;
		while (state.pending) {
			const p = state.pending;
			state.pending = null;
			await load(p.picture, p.time, p.aspect);
		}
	}

	// drop leaves out the frame that waits.
	function drop() {
		if (state.pending) state.pending.picture.close();
		state.pending = null;
	}

	// WebKit's times of frames begin later than the video's clock if the file does. The frame on a paused screen shows by how much.
	function everyFrame(now, meta) {
		if (video.paused) state.late = Math.max(state.late, meta.mediaTime - video.currentTime);
		frame(meta.mediaTime - state.late);
		video.requestVideoFrameCallback(everyFrame);
	}
	if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(everyFrame);
	else video.ontimeupdate = () => frame();
	video.addEventListener("seeked", () => { if (video.paused) frame(); }); // without a callback where the video is hidden

	// begin starts a source with a name.
	async function begin(kind, name) {
		video.pause();
		drop();
		Object.assign(state, {kind, name, first: true, turned: false, late: 0});
		say("");
		$("stored").hidden = true;
		$("transport").hidden = kind !== "video";
		document.title = `${name} – ffkvadrat playground`;
		await ask({do: "begin"});
	}

	async function openPicture(file) {
		let picture;
		try {
			picture = await createImageBitmap(file, {colorSpaceConversion: "none", premultiplyAlpha: "none"});
		} catch {
			return say(`The browser cannot read ${file.name} as a picture.`);
		}
		await begin("picture", file.name);
		await load(picture, 0);
	}

	async function openVideo(file) {
		await begin("video", file.name);
		if (video.src) URL.revokeObjectURL(video.src);
		video.src = URL.createObjectURL(file);
		await new Promise(resolve => {
			video.onloadeddata = () => resolve();
			video.onerror = () => { say(`The browser cannot play ${file.name}. Chromium and Firefox play MP4 with H.264, and WebM; the program reads all that FFmpeg reads.`); resolve(); };
		});
		await frame();
		const end = performance.now() + 5000;
		while (state.first && !video.error && performance.now() < end) await new Promise(requestAnimationFrame);
		if (state.at) video.currentTime = state.at;
		state.at = 0;
	}

	async function openStored(file) {
		try {
			const data = await file.arrayBuffer();
			const answer = await ask({do: "store", data}, [data]);
			showStored(file.name, answer);
		} catch (e) {
			say(e.message);
		}
	}

	function showStored(name, answer) {
		const close = Object.assign(document.createElement("button"), {type: "button", textContent: "Live quads"});
		close.onclick = async () => { $("stored").hidden = true; show(await ask({do: "store", data: new ArrayBuffer(0)})); };
		$("stored").replaceChildren(`Quads of ${name}: ${answer.about} `, document.createElement("br"), close);
		$("stored").hidden = false;
		if (state.picture) show(answer);
	}

	// open opens a video or a picture, and then an .ffq.
	async function open(files) {
		const all = [...files], stored = all.find(f => /\.ffq$/i.test(f.name)), shown = all.find(f => f !== stored);
		if (shown) await (shown.type.startsWith("image/") ? openPicture(shown) : openVideo(shown));
		if (stored) await openStored(stored);
	}

	// linked opens the files that the page's address names, as pages of ffkvadrat report link to them:
	// #video=ADDRESS&quads=ADDRESS&at=SECONDS. They are files of the same site. A browser lets no page that is opened
	// from a file read other files; then the page says which to drop.
	async function linked() {
		const link = new URLSearchParams(location.hash.slice(1));
		const addresses = ["video", "quads"].filter(key => link.has(key)).map(key => new URL(link.get(key), location));
		if (addresses.length === 0) return;
		state.at = Math.max(0, Number(link.get("at")) || 0);
		const decoded = path => { try { return decodeURIComponent(path); } catch { return path; } };
		const paths = addresses.map(a => decoded(a.pathname));
		try {
			if (location.protocol === "file:") throw new Error("The browser does not let a page that is opened from a file read other files.");
			if (addresses.some(a => a.origin !== location.origin)) throw new Error("The page opens no files of other sites.");
			$("hint").textContent = "Loading …";
			await open(await Promise.all(addresses.map(async (a, i) => {
				const answer = await fetch(a);
				if (!answer.ok) throw new Error(`${paths[i]}: the server answers ${answer.status}.`);
				const data = await answer.blob();
				return new File([data], paths[i].replace(/.*\//, ""), {type: data.type});
			})));
			if (!state.picture) $("hint").textContent = "Open another video, or drop one here.";
		} catch (e) {
			$("hint").replaceChildren(e.message, " Drop both files here:", ...paths.flatMap(p => [document.createElement("br"), p]));
		}
	}

	const sample = async () => {
		const bytes = Uint8Array.from(atob(ENGINE.sample), c => c.charCodeAt(0));
		await open([new File([bytes], "sample.mp4", {type: "video/mp4"})]);
	};

	async function save() {
		try {
			const {list} = await ask({do: "export", name: state.name});
			const a = Object.assign(document.createElement("a"), {href: URL.createObjectURL(new Blob([list])), download: state.name.replace(/\.[^.]*$/, "") + ".ndjson"});
			a.click();
			setTimeout(() => URL.revokeObjectURL(a.href), 1000);
		} catch (e) {
			say(e.message);
		}
	}

	const canvas = $("canvas").transferControlToOffscreen();
	const started = ask({do: "start", canvas, module: ENGINE.module}, [canvas]).then(a => {
		showPanel(a.panel);
		$("hint").textContent = "Open a picture or a video, or drop one here.";
		return linked();
	}).catch(e => { $("hint").textContent = "The page could not start: " + e.message; });

	return {ask, open, sample, save, set, along, say, state, started, frame, export: async name => (await ask({do: "export", name})).list};
})();

// The window.

const clock = t => `${Math.floor(t / 60)}:${String(Math.floor(t % 60)).padStart(2, "0")}`;
function showTime() {
	const end = video.duration || 0;
	if (document.activeElement !== $("seek") || !$("seek").matches(":active")) $("seek").value = end ? video.currentTime / end : 0;
	$("seek").setAttribute("aria-valuetext", clock(video.currentTime));
	$("time").textContent = `${clock(video.currentTime)} / ${clock(end)}`;
}
video.addEventListener("timeupdate", showTime);
video.addEventListener("seeked", showTime);
video.addEventListener("loadedmetadata", showTime);
for (const event of ["play", "pause"]) video.addEventListener(event, () => {
	$("play").setAttribute("aria-label", video.paused ? "Play" : "Pause");
	$("play").querySelector("path").setAttribute("d", video.paused ? "M4 2l10 6-10 6z" : "M3 2h4v12H3zM9 2h4v12H9z");
});

const toggle = () => { if (playground.state.kind === "video") video.paused ? video.play() : video.pause(); };
const seek = t => { if (video.duration) video.currentTime = Math.min(Math.max(t, 0), video.duration); };
const sound = () => { video.muted = !video.muted; $("sound").setAttribute("aria-pressed", String(!video.muted)); };
const cycle = name => {
	const c = playground.state.panel && playground.state.panel.controls.find(c => c.name === name);
	if (c) playground.set(name, c.words[(c.words.findIndex(w => w.name === c.value) + 1) % c.words.length].name);
};
const nudge = by => {
	const c = playground.state.panel.controls.find(c => c.name === "threshold");
	playground.along("threshold", Math.min(Math.max(c.along + by, 0), 1));
};
const scale = by => {
	const c = playground.state.panel.controls.find(c => c.name === "threshold");
	playground.set("threshold", String(Math.min(+(c.value * by).toPrecision(3), c.max)));
};

$("play").onclick = toggle;
$("seek").oninput = () => seek($("seek").value * video.duration);
$("sound").onclick = sound;
$("sample").onclick = () => playground.sample();
$("save").onclick = () => playground.save();
$("help").onclick = () => $("about").showModal();
$("file").onchange = () => { playground.open($("file").files); $("file").value = ""; };
$("controls").onsubmit = $("transport").onsubmit = e => e.preventDefault();

let dragging = 0;
addEventListener("dragenter", e => { e.preventDefault(); dragging++; $("drop").hidden = false; });
addEventListener("dragleave", () => { if (--dragging <= 0) { dragging = 0; $("drop").hidden = true; } });
addEventListener("dragover", e => e.preventDefault());
addEventListener("drop", e => { e.preventDefault(); dragging = 0; $("drop").hidden = true; playground.open(e.dataTransfer.files); });

const keys = {
	" ": toggle, p: toggle, m: sound, "?": () => $("about").showModal(), s: () => playground.save(), o: () => $("file").click(),
	ArrowLeft: () => seek(video.currentTime - 5), ArrowRight: () => seek(video.currentTime + 5), Home: () => seek(0),
	",": () => { video.pause(); seek(video.currentTime - 1 / 25); }, ".": () => { video.pause(); seek(video.currentTime + 1 / 25); },
	"-": () => nudge(-.02), "=": () => nudge(.02), _: () => scale(.5), "+": () => scale(2),
	k: () => cycle("look"), c: () => cycle("colouring"), y: () => cycle("variant"), e: () => $("explain").click(),
};
addEventListener("keydown", e => {
	if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
	const at = e.target.closest("input, select, button, summary");
	const own = at && (at.type === "text" || at.tagName === "SELECT" || (e.key === " " || e.key.startsWith("Arrow") || e.key === "Home") );
	if (own || !keys[e.key]) return;
	e.preventDefault();
	keys[e.key]();
});
