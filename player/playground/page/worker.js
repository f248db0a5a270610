// The worker: it runs the module, which finds and paints quads, and draws the result. Go's wasm_exec.js,
// which defines Go, stands before this file; the page starts both from a Blob, as pages without a server
// may load no worker from a file.
"use strict";

const layouts = ["RGBA", "I420", "NV12", "I422", "I444"]; // as the package's Layout
const matrices = {smpte170m: 1, bt470bg: 1, bt709: 2, "bt2020-ncl": 3}; // as yuv.Matrix

let go, canvas, shown, copied = new Uint8Array(0), reader, painted, converts = true, coloured = new Uint8Array(0);

const memory = (at, size) => new Uint8Array(go.mem.buffer, at, size);
const text = () => new TextDecoder().decode(memory(go.text() >>> 0, go.textSize()));
const check = result => { if (result !== 0) throw new Error(text()); };

// put writes bytes, or text, into the module's room.
function put(data) {
	const bytes = typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);
	const at = go.room(bytes.length) >>> 0;
	memory(at, bytes.length).set(bytes);
}

// start unpacks the module and runs it.
async function start(message) {
	canvas = message.canvas;
	shown = canvas.getContext("2d", {alpha: false});
	const packed = Uint8Array.from(atob(message.module), c => c.charCodeAt(0));
	const unpacking = new DecompressionStream("gzip"), writer = unpacking.writable.getWriter();
	const bytes = new Response(unpacking.readable).arrayBuffer(); // not of a Blob, which WebKit cannot read in a page from a file
	await writer.write(packed);
	await writer.close();
	const runtime = new Go();
	const {instance} = await WebAssembly.instantiate(await bytes, runtime.importObject);
	runtime.run(instance);
	go = instance.exports;
	return {panel: panel()};
}

function panel() {
	go.panel();
	return JSON.parse(text());
}

// samples copies a picture's samples into the module's room: those of the decoder where the browser
// gives them, else pixels of a canvas.
async function samples(picture) {
	if (picture.format && layouts.includes(picture.format)) {
		const size = picture.allocationSize();
		if (copied.length !== size) copied = new Uint8Array(size);
		await picture.copyTo(copied); // without padding
		put(copied);
		const {width, height} = picture.visibleRect, space = picture.colorSpace;
		if (converts) try { // the browser converts faster, if it can
			if (coloured.length !== 4 * width * height) coloured = new Uint8Array(4 * width * height);
			const [plane] = await picture.copyTo(coloured, {format: "RGBA", colorSpace: "srgb"});
			if (plane.stride !== 4 * width) throw new Error("the rows are padded");
			memory(go.colours(width, height) >>> 0, coloured.length).set(coloured);
		} catch { converts = false; }
		return {layout: layouts.indexOf(picture.format), width, height, matrix: matrices[space.matrix] || 0, full: space.fullRange ? 1 : 0};
	}
	const width = picture.displayWidth || picture.width, height = picture.displayHeight || picture.height;
	if (!reader || reader.canvas.width !== width || reader.canvas.height !== height)
		reader = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true, alpha: false});
	reader.drawImage(picture, 0, 0);
	put(reader.getImageData(0, 0, width, height).data);
	return {layout: 0, width, height, matrix: 0, full: 1};
}

// load analyses a picture and shows it with its quads.
async function load(message) {
	const picture = message.picture, began = performance.now();
	let of;
	try {
		of = await samples(picture);
	} finally {
		picture.close();
	}
	const copiedAt = performance.now();
	const result = go.load(of.layout, of.width, of.height, of.matrix, of.full, message.time, message.aspect);
	const warning = result ? text() : "";
	const found = performance.now();
	draw();
	const drawn = performance.now();
	return {
		...facts(), warning, width: of.width, height: of.height, samples: layouts[of.layout], time: message.time,
		copy: copiedAt - began, find: found - copiedAt, paint: painted - found, draw: drawn - found,
		panel: message.first ? panel() : undefined,
	};
}

// draw paints the picture and its quads into the page's canvas.
function draw() {
	check(go.paint());
	painted = performance.now();
	const width = go.paintedWidth(), height = go.paintedHeight();
	if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
	const pixels = new Uint8ClampedArray(go.mem.buffer, go.text() >>> 0, 4 * width * height);
	shown.putImageData(new ImageData(pixels, width, height), 0, 0);
}

const facts = () => ({quads: go.quads(), coverage: go.coverage(), shown: [canvas.width, canvas.height]});

// again finds the quads once more, if necessary, and draws them.
function again(find, more) {
	let warning = "";
	const began = performance.now();
	if (find && go.find()) warning = text();
	const found = performance.now();
	if (!go.paint()) draw();
	return {...facts(), warning, find: found - began, draw: performance.now() - found, panel: panel(), ...more};
}

const does = {
	start,
	load,
	begin() { go.begin(); },
	set(m) { put(`${m.name}=${m.value}`); return set(go.set()); },
	along(m) { put(m.name); return set(go.setAlong(m.along)); },
	store(m) {
		put(m.data);
		check(go.store());
		return again(true, {about: text()});
	},
	export(m) {
		put(m.name);
		check(go.export());
		return {list: text()};
	},
	lesson(m) {
		check(go.lesson(m.x, m.y, m.side, m.key));
		return {lesson: JSON.parse(text())};
	},
};

function set(result) {
	if (result < 0) throw new Error(text());
	return again(result === 1);
}

// Requests are answered one after the other, in their order.
let last = Promise.resolve();
onmessage = ({data}) => {
	last = last.then(async () => {
		try {
			postMessage({id: data.id, ...await does[data.do](data)});
		} catch (e) {
			postMessage({id: data.id, error: e.message || String(e)});
		}
	});
};
